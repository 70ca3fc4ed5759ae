#include "study/point_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "cuelab/io.hpp"
#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/keys.hpp"
#include "io/scene_reader.hpp"
#include "io/spelling.hpp"
#include "io/validate.hpp"
#include "math/elementary.hpp"
#include "scene/angles.hpp"
#include "scene/text.hpp"

namespace cuelab::study {
namespace {

using nlohmann::json;

constexpr std::string_view cut_key = "shot.cut";
constexpr std::array<std::string_view, 6> stroke_keys = {
    "shot.speed", "shot.heading", "shot.side", "shot.height", "shot.elevation", cut_key};

bool is_noise(std::string_view key) { return key.starts_with("noise."); }

/// A deviation of the noise, and how many of its units in files make one of ours.
struct Deviation {
  std::string_view key;
  double Noise::* member;
  double unit;
};
constexpr double degree = pi / 180.0;
constexpr std::array<Deviation, 5> deviations = {{{"side", &Noise::side, 1.0},
                                                  {"height", &Noise::height, 1.0},
                                                  {"elevation", &Noise::elevation, degree},
                                                  {"heading", &Noise::heading, degree},
                                                  {"speed", &Noise::speed, 1.0}}};

/// "balls.0.position" and "balls[0].position" as "balls[].position"; components of vectors too.
std::string pattern_of(const std::string& key) {
  static const std::regex index(R"(\[\d+\]|\.\d+(?=\.|$))");
  return std::regex_replace(key, index, "[]");
}

/// The row of a key, or nullptr.
const KeyRow* row_of(const std::string& key) {
  const bool noise = is_noise(key);
  const std::string path = (noise ? std::string(study_root) + '.' : "") + pattern_of(key);
  const auto& rows = noise ? study_rows() : key_rows();
  const auto found = std::ranges::find_if(
      rows, [&](const KeyRow& row) { return row.path == path || row.path + "[]" == path; });
  return found == rows.end() ? nullptr : &*found;
}

std::string text_of(const AxisValue& value) {
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  return number_text(std::get<double>(value));
}

}  // namespace

std::string unit_of_key(const std::string& key, const std::string& axis) {
  if (const KeyRow* row = row_of(key); row != nullptr && key != "noise.level") {
    return unit_of(*row);
  }
  std::vector<std::string> known;
  for (const KeyRow& row : key_rows()) known.push_back(row.path);
  for (const Deviation& d : deviations) known.push_back("noise." + std::string(d.key));
  known.emplace_back("noise.scale");
  const std::string near = nearest_word(key, known);
  refuse(axis + ".key", "is " + in_quotes(key) + ", which is neither a scene key nor a noise key" +
                            (near.empty() ? "; cuelab schema --keys lists the scene keys"
                                          : " (did you mean " + in_quotes(near) + "?)"));
}

Noise read_noise(const json& table) {
  Noise noise;
  if (table.contains("level")) {
    const auto name = table.at("level").get<std::string>();
    const NoiseLevel* level = find_noise_level(name);
    if (level == nullptr) {
      std::string known;
      for (const NoiseLevel& l : noise_levels()) {
        known += (known.empty() ? "" : ", ") + std::string(l.name);
      }
      refuse("noise.level", "is " + in_quotes(name) + ", must be one of " + known);
    }
    noise = level->noise;
  }
  for (const Deviation& d : deviations) {
    const auto found = table.find(std::string(d.key));
    if (found != table.end()) noise.*d.member = found->get<double>() * d.unit;
  }
  return scaled(noise, table.at("scale").get<double>());
}

PointScenes::PointScenes(const Study& study, json document)
    : study_(study), document_(std::move(document)) {
  for (const StudyAxis& axis : study.axes) {
    const bool is_stroke = std::ranges::find(stroke_keys, axis.key) != stroke_keys.end();
    one_table_ = one_table_ && (is_stroke || is_noise(axis.key));
  }
}

bool PointScenes::are_numbers_enough() const {
  for (const StudyAxis& axis : study_.axes) {
    const bool is_stroke = std::ranges::find(stroke_keys, axis.key) != stroke_keys.end();
    if (is_stroke || is_noise(axis.key)) continue;
    if (!axis.key.starts_with("physics.") || axis.has_names()) return false;
  }
  // what else a scene may derive from a coefficient shows in the scene that is read
  for (const std::uint64_t point : {std::uint64_t{0}, study_.points / 2, study_.points - 1}) {
    const std::vector<AxisValue> values = point_values(study_, point);
    Scene changed = study_.scene;
    if (!shot_of(changed, values)) return false;
    try {
      const auto text = scene_to_json(changed), wanted = scene_to_json(scene_of(values));
      if (!text || !wanted || *text != *wanted) return false;
    } catch (const InputError&) {
      return false;
    }
  }
  return true;
}

json PointScenes::document_of(const std::vector<AxisValue>& values) const {
  json document = document_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& key = study_.axes[i].key;
    if (is_noise(key)) continue;
    apply_override(document, key + "=" + text_of(values[i]));
  }
  return document;
}

void PointScenes::check(const std::vector<AxisValue>& values) const {
  validate(document_of(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& key = study_.axes[i].key;
    if (!is_noise(key)) continue;
    const auto* number = std::get_if<double>(&values[i]);
    const KeyRow& row = *row_of(key);
    if (number == nullptr || !row.range.contains(*number)) {
      refuse(key, "is " + text_of(values[i]) + ", must be " + expected_text(row));
    }
  }
}

Scene PointScenes::scene_of(const std::vector<AxisValue>& values) const {
  json document = document_of(values);
  validate(document);
  Scene scene = read_scene(std::move(document));
  if (auto fault = find_fault(scene)) throw InputError{*std::move(fault)};
  return scene;
}

std::optional<Shot> PointScenes::shot_of(Scene& scene, const std::vector<AxisValue>& values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& key = study_.axes[i].key;
    if (is_noise(key)) continue;
    const double value = std::get<double>(values[i]);
    if (key != cut_key) {
      if (apply(scene, key, value)) return {};
      continue;
    }
    const auto id = document_.at("shot").at("at").get<std::string>();
    const auto object = std::ranges::find(scene.balls, id, &Ball::id);
    const auto heading = aim_at(scene.balls[scene.shot->ball], *object, radians(value));
    if (!heading) return {};
    scene.shot->heading = *heading;
  }
  return scene.shot;
}

Noise PointScenes::noise_of(const std::vector<AxisValue>& values) const {
  Noise noise = study_.noise;
  double factor = 1.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& key = study_.axes[i].key;
    if (!is_noise(key)) continue;
    const double value = std::get<double>(values[i]);
    if (key == "noise.scale") factor = value;
    for (const Deviation& d : deviations) {
      if (key.substr(6) == d.key) noise.*d.member = value * d.unit;
    }
  }
  return scaled(noise, factor);
}

}  // namespace cuelab::study
