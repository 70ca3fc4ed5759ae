"""`cuelab draw`: PNG, PDF, films, the replay page, curves, and systems other than a table."""

import base64
import json
import os
import re
import shutil
import struct
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
import zlib

from _cuelab import CUELAB, NOT_A_NUMBER, SOURCE, TWO_BALLS, CliTest

SVG = "{http://www.w3.org/2000/svg}"
SYSTEMS = ("newtons_cradle", "bearing", "bouncing_ball")
SHORT = ["--set", "run.t_max=0.25"]  # a contact of cradle and bouncing ball is later than 0.2 s


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"
    return struct.unpack(">II", data[16:24])


def png_rows(data):
    """Width, height and the bytes of all rows of an RGB picture, filters undone."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        check, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert check == zlib.crc32(kind + body)
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height = header[:2]
    step = {2: 3, 6: 4}[header[3]]
    raw, rows, before = zlib.decompress(packed), [], bytes(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        rows.append(unfiltered(raw[start], raw[start + 1:start + 1 + width * step], before, step))
        before = rows[-1]
    return width, height, step, rows


def unfiltered(kind, row, before, step):
    out = bytearray(row)
    for i, value in enumerate(row):
        a = out[i - step] if i >= step else 0
        b = before[i]
        c = before[i - step] if i >= step else 0
        nearest = min((a, b, c), key=lambda v: abs(a + b - c - v))
        out[i] = (value + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
    return bytes(out)


def page_data(text):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1])


def positions_at(data, t):
    """Where the page has every ball at a stored instant."""
    raw = base64.b64decode(data["times"])
    times = struct.unpack(f"<{len(raw) // 8}d", raw)
    index = times.index(t)
    places = {}
    for ball in data["balls"]:
        words = base64.b64decode(ball["data"])
        rows = len(words) // 14
        row = min(rows - 1, max(0, index - ball["first"]))
        values = struct.unpack_from("<7H", words, 14 * row)
        places[ball["id"]] = [low + step * u
                              for low, step, u in zip(ball["low"], ball["step"], values)]
    return places


class Stills(CliTest):
    def test_png_has_the_width_asked_for_and_the_shape_of_the_drawing(self):
        self.expect_ok("draw", self.scene(), "-o", "a.svg", "-q")
        root = ElementTree.parse(self.folder / "a.svg").getroot()
        shape = float(root.get("height")) / float(root.get("width"))
        for args, wide in (([], 1600), (["--width", "700"], 700)):
            self.expect_ok("draw", self.scene(), "-o", "a.png", "-q", *args)
            width, height = png_size((self.folder / "a.png").read_bytes())
            self.assertEqual(width, wide)
            self.assertLessEqual(abs(height - shape * wide), 1.0)

    def test_png_shows_cloth_where_the_drawing_has_it(self):
        self.expect_ok("draw", self.scene(), "-o", "a.png", "-q", "--width", "300")
        width, height, step, rows = png_rows((self.folder / "a.png").read_bytes())
        pixel = rows[height // 2][width // 3 * step:width // 3 * step + 3]
        self.assertEqual(pixel.hex(), "2a7a76")

    def test_pdf_is_one_page_of_the_size_of_the_drawing(self):
        self.expect_ok("draw", self.scene(), "-o", "a.pdf", "-q")
        data = (self.folder / "a.pdf").read_bytes()
        self.assertTrue(data.startswith(b"%PDF-"))
        self.assertTrue(data.rstrip().endswith(b"%%EOF"))
        self.assertEqual(len(re.findall(rb"/Type\s*/Page\b(?!s)", data)), 1)
        self.assertRegex(data, rb"/MediaBox\s*\[\s*0 0 900 ")  # 1200 px at 96 to the inch

    def test_same_input_gives_the_same_bytes(self):
        for ending in ("png", "pdf", "html"):
            for name in ("a", "b"):
                self.expect_ok("draw", self.scene(), "-o", f"{name}.{ending}", "-q")
            self.assertEqual((self.folder / f"a.{ending}").read_bytes(),
                             (self.folder / f"b.{ending}").read_bytes())

    def test_systems_have_their_own_picture(self):
        parts = {"newtons_cradle": "Newton's cradle · 5 balls", "bearing": "outer race at 10 Hz",
                 "bouncing_ball": "bouncing ball on a plane"}
        for name, words in parts.items():
            with self.subTest(name):
                self.expect_ok("draw", SOURCE / "scenes" / f"{name}.toml", "-o", "a.svg", "-q",
                               *SHORT)
                root = ElementTree.parse(self.folder / "a.svg").getroot()
                texts = [t.text for t in root.iter(SVG + "text")]
                self.assertTrue(any(t and words in t for t in texts), texts)
                # as many balls as the system has; none of them is a race
                start = next(g for g in root.iter(SVG + "g") if g.get("id") == "starts")
                radii = {c.get("r") for c in start.iter(SVG + "circle")}
                self.assertEqual(len(radii), 1, radii)


class Curves(CliTest):
    def titles(self, source, *args):
        self.expect_ok("draw", source, "-o", "a.svg", "-q", "--view", "curves", *args)
        root = ElementTree.parse(self.folder / "a.svg").getroot()
        text = (self.folder / "a.svg").read_text()
        self.assertNotRegex(text, NOT_A_NUMBER)
        self.assertNotIn("inf", text)
        return " ".join(t.text for t in root.iter(SVG + "text") if t.text)

    def test_what_does_not_apply_is_left_out(self):
        flat = self.titles(self.scene())
        for part in ("speed [m/s]", "spin [rad/s]", "energy of each ball"):
            self.assertIn(part, flat)
        self.assertNotIn("height", flat)
        self.assertNotIn("force", flat)
        self.assertIn("height", self.titles(SOURCE / "scenes" / "jump_over.toml"))
        self.assertIn("peak normal force",
                      self.titles(SOURCE / "scenes" / "newtons_cradle.toml", *SHORT))

    def test_png_too(self):
        self.expect_ok("draw", self.scene(), "-o", "a.png", "-q", "--view", "curves")
        self.assertEqual(png_size((self.folder / "a.png").read_bytes())[0], 1600)


class Replay(CliTest):
    def page(self, source, *args):
        self.expect_ok("draw", source, "-o", "a.html", "-q", *args)
        return (self.folder / "a.html").read_text()

    def test_needs_no_network(self):
        text = self.page(SOURCE / "scenes" / "break_9ball.toml")
        addresses = set(re.findall(r"https?://[^\"' <\\]*", text))
        self.assertEqual(addresses, {"http://www.w3.org/2000/svg"})
        self.assertNotRegex(text, r"<link|@import|<script[^>]* src=")
        self.assertIn("default-src 'none'", text)

    def test_nine_ball_break_is_small(self):
        self.assertLess(len(self.page(SOURCE / "scenes" / "break_9ball.toml")), 400_000)

    def test_data_are_the_positions_of_the_trajectory(self):
        for name in ("break_9ball", "jump_over"):
            scene = SOURCE / "scenes" / f"{name}.toml"
            data = page_data(self.page(scene))
            times = [e["t"] for e in data["events"]][::7]
            said = json.loads(self.expect_ok("simulate", scene, "--json", "--at",
                                             ",".join(map(repr, times))))
            for sample in said["samples"]:
                places = positions_at(data, sample["t"])
                for ball in sample["balls"]:
                    for is_, should in zip(places[ball["id"]], ball["position"]):
                        # half a step of 16 bits over the length of the table
                        self.assertLess(abs(is_ - should), 0.5 * 3.0 / 65535)

    def test_side_view_has_x_z_and_depth(self):
        scene = SOURCE / "scenes" / "jump_over.toml"
        data = page_data(self.page(scene, "--view", "side"))
        t = data["events"][1]["t"]
        said = json.loads(self.expect_ok("simulate", scene, "--json", "--at", repr(t)))
        places = positions_at(data, t)
        for ball in said["samples"][0]["balls"]:
            x, y, z = ball["position"]
            for is_, should in zip(places[ball["id"]], (x, z, -y)):
                self.assertLess(abs(is_ - should), 3e-5)

    def test_events_are_those_of_the_run(self):
        scene = self.scene()
        data = page_data(self.page(scene))
        run = json.loads(self.expect_ok("simulate", scene, "--json"))
        impacts = [[e["t"], e["agents"]] for e in run["events"] if e["type"] == "ball-ball"]
        listed = [[e["t"], [e["first"], e["second"]]] for e in data["events"]
                  if e["kind"] == "ball-ball"]
        self.assertEqual(listed, impacts)

    def test_names_cannot_break_out(self):
        evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
        text = TWO_BALLS.replace('"two balls"', json.dumps(evil))
        text = text.replace('id = "1"', f"id = {json.dumps(evil)}")
        text = text.replace('at = "1"', f"at = {json.dumps(evil)}")
        page = self.page(self.scene(text))
        self.assertNotIn("<script>alert", page)
        self.assertNotIn("<img", page)
        self.assertEqual(page.count("</script>"), 2)
        self.assertEqual(page_data(page)["balls"][1]["id"], evil)

    def test_systems_play_too(self):
        for name in SYSTEMS:
            with self.subTest(name):
                data = page_data(self.page(SOURCE / "scenes" / f"{name}.toml", *SHORT))
                balls = {"newtons_cradle": 5, "bearing": 8, "bouncing_ball": 1}[name]
                self.assertEqual(len(data["balls"]), balls)
                self.assertEqual(bool(data["turning"]), name == "bearing")
                self.assertEqual(len(data["links"]), {1: 0}.get(balls, balls))

    def test_the_outer_race_turns_as_recorded(self):
        self.expect_ok("simulate", SOURCE / "scenes" / "bearing.toml", "--out", "run.json", "-q",
                       "--set", "run.t_max=0.12")
        run = json.loads((self.folder / "run.json").read_text())
        pieces = [p for p in run["pieces"] if p["ball"] == 8]
        ends = [p["t0"] for p in pieces[1:]] + [run["t_end"]]
        angle = sum(p["w0"][1] * (end - p["t0"]) + 0.5 * p["dw"][1] * (end - p["t0"]) ** 2
                    for p, end in zip(pieces, ends))
        data = page_data(self.page("run.json"))
        raw = base64.b64decode(data["turns"])
        turns = struct.unpack(f"<{len(raw) // 4}f", raw)
        # about y, which points away from the eye: clockwise
        self.assertGreater(angle, 3.0)
        self.assertAlmostEqual(turns[-1], -angle, places=4)


@unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "no ffmpeg here")
class Films(CliTest):
    def probe(self, name):
        words = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries",
             "stream=width,height,pix_fmt,nb_read_frames,r_frame_rate", "-of", "json",
             self.folder / name], capture_output=True, text=True, check=True, timeout=60).stdout
        return json.loads(words)["streams"][0]

    def test_mp4_has_even_sizes_and_the_frames_asked_for(self):
        self.expect_ok("draw", self.scene(), "-o", "a.mp4", "-q", "--width", "321", "--to", "0.5",
                       "--speed", "0.5")
        film = self.probe("a.mp4")
        self.assertEqual(film["pix_fmt"], "yuv420p")
        self.assertEqual((film["width"] % 2, film["height"] % 2), (0, 0))
        self.assertLessEqual(abs(film["width"] - 321), 1)
        # 31 frames, the last held for 0.6 s
        self.assertEqual(int(film["nb_read_frames"]), 31 + 18)
        self.assertEqual(film["r_frame_rate"], "30/1")
        self.assertEqual(self.files(), ["a.mp4", "scene.toml"])

    def test_gif_of_every_system_and_view(self):
        for name, args in (("jump_over", ["--view", "side"]), ("newtons_cradle", []),
                           ("bearing", []), ("bouncing_ball", [])):
            with self.subTest(name):
                self.expect_ok("draw", SOURCE / "scenes" / f"{name}.toml", "-o", "a.gif", "-q",
                               "--width", "200", "--to", "0.05", "--speed", "0.1",
                               "--set", "run.t_max=0.05", *args)
                data = (self.folder / "a.gif").read_bytes()
                self.assertEqual(data[:6], b"GIF89a")
                self.assertEqual(struct.unpack("<H", data[6:8])[0], 200)

    def test_a_failing_ffmpeg_leaves_nothing(self):
        fake = self.folder / "bin"
        fake.mkdir()
        (fake / "ffmpeg").write_text("#!/bin/sh\necho no such codec >&2\nexit 3\n")
        (fake / "ffmpeg").chmod(0o755)
        scene = self.scene()
        before = self.files()
        done = self.run_cuelab("draw", scene, "-o", "a.mp4", "-q", "--width", "200",
                               env={**os.environ, "PATH": f"{fake}:/bin:/usr/bin"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("no such codec", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(self.files(), before)


class Refusals(CliTest):
    def test_without_ffmpeg(self):
        scene = self.scene()
        for ending in ("gif", "mp4"):
            done = subprocess.run([CUELAB, "draw", scene, "-o", f"a.{ending}"],
                                  capture_output=True, text=True, cwd=self.folder, timeout=60,
                                  check=False, env={"PATH": str(self.folder)})
            self.assertEqual(done.returncode, 2)
            self.assertIn("needs ffmpeg, which was not found in PATH; install it", done.stderr)
            self.assertEqual(self.files(), ["scene.toml"])

    def test_width(self):
        for value in ("0", "-5", "99", "10001", "12.5", "wide", "nan"):
            self.expect_refused("draw", self.scene(), "-o", "a.png", "--width", value,
                                mentions=["--width", "100", "10000"])
        self.expect_refused("draw", self.scene(), "-o", "a.pdf", "--width", "500",
                            mentions=["--width", "not to .pdf"])

    def test_film_options(self):
        scene = self.scene()
        for option, value in (("--fps", "0"), ("--fps", "1000"), ("--speed", "0"),
                              ("--speed", "-1"), ("--from", "-1"), ("--to", "x")):
            self.expect_refused("draw", scene, "-o", "a.mp4", option, value, mentions=[option])
        self.expect_refused("draw", scene, "-o", "a.svg", "--fps", "10",
                            mentions=["--fps", "films (.gif, .mp4)"])

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg here")
    def test_span_of_a_film(self):
        scene = self.scene()
        self.expect_refused("draw", scene, "-o", "a.mp4", "--to", "1000",
                            mentions=["--to", "the motion lasts from 0 to"])
        self.expect_refused("draw", scene, "-o", "a.mp4", "--from", "1000", mentions=["--from"])
        self.expect_refused("draw", scene, "-o", "a.mp4", "--from", "1", "--to", "0.5",
                            mentions=["--to", "before --from"])
        self.expect_refused("draw", scene, "-o", "a.gif", "--speed", "0.0001",
                            mentions=["--speed", "frames"])

    def test_curves_do_not_move(self):
        for ending in ("gif", "mp4", "html"):
            self.expect_refused("draw", self.scene(), "-o", f"a.{ending}", "--view", "curves",
                                mentions=["--view", "curves do not move"])

    def test_missing_folder(self):
        films = ("gif", "mp4") if shutil.which("ffmpeg") else ()
        for ending in ("png", "pdf", "html", *films):
            self.expect_refused("draw", self.scene(), "-o", f"absent/a.{ending}",
                                mentions=[f"absent/a.{ending}"])


if __name__ == "__main__":
    unittest.main()
