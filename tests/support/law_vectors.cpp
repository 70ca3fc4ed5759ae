#include "support/law_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace cuelab::testing {
namespace {

Vec3 vector_from(const nlohmann::json& a) { return {a.at(0), a.at(1), a.at(2)}; }

double difference(const Vec3& a, const Vec3& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

Motion motion_from(const std::string& name) {
  for (const Motion motion : {Motion::stationary, Motion::spinning, Motion::rolling,
                              Motion::sliding, Motion::airborne, Motion::pocketed}) {
    if (name_of(motion) == name) return motion;
  }
  return Motion::stationary;
}

}  // namespace

const nlohmann::json& law_vectors() {
  static const nlohmann::json vectors = [] {
    std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/law_vectors.json");
    return nlohmann::json::parse(file);
  }();
  return vectors;
}

BallState state_from(const nlohmann::json& object) {
  return {.r = vector_from(object.at("r")),
          .v = vector_from(object.at("v")),
          .w = vector_from(object.at("w")),
          .motion = motion_from(object.value("s", "stationary"))};
}

BallState in_our_frame(const BallState& s) {
  const auto turned = [](const Vec3& a) { return Vec3{a.y, -a.x, a.z}; };
  const Vec3 centre{0.5 * recorder_length, -0.5 * recorder_width, 0.0};
  return {turned(s.r) - centre, turned(s.v), turned(s.w), s.motion};
}

double difference(const BallState& a, const BallState& b) {
  return std::max({difference(a.r, b.r), difference(a.v, b.v), difference(a.w, b.w)});
}

}  // namespace cuelab::testing
