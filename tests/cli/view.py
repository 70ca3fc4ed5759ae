"""The server of the web viewer: what it answers, and what it refuses."""

import http.client
import json
import subprocess
import unittest

from _cuelab import CUELAB, SOURCE, TWO_BALLS, CliTest

PAGE = "<!DOCTYPE html><title>page</title>"
GREATEST_BODY = 4 << 20


class View(CliTest):
    def serve(self, *args):
        """Starts the server on a free port and returns its address as (host, port)."""
        site = self.folder / "site"
        site.mkdir()
        (site / "index.html").write_text(PAGE)
        (self.folder / "secret.txt").write_text("secret")
        server = subprocess.Popen([CUELAB, "view", "--site", site, *map(str, args)],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        self.assertRegex(line, r"^viewer: http://127\.0\.0\.1:\d+/ ")
        return "127.0.0.1", int(line.split("/")[2].split(":")[1])

    def ask(self, address, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(*address, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer

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
        for engine, scene in (("smooth", "schema = 1"), ("event", "{"), ('x"y', TWO_BALLS),
                              ("hybrid", TWO_BALLS)):
            with self.subTest(engine):
                events = self.simulate(address, engine.replace('"', "%22"), scene)
                self.assertEqual([name for name, _ in events], ["error"])
                self.assertIn("scene: ", events[0][1]["message"])

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

    def test_bad_arguments(self):
        self.expect_refused("view", "--port", "70000", mentions=["--port", "65535"])
        self.expect_refused("view", "--site", "nowhere", mentions=["--site", "index.html"])
        self.expect_refused("view", "nowhere.toml", mentions=["nowhere.toml"])
        broken = self.scene("schema = 1", "broken.toml")
        self.expect_refused("view", broken, mentions=["broken.toml", "balls"])


if __name__ == "__main__":
    unittest.main()
