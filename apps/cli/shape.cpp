#include <fmt/format.h>

#include <array>
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

std::string title_of(const GoalFile& goal) { return goal.name.empty() ? "shaped shot" : goal.name; }

/// A file that the options ask for.
struct Output {
  std::string path;
  const film::Module* module = nullptr;  ///< for pictures that need it
};

/// Checks an option's file; the endings are those of pictures and `others` (", .a, .b").
Result<Output> output_of(const std::string& option, const std::string& path,
                         const std::string& others, const std::string& source) {
  Output out{path};
  if (path.empty()) return out;
  if (auto fault = find_output_fault(option, path, ".svg, .png, .pdf" + others, source)) {
    return *std::move(fault);
  }
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".json" || ending == ".toml") return out;
  auto module = module_for(ending, ".svg" + others);
  if (!module) return Error{"", option, module.error().what};
  out.module = *module;
  return out;
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

const char* unit_of(Quantity quantity) {
  constexpr std::array units{"m/s", "deg", "R",     "R",     "deg",
                             "m/s", "deg", "rad/s", "rad/s", "rad/s"};
  static_assert(units.size() == quantity_count);
  return units[static_cast<std::size_t>(quantity)];
}

std::string best_miss_text(const ShapingProblem& problem, const ShapeResult& found) {
  std::string text = fmt::format(
      "{}; the best miss is {:.4g} mm, with\n",
      found.is_infeasible ? "infeasible: no small change comes closer" : "no solution found",
      1e3 * found.closest.miss);
  for (std::size_t i = 0; i < found.closest.x.size(); ++i) {
    const Quantity q = problem.unknowns[i].quantity;
    text += fmt::format("  {} {:.6g} {}\n", name_of(q), found.closest.x[i], unit_of(q));
  }
  return text;
}

std::string result_text(const GoalFile& goal, const ShapeResult& found, double seconds) {
  const ShapingProblem& problem = goal.problem;
  std::string text = fmt::format("{}: {} simulations in {}\n", title_of(goal), found.simulations,
                                 time_text(seconds));
  if (found.solutions.empty()) return text + best_miss_text(problem, found);
  text +=
      fmt::format("{} distinct solution{}; chance under the noise \"{}\"\n", found.solutions.size(),
                  found.solutions.size() == 1 ? "" : "s", problem.noise.name);
  std::vector<Column> columns{{"", true}, {"chance", true}, {"miss [mm]", true}};
  for (const Unknown& u : problem.unknowns) {
    columns.push_back({fmt::format("{} [{}]", name_of(u.quantity), unit_of(u.quantity)), true});
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

constexpr int shape_pixels = 1600;  ///< width of a PNG

/// The best solution, or the best miss.
const Attempt& best_of(const ShapeResult& found) {
  return found.solutions.empty() ? found.closest : found.solutions.front().attempt;
}

Result<std::monostate> write_output(const Output& out, const GoalFile& goal,
                                    const ShapeResult& found, double seconds) {
  if (out.path.empty()) return std::monostate{};
  const std::string ending = fs::path(out.path).extension().string();
  if (ending == ".json") return save_file(out.path, result_json(goal, found, seconds));
  if (ending == ".toml") {
    Scene scene = scene_of(goal.problem, best_of(found).x);
    if (scene.name.empty()) scene.name = goal.name;
    const auto text = scene_to_toml(scene);
    if (!text) return text.error();
    return save_file(out.path, *text);
  }
  return save_picture(out.path, draw_shaped_shots(title_of(goal), goal.problem, found),
                      shape_pixels, out.module);
}

Result<std::monostate> write_region(const Output& out, const GoalFile& goal,
                                    const ShapeResult& found) {
  if (out.path.empty()) return std::monostate{};
  const Attempt& best = best_of(found);
  const MakeRegion region = make_region(
      goal.problem, best.x, {.simulations = 50000, .least = 16, .parallel = on_all_cores});
  return save_picture(out.path, draw_make_region(title_of(goal), goal.problem, best, region),
                      shape_pixels, out.module);
}

/// The noise that the options name instead of the file's.
std::optional<Error> set_noise(const std::string& name, ShapingProblem& problem) {
  if (name.empty()) return {};
  const NoiseLevel* level = find_noise_level(name);
  if (level != nullptr) {
    problem.noise = *level;
    return {};
  }
  std::vector<std::string> names;
  for (const NoiseLevel& known : noise_levels()) names.emplace_back(known.name);
  return Error{"", "--noise",
               fmt::format("\"{}\": no such noise{}; available: {}", name, suggestion(name, names),
                           joined(names))};
}

}  // namespace

int shape_command(const ShapeArgs& args, const Verbosity& verbosity) {
  auto goal = find_goal(args.goal);
  if (!goal) return fail(goal.error());
  if (const auto fault = set_noise(args.noise, goal->problem)) return fail(*fault);
  const auto out = output_of("--out", args.out, ", .json, .toml", args.goal);
  if (!out) return fail(out.error());
  const auto region = output_of("--region", args.region, "", args.goal);
  if (!region) return fail(region.error());
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
  for (const auto& written :
       {write_output(*out, *goal, found, seconds), write_region(*region, *goal, found)}) {
    if (!written) return fail(written.error());
  }
  if (args.json) return print(result_json(*goal, found, seconds));
  std::string text = result_text(*goal, found, seconds);
  for (const std::string& path : {args.out, args.region}) {
    if (!path.empty()) text += fmt::format("wrote {}\n", path);
  }
  return print(text);
}

}  // namespace cuelab::cli
