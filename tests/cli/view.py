"""The server of the web viewer: what it answers, and what it refuses."""

import gzip
import http.client
import json
import pathlib
import socket
import subprocess
import time
import unittest

from _cuelab import CUELAB, SOURCE, TWO_BALLS, CliTest

PAGE = "<!DOCTYPE html><title>page</title>"
GREATEST_BODY = 4 << 20

# a ball that bounces between walls for ever
ENDLESS = """
schema = 1
[table]
cushion_contact = "plane"
cushion = [ { from = [-0.2, -1.0], to = [-0.2, 1.0] }, { from = [0.2, -1.0], to = [0.2, 1.0] } ]
[[balls]]
position = [0.0, 0.0]
velocity = [50.0, 0.0, 0.0]
[physics]
cloth = { sliding = 0.0, rolling = 0.0, spinning = 0.0 }
cushion = { law = "mirror", restitution = 1.0 }
[run]
t_max = 1e6
max_events = 1000000000
"""


class View(CliTest):
    def serve(self, *args):
        """Starts the server on a free port and returns its address as (host, port)."""
        site = self.folder / "site"
        site.mkdir()
        (site / "index.html").write_text(PAGE)
        (site / "empty.css").write_text("")
        (self.folder / "secret.txt").write_text("secret")
        server = subprocess.Popen([CUELAB, "view", "--site", site, *map(str, args)],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        self.server = server
        line = server.stdout.readline()
        self.assertRegex(line, r"^viewer: http://127\.0\.0\.1:\d+/ ")
        return "127.0.0.1", int(line.split("/")[2].split(":")[1])

    def request(self, address, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(*address, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, path, body=body, headers=headers or {})
        return connection.getresponse()

    def ask(self, address, method, path, body=None, headers=None):
        answer = self.request(address, method, path, body, headers)
        return answer.status, answer.read().decode(), answer

    def get(self, address, path, headers):
        """The bytes of the answer as they are sent, and the answer."""
        answer = self.request(address, "GET", path, headers=headers)
        return answer.read(), answer

    def simulate(self, address, engine, scene):
        """The events of the stream, as (name, document)."""
        status, text, answer = self.ask(address, "POST", f"/api/simulate?engine={engine}", scene)
        self.assertEqual(status, 200)
        self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
        events = []
        for block in text.strip().split("\n\n"):
            name, data = block.split("\n")
            events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
        return events

    def test_page_and_scene(self):
        scene = self.scene()
        address = self.serve(scene)
        status, text, answer = self.ask(address, "GET", "/")
        self.assertEqual((status, text), (200, PAGE))
        self.assertIn("default-src 'self'", answer.headers["Content-Security-Policy"])
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)
        status, text, _ = self.ask(address, "GET", "/api/scene")
        self.assertEqual(json.loads(text), {"name": "scene.toml", "text": TWO_BALLS})
        status, text, _ = self.ask(address, "GET", "/api/hello")
        self.assertIn("smooth", json.loads(text)["engines"])

    def test_files_are_compressed_on_request(self):
        address = self.serve()
        content = b"0123456789 \xff" * 5000
        for name, kind in (("engine.wasm", "application/wasm"), ("code.js", "text/javascript")):
            (self.folder / "site" / name).write_bytes(content)
            for accepted, coding in (("gzip", "gzip"), ("br;q=1.0, GZIP;q=0.8, *;q=0.1", "gzip"),
                                     ("identity", None), ("gzip;q=0", None)):
                with self.subTest(name=name, accepted=accepted):
                    body, answer = self.get(address, "/" + name, {"Accept-Encoding": accepted})
                    self.assertEqual(answer.status, 200)
                    self.assertEqual(answer.headers["Content-Encoding"], coding)
                    self.assertEqual(answer.headers.get_all("Content-Type"), [kind])
                    self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
                    self.assertEqual(gzip.decompress(body) if coding else body, content)
                    if coding:
                        self.assertLess(len(body), len(content) / 10)

    def test_part_of_a_file(self):
        address = self.serve()
        body, answer = self.get(address, "/", {"Accept-Encoding": "gzip", "Range": "bytes=2-8"})
        self.assertEqual((answer.status, body), (206, PAGE[2:9].encode()))
        self.assertIsNone(answer.headers["Content-Encoding"])

    def test_empty_file(self):
        body, answer = self.get(self.serve(), "/empty.css", {"Accept-Encoding": "gzip"})
        self.assertEqual((answer.status, body, answer.headers["Content-Length"]), (200, b"", "0"))

    def test_runs_are_those_of_the_command_line(self):
        address = self.serve()
        self.assertEqual(self.ask(address, "GET", "/api/scene")[0], 404)
        text = (SOURCE / "scenes" / "four_ball_break.toml").read_text()
        events = self.simulate(address, "smooth", text)
        self.assertEqual({name for name, _ in events[:-1]} - {"progress"}, set())
        times = [data["t"] for _, data in events[:-1]]
        self.assertEqual(times, sorted(times))
        name, result = events[-1]
        self.assertEqual(name, "result")
        own = json.loads(self.expect_ok("simulate", SOURCE / "scenes" / "four_ball_break.toml",
                                        "--json"))
        self.assertEqual(result["hash"], own["hash"])
        (self.folder / "result.json").write_text(json.dumps(result))
        self.expect_ok("draw", "result.json", "-o", "result.svg", "-q")

    def test_bad_scenes_get_the_message(self):
        address = self.serve()
        for engine, scene in (("smooth", "schema = 1"), ("event", "{"), ('x"y', TWO_BALLS)):
            with self.subTest(engine):
                events = self.simulate(address, engine.replace('"', "%22"), scene)
                self.assertEqual([name for name, _ in events], ["error"])
                self.assertIn("scene: ", events[0][1]["message"])

    def test_too_many_events_get_the_message(self):
        address = self.serve()
        for limit, message in ((1000, "scene: run.max_events: reached 1000 events"),
                               (10 ** 9, "scene: has more than 300000 events")):
            with self.subTest(limit):
                text = ENDLESS.replace("max_events = 1000000000", f"max_events = {limit}")
                name, data = self.simulate(address, "event", text)[-1]
                self.assertEqual(name, "error")
                self.assertIn(message, data["message"])

    def test_nothing_outside_the_site(self):
        address = self.serve()
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
                     "//../secret.txt", "/api/../../secret.txt", "/..\\secret.txt"):
            with self.subTest(path):
                status, text, _ = self.ask(address, "GET", path)
                self.assertNotEqual(status, 200)
                self.assertNotIn("secret", text)

    def test_no_other_origin(self):
        address = self.serve()
        own = f"127.0.0.1:{address[1]}"
        for headers in ({"Host": "example.org"}, {"Host": own, "Origin": "http://example.org"},
                        {"Host": own, "Origin": "null"},
                        {"Host": own, "Origin": "http://127.0.0.1:1"}):
            with self.subTest(headers):
                status, text, _ = self.ask(address, "GET", "/api/hello", headers=headers)
                self.assertEqual(status, 403)
                status, text, _ = self.ask(address, "POST", "/api/simulate?engine=event",
                                           TWO_BALLS, headers)
                self.assertEqual(status, 403)
        status, _, _ = self.ask(address, "GET", "/api/hello",
                                headers={"Host": own, "Origin": f"http://{own}"})
        self.assertEqual(status, 200)

    def test_size_limit(self):
        address = self.serve()
        try:
            status, _, _ = self.ask(address, "POST", "/api/simulate?engine=event",
                                    b" " * (GREATEST_BODY + 1))
        except (BrokenPipeError, ConnectionResetError):
            return  # closed before the body was sent
        self.assertEqual(status, 413)

    def send_raw(self, address, text):
        """Sends bytes as they are and returns the connection."""
        connection = socket.create_connection(address, timeout=30)
        self.addCleanup(connection.close)
        connection.sendall(text)
        return connection

    def raw_post(self, address, *headers):
        lines = ["POST /api/simulate?engine=event HTTP/1.1", f"Host: 127.0.0.1:{address[1]}",
                 *headers, "", ""]
        return self.send_raw(address, "\r\n".join(lines).encode())

    def test_chunked_bodies_are_refused(self):
        address = self.serve()
        connection = self.raw_post(address, "Transfer-Encoding: chunked")
        self.assertIn(b" 411 ", connection.recv(100))
        chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
        with self.assertRaises(OSError):
            for _ in range(200):
                connection.sendall(chunk)
        self.assertLess(self.memory(), 300e6)

    def test_compressed_bodies_are_refused(self):
        address = self.serve()
        body = gzip.compress(b" " * (1 << 28))
        try:
            status, _, _ = self.ask(address, "POST", "/api/simulate?engine=event", body,
                                    {"Content-Encoding": "gzip"})
            self.assertEqual(status, 415)
        except (BrokenPipeError, ConnectionResetError):
            pass  # closed before the body was sent
        self.assertLess(self.memory(), 300e6)

    def memory(self):
        """The server's greatest use of memory so far [bytes]."""
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return 1024 * int(status.split("VmHWM:")[1].split()[0])

    def test_stalled_clients_do_not_block_the_page(self):
        address = self.serve()
        for _ in range(20):
            self.raw_post(address, "Content-Length: 1000", "X: y")
            self.send_raw(address, b"GET / HTTP/1.1\r\n")
        begin = time.monotonic()
        status, text, _ = self.ask(address, "GET", "/")
        self.assertEqual((status, text), (200, PAGE))
        self.assertLess(time.monotonic() - begin, 2.0)

    def test_a_run_ends_when_its_client_is_gone(self):
        address = self.serve()
        for engine, scene in (("event", ENDLESS), ("stepped", ENDLESS + "[stepped]\n"
                                                   "time_step = 1e-6\n")):
            with self.subTest(engine):
                for _ in range(3):  # more than may run at the same time
                    connection = http.client.HTTPConnection(*address, timeout=60)
                    connection.request("POST", f"/api/simulate?engine={engine}", body=scene)
                    answer = connection.getresponse()
                    self.assertEqual(answer.status, 200)
                    self.assertEqual(answer.readline(), b"event: progress\n")
                    answer.close()
                    connection.close()
                    self.wait_until_idle()

    def wait_until_idle(self):
        """Until the server has used no processor time for a moment."""
        used = -1
        for _ in range(100):
            before = used
            used = sum(map(int, pathlib.Path(f"/proc/{self.server.pid}/stat").read_text()
                           .rsplit(")", 1)[1].split()[11:13]))
            if used == before:
                return
            time.sleep(0.3)
        self.fail("the server goes on computing")

    def test_bad_arguments(self):
        self.expect_refused("view", "--port", "70000", mentions=["--port", "65535"])
        self.expect_refused("view", "--site", "nowhere", mentions=["--site", "index.html"])
        self.expect_refused("view", "nowhere.toml", mentions=["nowhere.toml"])
        broken = self.scene("schema = 1", "broken.toml")
        self.expect_refused("view", broken, mentions=["broken.toml", "balls"])


if __name__ == "__main__":
    unittest.main()
