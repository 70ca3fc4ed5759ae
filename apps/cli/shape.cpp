#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/batch.hpp"
#include "cuelab/draw.hpp"
#include "cuelab/goal_file.hpp"
#include "json_text.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Result<GoalFile> find_goal(const std::string& given) {
  std::error_code none;
  if (fs::exists(given, none)) return load_goal(given);
  std::vector<std::string> names;
  for (const NamedScene& goal : named_goals()) {
    if (goal.name == given) return parse_goal(goal.text, Format::toml, given);
    names.emplace_back(goal.name);
  }
  return Error{
      "", given,
      fmt::format("no such goal file{}; built in: {}", suggestion(given, names), joined(names))};
}

Json unknowns_json(const ShapingProblem& problem, const std::vector<double>& x) {
  Json out = Json::object();
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[std::string(name_of(problem.unknowns[i].quantity))] = x[i];
  }
  return out;
}

/// Per unknown of the shot, how far the events stay the same.
Json margins_json(const ShapingProblem& problem, const Solution& solution) {
  Json out = Json::object();
  std::size_t m = 0;
  for (const Unknown& u : problem.unknowns) {
    if (u.quantity > Quantity::elevation || m >= solution.margins.size()) continue;
    const Margin& margin = solution.margins[m++];
    if (margin.kind == Margin::Kind::nothing) continue;
    const Agents agents =
        agents_of({.t = margin.t, .ball = margin.ball, .other = margin.other}, problem.scene);
    out[std::string(name_of(u.quantity))] = {{"distance", margin.distance},
                                             {"kind", name_of(margin.kind)},
                                             {"t", margin.t},
                                             {"agents", {agents.first, agents.second}}};
  }
  return out;
}

std::string result_json(const GoalFile& goal, const ShapeResult& found, double seconds) {
  Json out;
  out["schema"] = 1;
  out["name"] = goal.name;
  out["solved"] = !found.solutions.empty();
  out["infeasible"] = found.is_infeasible;
  out["noise"] = goal.problem.noise.name;
  out["simulations"] = found.simulations;
  out["wall_seconds"] = seconds;
  out["solutions"] = Json::array();
  for (const Solution& s : found.solutions) {
    out["solutions"].push_back({{"unknowns", unknowns_json(goal.problem, s.attempt.x)},
                                {"miss", s.attempt.miss},
                                {"chance", s.chance},
                                {"impacts", s.path},
                                {"usual_miss", s.usual_miss},
                                {"margins", margins_json(goal.problem, s)}});
  }
  out["closest"] = {{"unknowns", unknowns_json(goal.problem, found.closest.x)},
                    {"miss", found.closest.miss}};
  return json_text(out);
}

std::string best_miss_text(const ShapingProblem& problem, const ShapeResult& found) {
  std::string text = fmt::format(
      "{}; the best miss is {:.4g} mm, with\n",
      found.is_infeasible ? "infeasible: no small change comes closer" : "no solution found",
      1e3 * found.closest.miss);
  for (std::size_t i = 0; i < found.closest.x.size(); ++i) {
    text += fmt::format("  {} {:.6g}\n", name_of(problem.unknowns[i].quantity), found.closest.x[i]);
  }
  return text;
}

std::string result_text(const GoalFile& goal, const ShapeResult& found, double seconds) {
  const ShapingProblem& problem = goal.problem;
  std::string text =
      fmt::format("{}: {} simulations in {}\n", goal.name, found.simulations, time_text(seconds));
  if (found.solutions.empty()) return text + best_miss_text(problem, found);
  text +=
      fmt::format("{} distinct solution{}; chance under the noise \"{}\"\n", found.solutions.size(),
                  found.solutions.size() == 1 ? "" : "s", problem.noise.name);
  std::vector<Column> columns{{"", true}, {"chance", true}, {"miss [mm]", true}};
  for (const Unknown& u : problem.unknowns) {
    columns.push_back({std::string(name_of(u.quantity)), true});
  }
  TextTable table(columns);
  for (std::size_t i = 0; i < found.solutions.size(); ++i) {
    const Solution& s = found.solutions[i];
    std::vector<std::string> cells{std::to_string(i + 1), fmt::format("{:.0f} %", 100.0 * s.chance),
                                   figure(1e3 * s.attempt.miss, 4)};
    for (const double x : s.attempt.x) cells.push_back(fmt::format("{:.5g}", x));
    table.add(std::move(cells));
  }
  text += table.text();
  for (std::size_t i = 0; i < found.solutions.size(); ++i) {
    const Solution& s = found.solutions[i];
    if (!s.path.empty()) text += fmt::format("{}: {}\n", i + 1, s.path);
    if (!s.usual_miss.empty()) text += fmt::format("   usual miss: {}\n", s.usual_miss);
  }
  return text;
}

std::optional<Error> write_output(const std::string& path, const GoalFile& goal,
                                  const ShapeResult& found, double seconds,
                                  const film::Module* module) {
  if (fs::path(path).extension() == ".json") {
    const auto written = save_file(path, result_json(goal, found, seconds));
    if (!written) return written.error();
    return {};
  }
  const Attempt& best = found.solutions.empty() ? found.closest : found.solutions.front().attempt;
  constexpr int width = 1600;
  const auto written = save_picture(
      path, draw_top_view(scene_of(goal.problem, best.x), best.trajectory), width, module);
  if (!written) return written.error();
  return {};
}

}  // namespace

int shape_command(const ShapeArgs& args, const Verbosity& verbosity) {
  auto goal = find_goal(args.goal);
  if (!goal) return fail(goal.error());
  const film::Module* module = nullptr;
  if (!args.out.empty()) {
    const auto fault = find_output_fault("--out", args.out, ".svg, .png, .pdf, .json", args.goal);
    if (fault) return fail(*fault);
    const auto found = module_for(fs::path(args.out).extension().string(), ".svg, .json");
    if (!found) return fail(found.error());
    module = *found;
  }
  ShapeResult found;
  const auto begin = std::chrono::steady_clock::now();
  {
    ProgressBar bar(1.0, verbosity.quiet);
    goal->search.parallel = on_all_cores;
    goal->search.progress = [&bar](double done) {
      bar.show_count(static_cast<std::size_t>(100.0 * done), 100, "%");
    };
    found = shape(goal->problem, goal->search);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!args.out.empty()) {
    if (const auto fault = write_output(args.out, *goal, found, seconds, module)) {
      return fail(*fault);
    }
  }
  if (args.json) return print(result_json(*goal, found, seconds));
  std::string text = result_text(*goal, found, seconds);
  if (!args.out.empty()) text += fmt::format("wrote {}\n", args.out);
  return print(text);
}

}  // namespace cuelab::cli
