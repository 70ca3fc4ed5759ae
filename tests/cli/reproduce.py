"""`cuelab reproduce`: the report's files, its page, and what is refused."""

import html.parser
import json
import unittest

from _cuelab import CliTest


class Page(html.parser.HTMLParser):
    """Counts what matters, and checks that elements close in order."""

    EMPTY = {"meta", "br", "rect", "line", "path", "circle"}

    def __init__(self, text):
        super().__init__()
        self.open, self.links, self.ids, self.cells, self.svgs = [], [], set(), 0, 0
        self.outside = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.add(attrs.get("id"))
        self.svgs += tag == "svg"
        if tag == "a":
            self.links.append(attrs["href"])
        self.outside += [v for k, v in attrs.items()
                         if k == "src" or ("://" in (v or "") and (tag, k) != ("a", "href"))]
        if tag in ("script", "link", "img", "iframe"):
            self.outside.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError("misplaced </" + tag + ">")

    def handle_data(self, data):
        self.cells += bool(self.open and self.open[-1] == "td" and data.strip())


class Report(CliTest):
    def test_page_needs_nothing_else_and_its_links_lead_somewhere(self):
        self.expect_ok("reproduce", "restitution", "-o", "report")
        text = (self.folder / "report" / "index.html").read_text()
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual(page.outside, [])
        references = [link for link in page.links if link.startswith("https://")]
        self.assertGreater(len(references), 0)
        self.assertNotIn("@import", text)
        self.assertNotIn("url(", text)
        self.assertGreater(page.cells, 50)
        self.assertGreaterEqual(page.svgs, 2)
        for link in page.links:
            if link.startswith("#"):
                self.assertIn(link[1:], page.ids)
            elif link not in references:
                self.assertTrue((self.folder / "report" / link).is_file(), link)

    def test_data_and_verdicts(self):
        out = self.expect_ok("reproduce", "restitution", "-o", "report")
        self.assertIn("restitution", out)
        self.assertIn("wrote report/index.html", out)
        report = json.loads((self.folder / "report" / "report.json").read_text())
        checks = report["experiments"][0]["checks"]
        self.assertGreater(len(checks), 5)
        self.assertTrue(all(c["as_recorded"] for c in checks))
        files = {p.name for p in (self.folder / "report").iterdir()}
        self.assertEqual(files, set(report["files"]))
        lines = (self.folder / "report" / "restitution.csv").read_text().splitlines()
        self.assertEqual(lines[0], "law,nominal,measured,closed_form")
        for line in lines[1:]:
            law, nominal, measured, closed = line.split(",")
            self.assertAlmostEqual(float(measured), float(closed), delta=1e-5)
            if law == "exact":
                self.assertAlmostEqual(float(measured), float(nominal), delta=1e-5)

    def test_a_new_report_replaces_the_old_one_and_leaves_other_files(self):
        self.expect_ok("reproduce", "cushion-shot", "--brief", "-o", "report", "-q")
        (self.folder / "report" / "notes.txt").write_text("mine")
        self.assertEqual(self.expect_ok("reproduce", "restitution", "-o", "report", "-q"), "")
        files = self.files()
        self.assertIn("report/notes.txt", files)
        self.assertIn("report/restitution.csv", files)
        self.assertFalse([f for f in files if "cushion" in f or f.endswith(".tmp")], files)

    def test_without_a_name_lists_the_experiments(self):
        names = self.expect_ok("reproduce", "-q").split()
        self.assertIn("four-ball-break", names)
        listing = self.expect_ok("reproduce")
        for name in names:
            self.assertIn(name, listing)


class Refusals(CliTest):
    def test_unknown_experiment_suggests_the_nearest(self):
        self.expect_refused("reproduce", "resitution", "-o", "x",
                            mentions=['did you mean "restitution"?', "available: all, "])

    def test_folder_is_required(self):
        self.expect_refused("reproduce", "restitution", mentions=["--out DIR"])
        self.expect_refused("reproduce", "-o", "x", mentions=["name one, or all"])

    def test_other_folders_and_files_are_left_alone(self):
        (self.folder / "full").mkdir()
        (self.folder / "full" / "thesis.tex").write_text("x")
        self.expect_refused("reproduce", "restitution", "-o", "full", mentions=["full", "not empty"])
        (self.folder / "file").write_text("x")
        self.expect_refused("reproduce", "restitution", "-o", "file", mentions=["is a file"])

    def test_a_forged_report_cannot_remove_files_elsewhere(self):
        (self.folder / "keep.txt").write_text("x")
        (self.folder / "report").mkdir()
        (self.folder / "report" / "report.json").write_text(json.dumps(
            {"report": "cuelab reproduce", "files": ["../keep.txt", "..", 3]}))
        self.expect_ok("reproduce", "restitution", "-o", "report", "-q")
        self.assertTrue((self.folder / "keep.txt").is_file())

    def test_threads(self):
        for bad in ("0", "1.5", "x", "-1", "1e99"):
            self.expect_refused("reproduce", "restitution", "-o", "x", "--threads=" + bad,
                                mentions=["--threads"])


if __name__ == "__main__":
    unittest.main()
