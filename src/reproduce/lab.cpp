#include "reproduce/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"
#include "reproduce/embedded.hpp"

namespace cuelab::reproduction {
namespace {

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// CPU time of this thread, hardly affected by other load.
double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// Combines two hashes; order matters.
std::uint64_t joined(std::uint64_t hash, std::uint64_t next) {
  return (hash ^ next) * 0x9e3779b97f4a7c15ULL + (hash >> 29U);
}

std::string list_text(const std::vector<double>& values, int decimals) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " / ") + fixed(value, decimals);
  return text;
}

}  // namespace

bool has_sundials() {
#if defined(CUELAB_SUNDIALS)
  return true;
#else
  return false;
#endif
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "none";
  const double rounded = std::abs(value) < 0.5 * std::pow(10.0, -decimals) ? 0.0 : value;
  return fmt::format("{:.{}f}", rounded, decimals);
}

std::string brief_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e3 && size < 1e5) return fmt::format("{:.0f}", value);
  if (value == 0.0 || (size >= 1e-2 && size < 1e3)) return fmt::format("{:.3g}", value);
  std::string text = fmt::format("{:.2e}", value);

  // 1.00e-09 becomes 1e-9
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string digits = text.substr(0, e);
  while (digits.ends_with('0')) digits.pop_back();
  if (digits.ends_with('.')) digits.pop_back();
  return fmt::format("{}e{}", digits, std::stoi(text.substr(e + 1)));
}

// --- Lab -------------------------------------------------------------------------------------

Lab::Lab(const std::string& name, Options options)
    : name_(name), options_(std::move(options)), start_(clock_seconds()) {
  findings_.expected =
      parse_expected(embedded_file(fmt::format("experiments/{}/expected.toml", name)));
  findings_.outcome.info = {name, findings_.expected.title, findings_.expected.source};
}

Scene Lab::scene(const std::vector<std::string>& overrides) const {
  return scene_at(expected().scene, overrides);
}

Scene Lab::scene_at(const std::string& path, const std::vector<std::string>& overrides) {
  auto parsed = parse_scene(embedded_file(path), Format::toml, path, overrides);
  if (!parsed) throw std::runtime_error(parsed.error().message());
  return *std::move(parsed);
}

Timed Lab::record(const std::function<Result<SmoothRun>()>& simulate, Integrator integrator) {
  const double begin = clock_seconds();
  auto result = simulate();
  const double seconds = clock_seconds() - begin;
  if (!result) throw std::runtime_error(name_ + ": " + result.error().message());
  if (result->trajectory.stop == StopReason::event_limit) {
    throw std::runtime_error(name_ + ": a run reached its limit of events");
  }

  // the integrators of SUNDIALS do not give the same bits everywhere
  const bool ours = integrator == Integrator::dormand_prince || integrator == Integrator::rk4;
  count_run(ours ? std::optional(hash_of(result->trajectory)) : std::nullopt);
  return {*std::move(result), seconds};
}

void Lab::count_run(std::optional<std::uint64_t> hash) {
  ExperimentOutcome& outcome = findings_.outcome;
  if (hash) outcome.hash = joined(outcome.hash, *hash);
  ++outcome.runs;
  report_run();
}

void Lab::report_run() const {
  if (options_.ran) options_.ran();
}

void Lab::add_hash(std::uint64_t hash) {
  findings_.outcome.hash = joined(findings_.outcome.hash, hash);
  ++findings_.outcome.runs;
}

TimedShot Lab::shoot(const Scene& scene, int repeats) {
  TimedShot shot{{}, 1e9};
  for (int k = 0; k < repeats; ++k) {
    const double begin = processor_seconds();
    auto run = simulate(scene);
    shot.seconds = std::min(shot.seconds, processor_seconds() - begin);
    if (!run) throw std::runtime_error(name_ + ": " + run.error().message());
    shot.trajectory = std::move(run->trajectory);
  }
  count_run(hash_of(shot.trajectory));
  return shot;
}

Timed Lab::run(const Scene& scene, const std::vector<double>& at) {
  Scene smooth = scene;
  smooth.run.engine = Engine::smooth;
  const auto run_it = [&]() -> Result<SmoothRun> {
    auto run = simulate(smooth, {.at = at});
    if (!run) return run.error();
    return SmoothRun{std::move(run->trajectory), std::move(run->samples)};
  };
  return record(run_it, scene.smooth.integration.integrator);
}

Timed Lab::run(const System& system, const IntegrationSettings& settings,
               const SmoothOptions& options) {
  return record([&] { return simulate(system, settings, options); }, settings.integrator);
}

std::vector<Block>& Lab::blocks() {
  if (findings_.sections.empty()) findings_.sections.emplace_back();
  return findings_.sections.back().blocks;
}

void Lab::section(std::string title) { findings_.sections.push_back({std::move(title), {}}); }
void Lab::text(std::string paragraph) { blocks().emplace_back(Paragraph{std::move(paragraph)}); }
void Lab::grid(Grid grid) { blocks().emplace_back(std::move(grid)); }

void Lab::figure(std::string name, std::string caption, draw::Plot plot) {
  blocks().emplace_back(Figure{std::move(name), std::move(caption), std::move(plot)});
}

void Lab::data(std::string name, std::string caption, std::string csv) {
  blocks().emplace_back(Data{std::move(name), std::move(caption), std::move(csv)});
}

/// Figures and statements have separate tables.
void Lab::add(Check check) {
  std::vector<Check>& checks = findings_.outcome.checks;
  auto* table = blocks().empty() ? nullptr : std::get_if<CheckTable>(&blocks().back());
  if (table != nullptr && checks.back().expected.empty() != check.expected.empty()) table = nullptr;
  checks.push_back(std::move(check));
  if (table != nullptr) {
    table->end = checks.size();
  } else {
    blocks().emplace_back(CheckTable{checks.size() - 1, checks.size()});
  }
}

Verdict Lab::compare(std::string_view key, std::size_t row, const std::string& label,
                     const std::vector<double>& computed) {
  const auto found = expected().figures.find(key);
  if (found == expected().figures.end() || row >= found->second.rows.size() ||
      found->second.rows[row].size() != computed.size()) {
    throw std::logic_error(fmt::format("{}: no figures {} [{}]", name_, key, row));
  }
  const ExpectedFigures& expected_figures = found->second;
  double worst = 0.0;
  for (std::size_t k = 0; k < computed.size(); ++k) {
    const double off = std::abs(computed[k] - expected_figures.rows[row][k]);
    worst = std::isnan(off) ? off : std::max(worst, off);
  }
  const bool near = worst <= expected_figures.tolerance;
  const std::string unit = expected_figures.unit.empty() ? "" : " [" + expected_figures.unit + "]";
  add({.what = expected_figures.what + unit,
       .label = label,
       .computed = list_text(computed, expected_figures.decimals),
       .expected = list_text(expected_figures.rows[row], expected_figures.decimals),
       .difference = brief_text(worst),
       .allowed = brief_text(expected_figures.tolerance),
       .source = expected_figures.source,
       .evidence = expected_figures.evidence,
       .verdict = near ? Verdict::agrees : Verdict::differs,
       .recorded = Verdict::agrees});
  return near ? Verdict::agrees : Verdict::differs;
}

void Lab::claim(std::string_view key, Verdict verdict, std::string found) {
  const auto claim = expected().claims.find(key);
  if (claim == expected().claims.end()) {
    throw std::logic_error(fmt::format("{}: no statement {}", name_, key));
  }
  add({.what = claim->second.text,
       .label = "",
       .computed = std::move(found),
       .expected = "",
       .difference = "",
       .allowed = "",
       .source = claim->second.source,
       .evidence = Evidence::statement,
       .verdict = verdict,
       .recorded = claim->second.recorded});
}

Findings Lab::finish() && {
  findings_.outcome.wall_seconds = clock_seconds() - start_;
  return std::move(findings_);
}

// --- Csv -------------------------------------------------------------------------------------

Csv::Csv(const std::vector<std::string>& header) {
  for (const std::string& title : header) text_ += (text_.empty() ? "" : ",") + title;
  text_ += '\n';
}

void Csv::add(const std::vector<double>& row) { add({}, row); }

void Csv::add(const std::vector<std::string>& words, const std::vector<double>& row) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : ",") + word;
  for (const double value : row) line += (line.empty() ? "" : ",") + fmt::format("{:.12g}", value);
  text_ += line + '\n';
}

}  // namespace cuelab::reproduction
