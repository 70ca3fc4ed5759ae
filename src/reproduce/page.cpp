#include "reproduce/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cuelab/version.hpp"
#include "draw/svg.hpp"
#include "reproduce/embedded.hpp"

namespace cuelab::reproduction {
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
.scroll { overflow-x: auto; max-width: 100%; }
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
figure svg { width: 100%; min-width: 44rem; height: auto; display: block; }
pre { background: #f5f5f5; padding: .8rem; overflow-x: auto; font-size: .8rem; }
summary { cursor: pointer; color: #0b4f8a; }
nav table { font-size: .95rem; } a { color: #0b4f8a; }
dd { overflow-wrap: anywhere; margin: 0 0 .6rem 1.2rem; }
tr.total td { font-weight: bold; border-top: 2px solid #888; }
@media (max-width: 40rem) { body { padding: 0 .8rem; margin: 1rem auto; }
                            td.words { min-width: 11rem; } td.case { padding-left: .6rem; } }
@media print { body { margin: 0; max-width: none; font-size: 11px; }
               h2 { break-before: page; } table, figure { break-inside: avoid; } }
)";

std::string seconds_text(double seconds) {
  return seconds < 0.1 ? fmt::format("{:.0f} ms", 1e3 * seconds) : fmt::format("{:.1f} s", seconds);
}

/// "1 figure", "3 figures"
std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Text with citations, "[Hertz1882]", as links to the list of references.
std::string linked(const std::string& text) {
  static const auto known = references();
  std::string html = escaped(text);
  for (const auto& [key, reference] : known) {
    const std::string cited = "[" + key + "]";
    const std::string link = fmt::format("<a href=\"#ref-{0}\">[{0}]</a>", key);
    for (std::size_t at = html.find(cited); at != std::string::npos;
         at = html.find(cited, at + link.size())) {
      html.replace(at, cited.size(), link);
    }
  }
  return html;
}

/// A verdict in its colour.
std::string verdict_html(const Check& check) {
  if (!check.as_recorded()) {
    return fmt::format("<span class=\"unexpected\">{}, not as recorded</span>",
                       name_of(check.verdict));
  }
  return fmt::format("<span class=\"{0}\">{0}</span>", name_of(check.verdict));
}

/// No line breaks inside "1e-9".
std::string unbroken(std::string text) {
  for (std::size_t at = 1; at + 2 < text.size(); ++at) {
    const auto digit = [&](std::size_t k) { return text[k] >= '0' && text[k] <= '9'; };
    if (digit(at - 1) && text[at] == 'e' && text[at + 1] == '-' && digit(at + 2)) {
      text.replace(at + 1, 1, "\u2011");
    }
  }
  return text;
}

std::string row_of(const std::vector<std::string>& cells, std::string_view tag) {
  std::string html = "<tr>";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    html += fmt::format("<{0}{1}>{2}</{0}>", tag, k == 0 ? "" : " class=\"figure\"",
                        unbroken(escaped(cells[k])));
  }
  return html + "</tr>\n";
}

std::string html_of(const Grid& grid) {
  std::string html =
      fmt::format("<div class=\"scroll\"><table><caption>{}</caption>\n<thead>{}</thead><tbody>\n",
                  escaped(grid.caption), row_of(grid.header, "th"));
  for (const auto& row : grid.rows) html += row_of(row, "td");
  return html + "</tbody></table></div>\n";
}

/// Values with a true minus sign, at which no line can break.
std::string with_minus(const std::string& figures) {
  std::string html;
  for (const char c : escaped(figures)) c == '-' ? html += "−" : html += c;
  return html;
}

std::string statements_html(const CheckTable& table, const std::vector<Check>& checks) {
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th>published statement</th><th>found "
      "here</th><th>verdict</th></tr>"
      "</thead><tbody>\n";
  for (std::size_t k = table.begin; k < table.end; ++k) {
    const Check& check = checks[k];
    html += fmt::format(
        "<tr><td class=\"words\">{}<br><span class=\"quiet\">{}</span></td>"
        "<td class=\"words\">{}</td><td>{}</td></tr>\n",
        escaped(check.what), linked(check.source), linked(check.computed), verdict_html(check));
  }
  return html + "</tbody></table></div>\n";
}

std::string html_of(const CheckTable& table, const std::vector<Check>& checks) {
  if (checks[table.begin].expected.empty()) return statements_html(table, checks);
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th>quantity</th><th class=\"figure\">computed</th>"
      "<th class=\"figure\">expected</th><th class=\"figure\">greatest difference</th>"
      "<th class=\"figure\">allowed</th><th>verdict</th></tr></thead><tbody>\n";
  for (std::size_t k = table.begin; k < table.end; ++k) {
    const Check& check = checks[k];
    // cases of the same quantities share a heading
    if (k == table.begin || checks[k - 1].what != check.what) {
      html += fmt::format(
          "<tr class=\"group\"><td colspan=\"6\">{} <span class=\"quiet\">expected: {}</span>"
          "</td></tr>\n",
          escaped(check.what), linked(check.source));
    }
    html += fmt::format(
        "<tr><td class=\"case\">{}</td><td class=\"figure list\">{}</td>"
        "<td class=\"figure list\">{}</td><td class=\"figure\">{}</td>"
        "<td class=\"figure\">{}</td><td>{}</td></tr>\n",
        unbroken(escaped(check.label)), with_minus(check.computed), with_minus(check.expected),
        escaped(check.difference), escaped(check.allowed), verdict_html(check));
  }
  return html + "</tbody></table></div>\n";
}

/// The figure without the parts that only a separate file needs.
std::string inline_svg(const draw::Plot& plot) {
  std::string svg = draw::plot_svg(plot);
  svg.erase(0, svg.find("<svg"));
  constexpr std::string_view space = " xmlns=\"http://www.w3.org/2000/svg\"";
  if (const auto at = svg.find(space); at != std::string::npos) svg.erase(at, space.size());
  return svg;
}

std::string html_of(const Block& block, const std::vector<Check>& checks) {
  if (const auto* text = std::get_if<Paragraph>(&block)) {
    return fmt::format("<p>{}</p>\n", linked(text->text));
  }
  if (const auto* grid = std::get_if<Grid>(&block)) return html_of(*grid);
  if (const auto* table = std::get_if<CheckTable>(&block)) return html_of(*table, checks);
  if (const auto* figure = std::get_if<Figure>(&block)) {
    return fmt::format(
        "<figure>\n<div class=\"scroll\">{}</div>"
        "<figcaption>{} (<a href=\"{}.svg\">{}.svg</a>)</figcaption></figure>\n",
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
      outcome.info.name, escaped(outcome.info.title), linked(outcome.info.source),
      escaped(verdict_line(tally(outcome.checks))), outcome.runs,
      seconds_text(outcome.wall_seconds), paper.empty() ? "" : escaped("; in the paper: " + paper),
      outcome.hash);
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

/// Numbers of a row of the table of contents, without the time.
std::string tally_cells(const Tally& counts) {
  std::vector<std::size_t> numbers(counts.agree.begin(), counts.agree.end());
  numbers.insert(numbers.end(), {counts.differ, counts.open});
  std::string html;
  for (const std::size_t number : numbers) {
    html += fmt::format("<td class=\"figure\">{}</td>", number);
  }
  if (counts.unexpected > 0) {
    html += fmt::format("<td class=\"figure unexpected\">{}</td>", counts.unexpected);
  } else {
    html += "<td class=\"figure\">0</td>";
  }
  return html;
}

std::string contents_html(const std::vector<Findings>& all) {
  std::string html =
      "<nav><div class=\"scroll\"><table><thead><tr><th rowspan=\"2\">experiment</th>"
      "<th colspan=\"4\">agreement with</th><th class=\"figure\" rowspan=\"2\">statements that do "
      "not hold</th><th class=\"figure\" rowspan=\"2\">undecided</th><th class=\"figure\" "
      "rowspan=\"2\">not as recorded</th><th class=\"figure\" rowspan=\"2\">time</th></tr>\n"
      "<tr><th class=\"figure\">printed figures</th><th class=\"figure\">closed forms</th>"
      "<th class=\"figure\">second program</th><th class=\"figure\">statements</th></tr></thead>"
      "<tbody>\n";
  std::vector<Check> checks;
  double seconds = 0.0;
  for (const Findings& findings : all) {
    const ExperimentOutcome& outcome = findings.outcome;
    html += fmt::format(
        "<tr><td class=\"words\"><a href=\"#{}\">{}</a><br><span class=\"quiet\">{}</span></td>{}"
        "<td class=\"figure\">{}</td></tr>\n",
        outcome.info.name, escaped(outcome.info.title), sections_html(findings),
        tally_cells(tally(outcome.checks)), seconds_text(outcome.wall_seconds));
    checks.insert(checks.end(), outcome.checks.begin(), outcome.checks.end());
    seconds += outcome.wall_seconds;
  }
  html += fmt::format("<tr class=\"total\"><td>all</td>{}<td class=\"figure\">{}</td></tr>\n",
                      tally_cells(tally(checks)), seconds_text(seconds));
  return html + "</tbody></table></div></nav>\n";
}

std::string references_html(const std::vector<Findings>& all) {
  std::set<std::string> cited;
  for (const Findings& findings : all) {
    cited.insert(findings.expected.references.begin(), findings.expected.references.end());
  }
  std::string html = "<h2 id=\"references\">References</h2>\n<dl>\n";
  for (const auto& [key, reference] : references()) {
    if (!cited.contains(key)) continue;
    html += fmt::format("<dt id=\"ref-{0}\">[{0}]</dt><dd>{1}, <a href=\"{2}\">{2}</a></dd>\n",
                        escaped(key), escaped(reference.text), escaped(reference.url));
  }
  return html + "</dl>\n";
}

constexpr std::string_view how_to_read =
    "Published experiments, recomputed by cuelab {} and compared with the published results. "
    "There "
    "are four kinds of evidence, counted separately: values and formulas printed in a paper; "
    "closed-form solutions; a second program (tests/oracle), which solves the same equations "
    "independently, by another method and in higher precision; and statements that a paper makes "
    "in words. The papers show most of their results as curves without values, which cannot be "
    "compared. Every comparison of values states its tolerance. “differs” marks a published "
    "statement that does not hold here, with the reason; “open” marks one that cannot be decided "
    "because the paper gives no value. A verdict other than the recorded one is shown in red.";

}  // namespace

std::string verdict_line(const Tally& counts) {
  const std::pair<Evidence, std::string> kinds[] = {
      {Evidence::printed, counted(counts.agreeing(Evidence::printed), "printed figure")},
      {Evidence::closed_form, counted(counts.agreeing(Evidence::closed_form), "closed form")},
      {Evidence::second_program,
       counted(counts.agreeing(Evidence::second_program), "result") + " of the second program"},
      {Evidence::statement, counted(counts.agreeing(Evidence::statement), "statement")}};
  std::string agree;
  for (const auto& [evidence, text] : kinds) {
    if (counts.agreeing(evidence) > 0) agree += (agree.empty() ? "" : ", ") + text;
  }
  std::string line = agree.empty() ? "No agreement" : "Agreement with " + agree;
  if (counts.differ > 0) {
    line +=
        fmt::format("; {} not hold (explained below)",
                    counts.differ == 1 ? "1 published statement does"
                                       : fmt::format("{} published statements do", counts.differ));
  }
  if (counts.open > 0) line += fmt::format("; {} cannot be decided", counts.open);
  if (counts.unexpected > 0) line += fmt::format("; {} NOT AS RECORDED", counts.unexpected);
  return line;
}

std::string page_html(const std::vector<Findings>& all) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Published experiments, repeated</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<h1>Published experiments, repeated</h1>\n<p>{}</p>\n",
      style, fmt::format(fmt::runtime(how_to_read), version));
  html += contents_html(all) + additions_html(all);
  for (const Findings& findings : all) html += html_of(findings);
  return html + references_html(all) + "</body>\n</html>\n";
}

namespace {

nlohmann::ordered_json json_of(const Tally& counts) {
  nlohmann::ordered_json agree;
  for (const Evidence evidence : all_evidence) {
    agree[std::string(name_of(evidence))] = counts.agreeing(evidence);
  }
  return {{"agree", std::move(agree)},
          {"differ", counts.differ},
          {"open", counts.open},
          {"not_as_recorded", counts.unexpected}};
}

}  // namespace

std::string report_json(const std::vector<Findings>& all, const std::vector<ReportFile>& files) {
  nlohmann::ordered_json report = {
      {"schema", 1}, {"report", "cuelab reproduce"}, {"version", version}};
  std::vector<Check> checks;
  for (const Findings& findings : all) {
    const ExperimentOutcome& outcome = findings.outcome;
    checks.insert(checks.end(), outcome.checks.begin(), outcome.checks.end());
    nlohmann::ordered_json entry = {{"name", outcome.info.name},
                                    {"title", outcome.info.title},
                                    {"source", outcome.info.source},
                                    {"runs", outcome.runs},
                                    {"wall_seconds", outcome.wall_seconds},
                                    {"hash", fmt::format("{:016x}", outcome.hash)},
                                    {"counts", json_of(tally(outcome.checks))}};
    for (const Check& check : outcome.checks) {
      entry["checks"].push_back({{"what", check.what},
                                 {"label", check.label},
                                 {"computed", check.computed},
                                 {"expected", check.expected},
                                 {"difference", check.difference},
                                 {"allowed", check.allowed},
                                 {"source", check.source},
                                 {"evidence", name_of(check.evidence)},
                                 {"verdict", name_of(check.verdict)},
                                 {"as_recorded", check.as_recorded()}});
    }
    report["experiments"].push_back(std::move(entry));
  }
  report["counts"] = json_of(tally(checks));
  for (const ReportFile& file : files) report["files"].push_back(file.name);
  return report.dump(2) + "\n";
}

}  // namespace cuelab::reproduction
