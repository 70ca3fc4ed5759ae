// Moving pictures: instants of frames, coding of the replay's data, projection, painted balls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "cuelab/animation.hpp"
#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "draw/replay_data.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

using namespace draw;
using std::numbers::pi;

using testing::ElementsAre;

// --- frames --------------------------------------------------------------------------------------

TEST(FrameTimes, AreEvenlySpacedAndEndWithTheEnd) {
  EXPECT_THAT(frame_times({.from = 1.0, .to = 2.0, .speed = 1.0, .fps = 4.0}),
              ElementsAre(1.0, 1.25, 1.5, 1.75, 2.0));
  EXPECT_THAT(frame_times({.from = 0.0, .to = 0.6, .speed = 1.0, .fps = 4.0}),
              ElementsAre(0.0, 0.25, 0.5, 0.6));
}

TEST(FrameTimes, SlowMotionHasMoreFrames) {
  EXPECT_EQ(frame_times({.from = 0.0, .to = 3.0, .speed = 1.0, .fps = 30.0}).size(), 91U);
  EXPECT_EQ(frame_times({.from = 0.0, .to = 3.0, .speed = 0.1, .fps = 30.0}).size(), 901U);
}

TEST(FrameTimes, AnInstantIsOneFrame) {
  EXPECT_THAT(frame_times({.from = 0.5, .to = 0.5, .speed = 1.0, .fps = 30.0}), ElementsAre(0.5));
}

// --- coding --------------------------------------------------------------------------------------

std::string encoded(const std::string& text) {
  return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

/// The inverse, written for the test.
std::vector<std::uint8_t> decoded(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = (bits << 6U) | static_cast<unsigned>(letters.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::uint8_t>((bits >> static_cast<unsigned>(count)) & 255U));
  }
  return bytes;
}

TEST(Base64, TestVectorsOfTheStandard) {  // RFC 4648, section 10
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(Packing, DoublesAreLittleEndian) {
  EXPECT_THAT(decoded(packed_doubles(std::vector{1.0})), ElementsAre(0, 0, 0, 0, 0, 0, 0xf0, 0x3f));
  EXPECT_THAT(decoded(packed_floats(std::vector{-2.0})), ElementsAre(0, 0, 0, 0xc0));
}

/// Decodes a packed track as the page does.
TrackPoint unpacked(const PackedTrack& track, std::size_t instant) {
  const std::vector<std::uint8_t> bytes = decoded(track.data);
  const std::size_t rows = bytes.size() / 14;
  const std::size_t row = std::min(rows - 1, instant < track.first ? 0 : instant - track.first);
  const auto word = [&](std::size_t k) {
    return static_cast<double>(bytes[14 * row + 2 * k] | bytes[14 * row + 2 * k + 1] << 8);
  };
  const auto r = [&](std::size_t k) { return track.low[k] + track.step[k] * word(k); };
  const auto q = [&](std::size_t k) { return (word(3 + k) - 32768.0) / 32767.0; };
  return {{r(0), r(1), r(2)}, {q(0), q(1), q(2), q(3)}};
}

TEST(Packing, ATrackRoundTripsWithinHalfAStep) {
  std::vector<TrackPoint> track;
  for (int i = 0; i < 300; ++i) {
    // at rest, then moving, then at rest
    const double s = std::clamp(0.01 * (i - 50), 0.0, 2.0);
    track.push_back(
        {{1.4 - s, 0.3 * std::sin(3.0 * s), 0.0286}, from_rotation_vector({0.0, 7.0 * s, s})});
  }
  const PackedTrack result = pack_track(track);
  EXPECT_EQ(result.first, 50U);
  EXPECT_EQ(decoded(result.data).size(), 14U * 201U);
  for (std::size_t i = 0; i < track.size(); ++i) {
    const TrackPoint back = unpacked(result, i);
    EXPECT_LT(norm(back.r - track[i].r), 2.0 / 65535.0);
    EXPECT_NEAR(back.q.w, track[i].q.w, 0.51 / 32767.0);
    EXPECT_NEAR(back.q.y, track[i].q.y, 0.51 / 32767.0);
  }
}

TEST(Packing, ABallAtRestIsOneInstant) {
  const std::vector<TrackPoint> track(100, TrackPoint{{0.1, -0.2, 0.03}, {}});
  const PackedTrack result = pack_track(track);
  EXPECT_EQ(decoded(result.data).size(), 14U);
  EXPECT_EQ(unpacked(result, 57).r, (Vec3{0.1, -0.2, 0.03}));
}

TEST(ReplayTimes, IncludeEveryEventAndResolveTheFastestSpin) {
  // a ball that spins at 600 rad/s: half a turn takes less than the usual step
  Trajectory trajectory;
  trajectory.pieces = {{.t0 = 0.0, .w0 = {0.0, 0.0, 600.0}, .motion = Motion::spinning}};
  trajectory.final.resize(1);
  trajectory.t_end = 6.0;
  const std::vector<double> times = replay_times(Replay(trajectory), std::vector{0.1234567, 5.0});
  EXPECT_THAT(times, testing::Contains(0.1234567));
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_DOUBLE_EQ(times.back(), 6.0);
  for (std::size_t i = 1; i < times.size(); ++i) {
    EXPECT_GT(times[i], times[i - 1]);
    EXPECT_LT(600.0 * (times[i] - times[i - 1]), pi);
  }
}

// --- projection ----------------------------------------------------------------------------------

TEST(Projection, FromTheSideXIsRightZIsUpAndYIsAway) {
  EXPECT_EQ(in_view(Viewpoint::side, Vec3{1.0, 0.0, 0.0}), (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(in_view(Viewpoint::side, Vec3{0.0, 0.0, 1.0}), (Vec3{0.0, 1.0, 0.0}));
  EXPECT_EQ(in_view(Viewpoint::side, Vec3{0.0, 1.0, 0.0}), (Vec3{0.0, 0.0, -1.0}));
}

TEST(Projection, OrientationsRotateLikePositions) {
  const Quat turn = from_rotation_vector({0.3, -1.1, 2.0});
  const Vec3 mark{0.2, -0.5, 0.7};
  for (const Viewpoint viewpoint : {Viewpoint::top, Viewpoint::side}) {
    const Vec3 expected = in_view(viewpoint, rotate(turn, mark));
    EXPECT_LT(norm(rotate(in_view(viewpoint, turn), mark) - expected), 1e-15);
  }
}

TEST(Projection, ATurnAboutYIsClockwiseFromTheSide) {
  // the y axis points away from the viewer
  EXPECT_NEAR(view_angle(Viewpoint::side, from_rotation_vector({0.0, 0.4, 0.0})), -0.4, 1e-15);
  EXPECT_NEAR(view_angle(Viewpoint::top, from_rotation_vector({0.0, 0.0, 0.4})), 0.4, 1e-15);
}

// --- painted balls -------------------------------------------------------------------------------

struct Image {
  static constexpr int size = 101;
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(4 * size * size, 0);

  Pixels pixels() { return {bytes.data(), size, size, 4 * size}; }
  /// Blue, green, red of a pixel, x to the right and y up from the middle.
  std::array<int, 3> at(int x, int y) const {
    const std::size_t i = 4 * static_cast<std::size_t>((size / 2 - y) * size + size / 2 + x);
    return {bytes[i], bytes[i + 1], bytes[i + 2]};
  }
  bool is_red(int x, int y) const { return at(x, y)[2] > 2 * at(x, y)[1]; }
};

Image painted(const Quat& turn, double opacity = 1.0) {
  Image image;
  const BallColours colours{.fill = "#f8f4e8", .path = "#ffffff", .spot = "#c8202c"};
  paint_ball(image.pixels(), {.at = {50.5, 50.5}, .radius = 40.0, .opacity = opacity, .turn = turn},
             colours, {});
  return image;
}

TEST(PaintedBall, SpotsAreWhereTheOrientationPutsThem) {
  const Image still = painted({});
  EXPECT_TRUE(still.is_red(0, 0));
  EXPECT_FALSE(still.is_red(20, 0));
  // an eighth of a turn forwards, about x: the spot goes down in the picture by R sin 45 deg, and
  // the one that looked up comes to the upper half
  const Image rotated = painted(from_rotation_vector({0.25 * pi, 0.0, 0.0}));
  EXPECT_FALSE(rotated.is_red(0, 0));
  EXPECT_TRUE(rotated.is_red(0, -28));
  EXPECT_TRUE(rotated.is_red(0, 28));
  EXPECT_FALSE(rotated.is_red(28, 0));
  // the other sense of a smaller turn, about y: to the right
  const Image aside = painted(from_rotation_vector({0.0, 0.5, 0.0}));
  EXPECT_TRUE(aside.is_red(19, 0));
  EXPECT_FALSE(aside.is_red(-19, 0));
}

TEST(PaintedBall, StaysWithinItsCircleAndThePixels) {
  const Image image = painted({});
  EXPECT_EQ(image.at(42, 0), (std::array{0, 0, 0}));
  EXPECT_EQ(image.at(30, 30), (std::array{0, 0, 0}));
  EXPECT_GT(image.at(-27, 27)[0], 100);
  Image edge;
  const BallColours colours{.fill = "#f8f4e8"};
  for (const Vec2 at : {Vec2{0.0, 0.0}, Vec2{101.0, 50.0}, Vec2{-500.0, 1e9},
                        Vec2{std::numeric_limits<double>::quiet_NaN(), 3.0}}) {
    paint_ball(edge.pixels(), {.at = at, .radius = 30.0}, colours, {});
  }
  EXPECT_GT(edge.at(-50, 50)[0], 100);
}

TEST(PaintedBall, OpacityBlendsWithTheBackground) {
  const int full = painted({}).at(-20, 10)[1];
  EXPECT_NEAR(painted({}, 0.5).at(-20, 10)[1], full / 2, 1);
}

TEST(PaintedBall, TheLabelIsReadableOnBothSides) {
  // dark only where the label's right half is
  LabelMask mask(label_size * label_size, 0);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (i % label_size >= label_size / 2) mask[i] = 255;
  }
  const BallColours colours{.fill = "#d8222a", .label = "3"};
  for (const Quat& turn : {Quat{}, from_rotation_vector({0.0, pi, 0.0})}) {
    Image image;
    paint_ball(image.pixels(), {.at = {50.5, 50.5}, .radius = 40.0, .turn = turn}, colours, mask);
    EXPECT_LT(image.at(10, 0)[1], 60);
    EXPECT_GT(image.at(-10, 0)[1], 150);
  }
}

// --- a table's animation
// -----------------------------------------------------------------------------

TEST(Animation, BallsAreWhereTheReplayHasThem) {
  const Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/break_9ball.toml");
  const Trajectory trajectory = simulate_event(scene);
  const Replay replay(trajectory);
  for (const Viewpoint viewpoint : {Viewpoint::top, Viewpoint::side}) {
    const Animation animation = make_animation(scene, trajectory, viewpoint);
    const Pose pose = pose_at(animation, replay, 0.7);
    ASSERT_EQ(pose.balls.size(), scene.balls.size());
    for (const PosedBall& ball : pose.balls) {
      const Vec3 r = replay.state(animation.balls[ball.index].body, 0.7).r;
      const double up = viewpoint == Viewpoint::top ? r.y : r.z;
      EXPECT_NEAR((ball.at.x - animation.origin.x) / animation.scale, r.x, 1e-12);
      EXPECT_NEAR((animation.origin.y - ball.at.y) / animation.scale, up, 1e-12);
    }
  }
}

}  // namespace
}  // namespace cuelab
