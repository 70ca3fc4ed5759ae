"""Attacks the server of `cuelab view`: damaged requests over loopback, bounded in time.

usage: attack_view.py PROGRAM SECONDS SEED

After every burst the server must be alive, answer a proper request, and have given away nothing
outside its folder. Prints the seed of a failing burst; exits 1 on failure.
"""

import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECRET = b"outside the folder"
SCENE = b'schema = 1\n[[balls]]\nid = "cue"\nposition = [0.0, 0.0]\n[shot]\nspeed = 2.0\n'
PATHS = ["/", "/index.html", "/api/hello", "/api/scene", "/api/simulate?engine=event",
         "/api/simulate?engine=smooth", "/api/simulate", "/../secret.txt", "/%2e%2e/secret.txt",
         "/..%2fsecret.txt", "//secret.txt", "/./../secret.txt", "/\x00", "/" + "a" * 9000]
HEADERS = ["Host: 127.0.0.1:{port}", "Host: example.org", "Origin: http://127.0.0.1:{port}",
           "Origin: http://example.org", "Content-Length: -1", "Content-Length: 99999999999",
           "Content-Encoding: gzip", "Transfer-Encoding: chunked", "Expect: 100-continue",
           "Range: bytes=5-1", "Range: bytes=0-0,1-1,2-2", "Accept-Encoding: gzip",
           "Connection: keep-alive", "X: " + "y" * 9000]
BURST = 50  # requests


def damaged(data, dice):
    """The same bytes with a few of them changed, dropped or repeated."""
    data = bytearray(data)
    for _ in range(dice.choice([0, 0, 1, 2, 8])):
        k = dice.randrange(len(data))
        match dice.randrange(3):
            case 0: data[k] = dice.randrange(256)
            case 1: del data[k:k + dice.randrange(1, 9)]
            case 2: data[k:k] = data[k:k + dice.randrange(1, 64)]
        if not data:
            return b"\n"
    return bytes(data)


def request(port, dice):
    body = damaged(SCENE, dice) if dice.random() < 0.7 else dice.randbytes(dice.randrange(2000))
    lines = [f"{dice.choice(['GET', 'POST', 'HEAD', 'PUT', 'BREW'])} {dice.choice(PATHS)} HTTP/1.1"]
    if dice.random() < 0.8:
        lines.append(f"Host: 127.0.0.1:{port}")
    lines += [h.format(port=port) for h in dice.sample(HEADERS, dice.randrange(4))]
    if dice.random() < 0.6:
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
    return damaged(head, dice) + body


def exchange(port, data, patience):
    """What the server answers, as far as it comes in time."""
    answer = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5.0) as connection:
            connection.settimeout(patience)
            connection.sendall(data)
            while part := connection.recv(65536):
                answer += part
    except OSError:
        pass  # refused, closed or slow: its right
    return answer


def attack(program, seconds, seed):
    with tempfile.TemporaryDirectory(prefix="cuelab-view-") as folder:
        site = Path(folder) / "site"
        site.mkdir()
        (site / "index.html").write_text("page")
        (Path(folder) / "secret.txt").write_bytes(SECRET)
        server = subprocess.Popen([program, "view", "--site", site], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(server.stdout.readline().split("/")[2].split(":")[1])
            proper = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
            end = time.monotonic() + seconds
            sent = 0
            while time.monotonic() < end:
                dice = random.Random(seed)
                for _ in range(BURST):
                    sent += 1
                    if SECRET in exchange(port, request(port, dice), 0.05):
                        return f"burst {seed}: gave away a file outside its folder"
                if server.poll() is not None:
                    return f"burst {seed}: the server ended with {server.returncode}"
                if b"page" not in exchange(port, proper, 10.0):
                    return f"burst {seed}: no answer to a proper request"
                seed += 1
            print(f"{sent} requests, no failures")
            return None
        finally:
            server.kill()
            server.wait()
            server.stdout.close()


if __name__ == "__main__":
    FAILURE = attack(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
    if FAILURE:
        sys.exit(FAILURE)
