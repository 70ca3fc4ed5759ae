// Study files: text, document, validation, study.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "cuelab/run.hpp"
#include "cuelab/study.hpp"
#include "io/document.hpp"
#include "io/files.hpp"
#include "io/input_error.hpp"
#include "io/spelling.hpp"
#include "io/validate.hpp"
#include "scene/text.hpp"
#include "study/metric_reader.hpp"
#include "study/point_scene.hpp"

namespace cuelab {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// --- the scene -----------------------------------------------------------------------------------

/// The text of the scene that the study names, and its format.
json named_document(const std::string& given, const std::string& folder) {
  const bool is_path =
      given.ends_with(".toml") || given.ends_with(".json") || given.find('/') != std::string::npos;
  if (is_path) {
    if (folder.empty()) refuse("scene", "is a file; only named scenes can be used here");
    const std::string path = (fs::path(folder) / given).string();
    try {
      const std::string text = read_file(path, max_scene_bytes);
      return parse_document(text, format_of(path, text));
    } catch (const InputError& input) {
      refuse("scene", path + ": " + input.error.message());
    }
  }
  std::vector<std::string> names;
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == given) return parse_document(scene.text, Format::toml);
    names.emplace_back(scene.name);
  }
  const std::string near = nearest_word(given, names);
  refuse("scene", "is " + in_quotes(given) + ", no such named scene" +
                      (near.empty() ? "" : " (did you mean " + in_quotes(near) + "?)") +
                      "; files end in .toml or .json");
}

json scene_document(const json& document, const std::string& folder) {
  const json& scene = document.at("scene");
  json result = scene.is_string() ? named_document(scene.get<std::string>(), folder) : scene;
  for (const json& change : document.value("set", json::array())) {
    if (!change.is_string()) refuse("set", "is " + shown(change) + ", must be \"key=value\"");
    apply_override(result, change.get<std::string>());
  }
  return result;
}

// --- axes and design -----------------------------------------------------------------------------

AxisValue value_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.get<double>();
}

std::uint64_t whole_of(const json& value) {
  return value.is_number_float() ? static_cast<std::uint64_t>(value.get<double>())
                                 : value.get<std::uint64_t>();
}

bool has_any(const json& table, std::initializer_list<const char*> keys) {
  return std::ranges::any_of(keys, [&](const char* key) { return table.contains(key); });
}

double needed(const json& table, const std::string& path, const char* key) {
  if (!table.contains(key)) refuse(path + "." + key, "is missing, must be a number");
  return table.at(key).get<double>();
}

/// The values of an axis of a design other than a list.
void read_values(StudyAxis& axis, const json& table, const std::string& path, DesignKind design) {
  if (table.contains("values")) {
    if (has_any(table, {"from", "to", "count", "mean", "deviation"})) {
      refuse(path + ".values", "is given beside other values; give one or the other");
    }
    for (const json& value : table.at("values")) axis.values.push_back(value_of(value));
    if (axis.values.empty()) refuse(path + ".values", "is empty, must have at least one value");
    return;
  }
  if (has_any(table, {"mean", "deviation"})) {
    if (design == DesignKind::grid) {
      refuse(path + ".mean", "is for random and sobol designs; a grid has from, to and count");
    }
    if (has_any(table, {"from", "to"})) {
      refuse(path + ".mean", "is given beside from and to; give one or the other");
    }
    axis.mean = needed(table, path, "mean");
    axis.deviation = needed(table, path, "deviation");
  } else {
    axis.from = needed(table, path, "from");
    axis.to = needed(table, path, "to");
  }
  const bool counted = design == DesignKind::grid;
  if (counted != table.contains("count")) {
    refuse(path + ".count", counted ? "is missing, must be a whole number, at least 2"
                                    : "is only for grids; design.points is the number of points");
  }
  if (counted) axis.count = whole_of(table.at("count"));
}

StudyAxis read_axis(const json& table, const std::string& path, DesignKind design) {
  const auto key = table.at("key").get<std::string>();
  StudyAxis axis{
      .key = key, .label = table.value("label", key), .unit = study::unit_of_key(key, path)};
  if (design != DesignKind::list) {
    read_values(axis, table, path, design);
  } else if (has_any(table, {"from", "to", "count", "values", "mean", "deviation"})) {
    refuse(path, "has values of its own, but the design is a list; its values are design.rows");
  }
  return axis;
}

void read_rows(Study& study, const json& rows) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].size() != study.axes.size()) {
      refuse(fmt::format("design.rows.{}", k), fmt::format("has {} values, must have {}: one for "
                                                           "every axis",
                                                           rows[k].size(), study.axes.size()));
    }
    auto& row = study.rows.emplace_back();
    for (std::size_t i = 0; i < rows[k].size(); ++i) {
      row.push_back(value_of(rows[k][i]));
      // so that the axis knows whether it has names
      study.axes[i].values.push_back(row.back());
    }
  }
  if (rows.empty()) refuse("design.rows", "is empty, must have at least one row");
}

DesignKind design_of(const json& design) {
  const auto name = design.at("kind").get<std::string>();
  for (const DesignKind kind : {DesignKind::grid, DesignKind::random, DesignKind::sobol}) {
    if (name == name_of(kind)) return kind;
  }
  return DesignKind::list;
}

constexpr std::uint64_t most_points = 1'000'000'000'000;
constexpr std::uint64_t most_shots = 1'000'000'000'000'000;

void read_design(Study& study, const json& document) {
  const json& design = document.at("design");
  study.design = design_of(design);
  const json axes = document.value("axis", json::array());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    study.axes.push_back(read_axis(axes[i], fmt::format("axis.{}", i), study.design));
    for (std::size_t k = 0; k < i; ++k) {
      if (study.axes[k].key == study.axes[i].key) {
        refuse(fmt::format("axis.{}.key", i),
               "is " + in_quotes(study.axes[i].key) + ", which another axis varies already");
      }
    }
  }
  if (study.design == DesignKind::list) {
    read_rows(study, design.at("rows"));
    study.points = study.rows.size();
  } else if (study.design == DesignKind::grid) {
    for (const StudyAxis& axis : study.axes) {
      study.points *= axis.values.empty() ? axis.count : axis.values.size();
      if (study.points > most_points) refuse("axis", "the grid has more than 1e12 points");
    }
  } else {
    study.points = whole_of(design.at("points"));
    constexpr std::uint64_t sobol_points = 1ULL << 32U;
    if (study.design == DesignKind::sobol && study.points > sobol_points) {
      refuse("design.points", "must be at most 2^32 for a Sobol sequence");
    }
  }
}

/// About a hundred chunks; not so short that saving takes long, nor so long that a kill hurts.
std::uint64_t default_chunk(std::uint64_t shots) {
  constexpr std::uint64_t least = 4096, most = 1'000'000, parts = 128;
  return std::clamp(shots / parts, least, most);
}

void read_run(Study& study, const json& run) {
  study.samples = whole_of(run.at("samples"));
  study.seed = whole_of(run.at("seed"));
  study.common_random_numbers = run.at("common_random_numbers").get<bool>();
  study.keep_shots = run.at("keep_shots").get<bool>();
  if (study.samples > most_shots / study.points) {
    refuse("run.samples", "points times samples must be at most 1e15");
  }
  study.chunk = run.contains("chunk") ? whole_of(run.at("chunk")) : default_chunk(study.shots());
}

/// The least and the greatest number, and every name once.
std::set<AxisValue> extremes_of(const StudyAxis& axis) {
  std::set<AxisValue> ends;
  if (axis.values.empty() && axis.deviation == 0.0) ends = {axis.from, axis.to};
  std::optional<double> least, greatest;
  for (const AxisValue& value : axis.values) {
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) {
      ends.insert(value);
      continue;
    }
    least = std::min(least.value_or(*number), *number);
    greatest = std::max(greatest.value_or(*number), *number);
  }
  if (least) ends.insert({*least, *greatest});
  return ends;
}

/// The first point must be a valid scene, and every axis must stay within its key's range.
void check_axes(Study& study, const json& scene) {
  const study::PointScenes scenes(study, scene);
  study.scene = scenes.scene_of(point_values(study, 0));
  if (!study.scene.shot) refuse("scene", "has no [shot]; a study plays one");
  if (const auto reason = unsupported_reason(study.scene)) throw InputError{*reason};
  for (std::size_t i = 0; i < study.axes.size(); ++i) {
    const StudyAxis& axis = study.axes[i];
    for (const AxisValue& end : extremes_of(axis)) {
      auto values = point_values(study, 0);
      values[i] = end;
      scenes.check(values);
    }
  }
}

Study study_from(std::string_view text, Format format, const std::string& folder) {
  json document = parse_document(text, format);
  validate_study(document);
  json scene = scene_document(document, folder);
  document.erase("scene");
  document.erase("set");
  fill_study_defaults(document);
  Study study;
  study.name = document.at("name").get<std::string>();
  read_design(study, document);
  read_run(study, document.at("run"));
  study.noise = study::read_noise(document.at("noise"));
  document["scene"] = scene;
  document["run"]["chunk"] = study.chunk;
  study.document = document.dump();
  check_axes(study, scene);
  study.metrics = study::read_metrics(study.scene, document);
  return study;
}

}  // namespace

std::string_view name_of(DesignKind kind) {
  constexpr std::array<std::string_view, 4> names = {"grid", "random", "sobol", "list"};
  return names[static_cast<std::size_t>(kind)];
}

Result<Study> parse_study(std::string_view text, const std::string& name,
                          const std::string& folder) {
  return guarded({name}, [&] { return study_from(text, format_of(name, text), folder); });
}

Result<Study> load_study(const std::string& path) {
  return guarded({path}, [&] {
    const std::string text = read_file(path, max_scene_bytes);
    const std::string folder = fs::absolute(path).parent_path().string();
    return study_from(text, format_of(path, text), folder);
  });
}

}  // namespace cuelab
