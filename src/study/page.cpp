#include "study/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cuelab/version.hpp"
#include "draw/svg.hpp"
#include "study/embedded.hpp"

namespace cuelab::study {
namespace {

using draw::escaped;

constexpr std::string_view style = R"(
body { font: 15px/1.5 Helvetica, Arial, 'Liberation Sans', sans-serif; color: #1c1c1c;
       max-width: 68rem; margin: 2rem auto; padding: 0 1.2rem; background: #fff; }
h1 { font-size: 1.9rem; margin-bottom: .3rem; }
h2 { font-size: 1.45rem; margin-top: 3rem; padding-top: .8rem; border-top: 2px solid #444; }
h3 { font-size: 1.12rem; margin-top: 1.8rem; }
p, li { max-width: 50rem; }
.quiet { color: #555; font-size: .9rem; }
table { border-collapse: collapse; margin: .8rem 0 1.2rem; font-size: .86rem; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { padding: .22rem .6rem; border-bottom: 1px solid #ddd; text-align: left;
         vertical-align: top; }
th { border-bottom: 2px solid #888; }
td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.figure { text-align: right; }
td.words { min-width: 14rem; max-width: 28rem; }
tr.group td { background: #f2f4f7; font-weight: bold; } tr.group .quiet { font-weight: normal; }
td.list { white-space: normal; max-width: 17rem; }
td.case { padding-left: 1.6rem; }
.agrees, .differs, .open, .unexpected { font-weight: bold; white-space: nowrap; }
.agrees { color: #11702f; } .differs { color: #9a5b00; }
.open { color: #555; } .unexpected { color: #b3001b; }
figure { margin: 1rem 0; } figcaption { font-size: .9rem; color: #333; max-width: 50rem; }
svg { max-width: 100%; height: auto; }
pre { background: #f5f5f5; padding: .8rem; overflow-x: auto; font-size: .8rem; }
summary { cursor: pointer; color: #0b4f8a; }
nav table { font-size: .95rem; } a { color: #0b4f8a; }
@media print { body { margin: 0; max-width: none; font-size: 11px; }
               h2 { break-before: page; } table, figure { break-inside: avoid; } }
)";

std::string seconds_text(double seconds) {
  return seconds < 0.1 ? fmt::format("{:.0f} ms", 1e3 * seconds) : fmt::format("{:.1f} s", seconds);
}

/// Class and wording of a verdict.
std::string verdict_html(const Check& check) {
  if (!check.as_recorded()) {
    return fmt::format("<span class=\"unexpected\">{}, not as recorded</span>",
                       name_of(check.verdict));
  }
  return fmt::format("<span class=\"{0}\">{0}</span>", name_of(check.verdict));
}

std::string row_of(const std::vector<std::string>& cells, std::string_view tag) {
  std::string html = "<tr>";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    html +=
        fmt::format("<{0}{1}>{2}</{0}>", tag, k == 0 ? "" : " class=\"figure\"", escaped(cells[k]));
  }
  return html + "</tr>\n";
}

std::string html_of(const Grid& grid) {
  std::string html = fmt::format("<table><caption>{}</caption>\n<thead>{}</thead><tbody>\n",
                                 escaped(grid.caption), row_of(grid.header, "th"));
  for (const auto& row : grid.rows) html += row_of(row, "td");
  return html + "</tbody></table>\n";
}

/// Figures with a true minus sign, at which no line breaks.
std::string with_minus(const std::string& figures) {
  std::string html;
  for (const char c : escaped(figures)) c == '-' ? html += "−" : html += c;
  return html;
}

std::string statements_html(const CheckTable& table, const std::vector<Check>& checks) {
  std::string html =
      "<table><thead><tr><th>published statement</th><th>found here</th><th>verdict</th></tr>"
      "</thead><tbody>\n";
  for (std::size_t k = table.begin; k < table.end; ++k) {
    const Check& check = checks[k];
    html += fmt::format(
        "<tr><td class=\"words\">{}<br><span class=\"quiet\">{}</span></td>"
        "<td class=\"words\">{}</td><td>{}</td></tr>\n",
        escaped(check.what), escaped(check.source), escaped(check.computed), verdict_html(check));
  }
  return html + "</tbody></table>\n";
}

std::string html_of(const CheckTable& table, const std::vector<Check>& checks) {
  if (checks[table.begin].expected.empty()) return statements_html(table, checks);
  std::string html =
      "<table><thead><tr><th>quantity</th><th class=\"figure\">computed</th>"
      "<th class=\"figure\">expected</th><th class=\"figure\">greatest difference</th>"
      "<th class=\"figure\">allowed</th><th>verdict</th></tr></thead><tbody>\n";
  for (std::size_t k = table.begin; k < table.end; ++k) {
    const Check& check = checks[k];
    // cases of the same quantities share a heading
    if (k == table.begin || checks[k - 1].what != check.what) {
      html += fmt::format(
          "<tr class=\"group\"><td colspan=\"6\">{} <span class=\"quiet\">expected: {}</span>"
          "</td></tr>\n",
          escaped(check.what), escaped(check.source));
    }
    html += fmt::format(
        "<tr><td class=\"case\">{}</td><td class=\"figure list\">{}</td>"
        "<td class=\"figure list\">{}</td><td class=\"figure\">{}</td>"
        "<td class=\"figure\">{}</td><td>{}</td></tr>\n",
        escaped(check.label), with_minus(check.computed), with_minus(check.expected),
        escaped(check.difference), escaped(check.allowed), verdict_html(check));
  }
  return html + "</tbody></table>\n";
}

/// The figure without what only a file of its own needs.
std::string inline_svg(const draw::Plot& plot) {
  std::string svg = draw::plot_svg(plot);
  svg.erase(0, svg.find("<svg"));
  constexpr std::string_view space = " xmlns=\"http://www.w3.org/2000/svg\"";
  if (const auto at = svg.find(space); at != std::string::npos) svg.erase(at, space.size());
  return svg;
}

std::string html_of(const Block& block, const std::vector<Check>& checks) {
  if (const auto* text = std::get_if<Paragraph>(&block)) {
    return fmt::format("<p>{}</p>\n", escaped(text->text));
  }
  if (const auto* grid = std::get_if<Grid>(&block)) return html_of(*grid);
  if (const auto* table = std::get_if<CheckTable>(&block)) return html_of(*table, checks);
  if (const auto* figure = std::get_if<Figure>(&block)) {
    return fmt::format(
        "<figure>\n{}<figcaption>{} (<a href=\"{}.svg\">{}.svg</a>)</figcaption>"
        "</figure>\n",
        inline_svg(figure->plot), escaped(figure->caption), figure->name, figure->name);
  }
  const Data& data = std::get<Data>(block);
  return fmt::format("<p class=\"quiet\">Data: <a href=\"{0}.csv\">{0}.csv</a>, {1}</p>\n",
                     data.name, escaped(data.caption));
}

std::string html_of(const Findings& findings) {
  const ExperimentOutcome& outcome = findings.outcome;
  const std::string& paper = findings.expected.paper_time;
  std::string html = fmt::format(
      "<h2 id=\"{0}\">{1}</h2>\n<p class=\"quiet\">{2}. Command: cuelab reproduce {0}</p>\n"
      "<p>{3}.</p>\n<p class=\"quiet\">{4} runs in {5}{6}; hash {7:016x}</p>\n",
      outcome.info.name, escaped(outcome.info.title), escaped(outcome.info.source),
      escaped(verdict_line(outcome.checks)), outcome.runs, seconds_text(outcome.wall_seconds),
      paper.empty() ? "" : escaped("; the paper: " + paper), outcome.hash);
  for (std::size_t k = 0; k < findings.sections.size(); ++k) {
    const Section& section = findings.sections[k];
    if (!section.title.empty()) {
      html +=
          fmt::format("<h3 id=\"{}-{}\">{}</h3>\n", outcome.info.name, k, escaped(section.title));
    }
    for (const Block& block : section.blocks) html += html_of(block, outcome.checks);
  }
  if (!findings.expected.scene.empty()) {
    html += fmt::format("<details><summary>Input</summary><pre>{}</pre></details>\n",
                        escaped(embedded_file(findings.expected.scene)));
  }
  return html;
}

/// Links to the sections, which name the papers' figures.
std::string sections_html(const Findings& findings) {
  std::string html;
  for (std::size_t k = 0; k < findings.sections.size(); ++k) {
    const std::string& title = findings.sections[k].title;
    if (title.empty()) continue;
    html += fmt::format("{}<a href=\"#{}-{}\">{}</a>", html.empty() ? "" : " · ",
                        findings.outcome.info.name, k, escaped(title));
  }
  return html;
}

std::string additions_html(const std::vector<Findings>& all) {
  std::string html;
  for (const Findings& findings : all) {
    if (findings.expected.adds.empty()) continue;
    html += fmt::format("<li>{} (<a href=\"#{}\">{}</a>)</li>\n", escaped(findings.expected.adds),
                        findings.outcome.info.name, escaped(findings.outcome.info.title));
  }
  return html.empty() ? html
                      : "<h2 id=\"additions\">Beyond the papers</h2>\n<ul>\n" + html + "</ul>\n";
}

std::string contents_html(const std::vector<Findings>& all) {
  std::string html =
      "<nav><table><thead><tr><th>experiment</th><th>verdict</th>"
      "<th class=\"figure\">time</th></tr></thead><tbody>\n";
  for (const Findings& findings : all) {
    const ExperimentOutcome& outcome = findings.outcome;
    html += fmt::format(
        "<tr><td><a href=\"#{}\">{}</a><br><span class=\"quiet\">{}</span></td><td>{}</td>"
        "<td class=\"figure\">{}</td></tr>\n",
        outcome.info.name, escaped(outcome.info.title), sections_html(findings),
        escaped(verdict_line(outcome.checks)), seconds_text(outcome.wall_seconds));
  }
  return html + "</tbody></table></nav>\n";
}

std::string references_html(const std::vector<Findings>& all) {
  std::set<std::string> cited;
  for (const Findings& findings : all) {
    cited.insert(findings.expected.references.begin(), findings.expected.references.end());
  }
  std::string html = "<h2 id=\"references\">References</h2>\n<dl>\n";
  for (const auto& [key, text] : references()) {
    if (!cited.contains(key)) continue;
    html += fmt::format("<dt>[{}]</dt><dd>{}</dd>\n", escaped(key), escaped(text));
  }
  return html + "</dl>\n";
}

constexpr std::string_view how_to_read =
    "Published experiments, computed again by cuelab {} and put beside what was published. The "
    "papers show most of their results as curves without figures; what their text, tables and "
    "formulas do say is compared directly. Where the source is “independent program”, the figure "
    "comes from a second program written from the same equations. Every difference has its "
    "tolerance. “differs” marks a published statement that does not hold here, with the reason; "
    "“open” marks one that cannot be decided because the paper gives no figure. A verdict that is "
    "not the one on record is marked in red.";

}  // namespace

std::string verdict_line(const std::vector<Check>& checks) {
  std::size_t agrees = 0, differs = 0, open = 0, unexpected = 0;
  for (const Check& check : checks) {
    if (!check.as_recorded())
      ++unexpected;
    else if (check.verdict == Verdict::agrees)
      ++agrees;
    else if (check.verdict == Verdict::differs)
      ++differs;
    else
      ++open;
  }
  std::string line = fmt::format("{} agree", agrees);
  if (differs > 0)
    line += fmt::format(", {} published statement{} not hold (explained)", differs,
                        differs == 1 ? " does" : "s do");
  if (open > 0) line += fmt::format(", {} cannot be decided", open);
  if (unexpected > 0) line += fmt::format(", {} NOT AS RECORDED", unexpected);
  return line;
}

std::string page_html(const std::vector<Findings>& all) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Published experiments, repeated</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<h1>Published experiments, repeated</h1>\n<p>{}</p>\n",
      style, fmt::format(fmt::runtime(how_to_read), version));
  html += contents_html(all) + additions_html(all);
  for (const Findings& findings : all) html += html_of(findings);
  return html + references_html(all) + "</body>\n</html>\n";
}

std::string report_json(const std::vector<Findings>& all, const std::vector<ReportFile>& files) {
  nlohmann::ordered_json report = {
      {"schema", 1}, {"report", "cuelab reproduce"}, {"version", version}};
  for (const Findings& findings : all) {
    const ExperimentOutcome& outcome = findings.outcome;
    nlohmann::ordered_json entry = {{"name", outcome.info.name},
                                    {"title", outcome.info.title},
                                    {"source", outcome.info.source},
                                    {"runs", outcome.runs},
                                    {"wall_seconds", outcome.wall_seconds},
                                    {"hash", fmt::format("{:016x}", outcome.hash)}};
    for (const Check& check : outcome.checks) {
      entry["checks"].push_back({{"what", check.what},
                                 {"label", check.label},
                                 {"computed", check.computed},
                                 {"expected", check.expected},
                                 {"difference", check.difference},
                                 {"allowed", check.allowed},
                                 {"source", check.source},
                                 {"verdict", name_of(check.verdict)},
                                 {"as_recorded", check.as_recorded()}});
    }
    report["experiments"].push_back(std::move(entry));
  }
  for (const ReportFile& file : files) report["files"].push_back(file.name);
  return report.dump(2) + "\n";
}

}  // namespace cuelab::study
