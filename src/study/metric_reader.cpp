#include "study/metric_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

struct KindInfo {
  std::string_view name;
  bool chance;
  std::string_view unit;
};

/// In the order of `MetricKind`.
constexpr std::array<KindInfo, 19> kinds = {{{"pot", true, ""},
                                             {"first-hit", true, ""},
                                             {"scratch", true, ""},
                                             {"leave", true, ""},
                                             {"legal", true, ""},
                                             {"success", true, ""},
                                             {"wins", true, ""},
                                             {"three-cushion-point", true, ""},
                                             {"all", true, ""},
                                             {"points", false, ""},
                                             {"pocketed", false, ""},
                                             {"cushions", false, ""},
                                             {"balls-hit", false, ""},
                                             {"spread", false, "m"},
                                             {"time", false, "s"},
                                             {"cue-x", false, "m"},
                                             {"cue-y", false, "m"},
                                             {"end-x", false, "m"},
                                             {"end-y", false, "m"}}};

const KindInfo& info(MetricKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name_of(MetricKind kind) { return info(kind).name; }
bool is_chance(MetricKind kind) { return info(kind).chance; }

}  // namespace cuelab

namespace cuelab::study {
namespace {

using nlohmann::json;

/// The index of a part by its id, for a key of a metric.
template <class Parts>
std::uint32_t index_of(const Parts& parts, const json& id, const std::string& path,
                       const char* what) {
  const auto wanted = id.get<std::string>();
  const auto found = std::ranges::find_if(parts, [&](const auto& p) { return p.id == wanted; });
  if (found != parts.end()) return static_cast<std::uint32_t>(found - parts.begin());
  std::string known;
  constexpr std::size_t longest = 100;
  for (const auto& part : parts) {
    if (known.size() < longest) known += (known.empty() ? "" : ", ") + part.id;
  }
  refuse(path, fmt::format("is \"{}\", must be the id of a {}: {}", wanted, what,
                           known.empty() ? "the scene has none" : known));
}

MetricKind kind_of(const std::string& name) {
  std::size_t k = 0;
  while (k + 1 < kinds.size() && kinds[k].name != name) ++k;
  return static_cast<MetricKind>(k);
}

Rules rules_of(const json& table) {
  Rules rules;
  const auto game = table.at("game").get<std::string>();
  for (const Game g : {Game::eight_ball, Game::nine_ball, Game::three_cushion, Game::snooker}) {
    if (name_of(g) == game) rules.game = g;
  }
  rules.is_break = table.at("break").get<bool>();
  const auto target = table.at("target").get<std::string>();
  if (target == "solids") rules.target = Target::solids;
  if (target == "stripes") rules.target = Target::stripes;
  if (target == "colour") rules.target = Target::colour;
  return rules;
}

/// Names become parts of paths in the result file.
void check_name(const std::string& name, const std::string& path) {
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  if (!std::ranges::all_of(name, is_fine)) {
    refuse(path, "is " + in_quotes(name) + ", must have only letters, digits, - and _");
  }
}

/// The chances that an `all` names.
std::vector<std::size_t> parts_of(const json& names, const std::vector<Metric>& earlier,
                                  const std::string& path) {
  std::vector<std::size_t> parts;
  for (const json& name : names) {
    const auto found = name.is_string()
                           ? std::ranges::find(earlier, name.get<std::string>(), &Metric::name)
                           : earlier.end();
    if (found == earlier.end() || !is_chance(found->kind)) {
      refuse(path, "names " + shown(name) + ", must name chances among the metrics before it");
    }
    parts.push_back(static_cast<std::size_t>(found - earlier.begin()));
  }
  if (parts.empty()) refuse(path, "is empty, must name at least one chance");
  return parts;
}

Metric read_metric(const Scene& scene, const json& table, const std::vector<Metric>& earlier,
                   const std::string& path) {
  Metric metric{.name = table.at("name").get<std::string>(),
                .kind = kind_of(table.at("kind").get<std::string>())};
  check_name(metric.name, path + ".name");
  if (std::ranges::find(earlier, metric.name, &Metric::name) != earlier.end()) {
    refuse(path + ".name", "is " + in_quotes(metric.name) + ", which another metric has already");
  }
  metric.unit = info(metric.kind).unit;
  if (table.contains("ball")) {
    metric.ball = index_of(scene.balls, table.at("ball"), path + ".ball", "ball");
  }
  if (table.contains("pocket")) {
    metric.pocket = index_of(scene.table.pockets, table.at("pocket"), path + ".pocket", "pocket");
  }
  if (metric.kind == MetricKind::leave) {
    metric.centre = {table.at("centre")[0].get<double>(), table.at("centre")[1].get<double>()};
    metric.radius = table.at("radius").get<double>();
  }
  if (table.contains("game")) metric.rules = rules_of(table);
  if (table.contains("nominated")) {
    const std::string key = path + ".nominated";
    if (metric.rules.target != Target::colour) refuse(key, "is only for target = \"colour\"");
    metric.rules.nominated =
        scene.balls[index_of(scene.balls, table.at("nominated"), key, "ball")].id;
  }
  if (metric.kind == MetricKind::all) metric.of = parts_of(table.at("of"), earlier, path + ".of");
  return metric;
}

}  // namespace

std::vector<Metric> read_metrics(const Scene& scene, const json& document) {
  std::vector<Metric> metrics;
  const json tables = document.value("metric", json::array());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    metrics.push_back(read_metric(scene, tables[i], metrics, fmt::format("metric.{}", i)));
  }
  if (metrics.empty()) refuse("metric", "is missing, must be at least one table");
  return metrics;
}

}  // namespace cuelab::study
