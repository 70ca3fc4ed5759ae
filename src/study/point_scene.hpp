#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cuelab/scene_number.hpp"
#include "cuelab/study.hpp"

namespace cuelab::study {

/// The unit of a scene key or noise key. Throws `InputError`, which names the axis, if there is no
/// such key.
std::string unit_of_key(const std::string& key, const std::string& axis);

/// The [noise] table of a filled study document. Throws `InputError`.
Noise read_noise(const nlohmann::json& table);

/// How the points of a study become scenes. Axes that change only the stroke or its noise are set
/// directly, coefficients of laws too if nothing else follows from them; any other key makes the
/// scene of its point be read anew, so that rack, aim and defaults follow from it.
class PointScenes {
 public:
  /// `document` is the study's scene. Throws `InputError` for a key that cannot be varied.
  PointScenes(const Study& study, nlohmann::json document);

  /// Whether all points have the same scene but for the stroke.
  bool is_one_table() const { return one_table_; }

  /// Whether the scenes of all points follow from that of the study, which must have been read, by
  /// setting coefficients: `shot_of` then changes its scene to that of the point.
  bool are_numbers_enough() const;

  /// The scene of a point, read anew. Throws `InputError`.
  Scene scene_of(const std::vector<AxisValue>& values) const;

  /// Checks only keys, types and ranges. Throws `InputError`.
  void check(const std::vector<AxisValue>& values) const;

  /// With one table: the stroke of a point; none if a value is out of range. `scene` is that of
  /// the study, whose stroke is changed on the way.
  std::optional<Shot> shot_of(Scene& scene, const std::vector<AxisValue>& values) const;

  /// The noise of a point.
  Noise noise_of(const std::vector<AxisValue>& values) const;

 private:
  nlohmann::json document_of(const std::vector<AxisValue>& values) const;

  const Study& study_;
  nlohmann::json document_;
  bool one_table_ = true;
};

}  // namespace cuelab::study
