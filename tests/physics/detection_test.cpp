// Times of first contact against another simulator's (tests/data/README.md says whose).
#include <gtest/gtest.h>

#include "cuelab/cuelab.hpp"
#include "cuelab/laws/cloth/flow.hpp"
#include "event/contact_time.hpp"
#include "support/law_vectors.hpp"
#include "support/recorded_shot.hpp"

namespace cuelab::testing {
namespace {

constexpr double tight = 1e-9;
const BallSpec ball;

struct Path {
  BallState s;
  Flow flow;
};

Path path_of(const nlohmann::json& object) {
  const BallState s = in_our_frame(state_from(object));
  return {s, flow_of(CoulombCloth{}, ball, {}, s)};
}

const Table& recorder_table() {
  static const Table table =
      read_recorded_shot(CUELAB_SOURCE_DIR
                         "/tests/data/event/B_elastic_han2005/break_9ball_V8.json")
          .scene.table;
  return table;
}

template <class Part>
const Part& find_part(const std::vector<Part>& parts, const std::string& id) {
  return *std::ranges::find(parts, id, &Part::id);
}

/// Both look for the contact on the present motion only. Beyond its end the recorder goes on with
/// a motion that is over (and checks the place by the true one), so nothing is compared there.
void expect_time(double have, double end_of_motion, const nlohmann::json& dt) {
  if (dt.is_null() || dt.get<double>() > end_of_motion) {
    EXPECT_GT(have, end_of_motion);
  } else {
    EXPECT_NEAR(have, dt.get<double>(), tight);
  }
}

constexpr double long_time = 100.0;  // [s]

TEST(Detection, BallBall) {
  for (const auto& row : law_vectors().at("detection").at("ball_ball")) {
    const Path a = path_of(row.at("ball1"));
    const Path b = path_of(row.at("ball2"));
    std::uint64_t roots = 0;
    expect_time(first_contact({b.s.r - a.s.r, b.s.v - a.s.v, b.flow.a - a.flow.a},
                              2.0 * ball.radius, long_time, roots),
                std::min(a.flow.duration, b.flow.duration), row.at("dt"));
  }
}

TEST(Detection, StraightCushion) {
  for (const auto& row : law_vectors().at("detection").at("linear")) {
    const Path p = path_of(row.at("ball"));
    const Cushion& cushion = find_part(recorder_table().cushions, row.at("cushion"));
    const Vec2 along = (1.0 / norm(cushion.to - cushion.from)) * (cushion.to - cushion.from);
    double best = never;
    for (const double facing : {1.0, -1.0}) {
      const Vec2 n = facing * left_of(along);
      const double t = first_contact(dot(n, flat(p.s.r) - cushion.from) - ball.radius,
                                     dot(n, flat(p.s.v)), dot(n, flat(p.flow.a)));
      const double foot =
          dot(along, flat(p.s.r) + t * (flat(p.s.v) + t * flat(p.flow.a)) - cushion.from);
      if (foot >= 0.0 && foot <= norm(cushion.to - cushion.from)) best = std::min(best, t);
    }
    expect_time(best, p.flow.duration, row.at("dt"));
  }
}

double circle_time(const Path& p, Vec2 centre, double reach) {
  std::uint64_t roots = 0;
  const Vec3 d = p.s.r - Vec3{centre.x, centre.y, p.s.r.z};
  return first_contact({d, p.s.v, p.flow.a}, reach, long_time, roots);
}

TEST(Detection, Jaw) {
  for (const auto& row : law_vectors().at("detection").at("circular")) {
    const Jaw& jaw = find_part(recorder_table().jaws, row.at("target"));
    const Path p = path_of(row.at("ball"));
    expect_time(circle_time(p, jaw.centre, jaw.radius + ball.radius), p.flow.duration,
                row.at("dt"));
  }
}

TEST(Detection, Pocket) {
  for (const auto& row : law_vectors().at("detection").at("pocket")) {
    const Pocket& pocket = find_part(recorder_table().pockets, row.at("target"));
    const Path p = path_of(row.at("ball"));
    expect_time(circle_time(p, pocket.centre, pocket.radius), p.flow.duration, row.at("dt"));
  }
}

}  // namespace
}  // namespace cuelab::testing
