// Load, write, load: the same scene and the same run, for random scene files with aimed shots.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <random>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

constexpr int scene_count = 5000;
constexpr int runs = 200;  // of these scenes, with one run per engine

class RandomFile {
 public:
  explicit RandomFile(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string toml = fmt::format("schema = 1\nname = \"{}\"\n[table]\npreset = \"{}\"\n",
                                   any("", "quotes \\\" and ü"), any("pool-9ft", "open"));
    for (int i = 0; i < 3; ++i) {
      toml += fmt::format("[[balls]]\nid = \"{}\"\nposition = [{}, {}]\n", i == 0 ? "cue" : any(i),
                          -0.8 + 0.7 * i + between(-0.2, 0.2), between(-0.5, 0.5));
      if (chance()) toml += fmt::format("mass = {}\n", between(0.1, 0.2));
      if (chance()) toml += fmt::format("radius = {}\n", between(0.026, 0.03));
      if (chance()) toml += fmt::format("spin = [{}, 0, {}]\n", between(-9, 9), between(-9, 9));
    }
    toml +=
        fmt::format("[shot]\nspeed = {}\nelevation = {}\nside = {}\nheight = {}\n", between(0.5, 5),
                    chance() ? 0.0 : between(0, 20), between(-0.3, 0.3), between(-0.3, 0.3));
    if (chance()) {
      toml += fmt::format("at = \"{}\"\ncut = {}\n", any(1), between(-60, 60));
    } else {
      toml += fmt::format("heading = {}\n", between(-360, 360));
    }
    return toml + fmt::format("[physics]\ngravity = {}\n[run]\nt_max = {}\n", between(9, 10),
                              between(1, 4));
  }

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  bool chance() { return random_() % 2 == 0; }
  const char* any(const char* a, const char* b) { return chance() ? a : b; }
  std::string any(int i) { return std::to_string(i); }

  std::mt19937 random_;
};

TEST(RoundTrip, WrittenScenesLoadToTheSameSceneAndRun) {
  RandomFile file(2026);
  for (int i = 0; i < scene_count; ++i) {
    const std::string text = file.text();
    const auto scene = parse_scene(text, Format::toml, "scene.toml");
    ASSERT_TRUE(scene) << scene.error().message() << '\n' << text;
    const auto toml = parse_scene(*scene_to_toml(*scene), Format::toml, "copy.toml");
    ASSERT_TRUE(toml) << toml.error().message() << '\n' << text;
    ASSERT_EQ(*toml, *scene) << text;
    const auto json = parse_scene(*scene_to_json(*scene), Format::json, "copy.json");
    ASSERT_TRUE(json) << json.error().message() << '\n' << text;
    ASSERT_EQ(*json, *scene) << text;
    if (i < runs) {
      ASSERT_EQ(hash_of(simulate_event(*toml)), hash_of(simulate_event(*scene))) << text;
    }
  }
}

TEST(RoundTrip, AimedAndAppliedHeadings) {
  // about one angle in 13 is no number of degrees times pi / 180
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  Scene scene = *parse_scene(
      "schema = 1\n[table]\npreset = \"open\"\n[[balls]]\nposition = [0, 0]\n"
      "[[balls]]\nposition = [5, 0]\n[shot]\n",
      Format::toml, "scene.toml");
  for (int i = 0; i < scene_count; ++i) {
    scene.balls[0].start.r.x = place(random);
    scene.balls[0].start.r.y = place(random);
    if (i % 2 == 0) {
      scene.shot->heading = *aim_at(scene.balls[0], scene.balls[1], place(random));
    } else {
      ASSERT_FALSE(apply(scene, "shot.heading", 360.0 * place(random)));
    }
    const auto copy = parse_scene(*scene_to_toml(scene), Format::toml, "copy.toml");
    ASSERT_TRUE(copy) << copy.error().message();
    ASSERT_EQ(*copy, scene) << scene.shot->heading;
  }
}

TEST(RoundTrip, WholeTurnsAreInRange) {
  Scene scene = *parse_scene("schema = 1\n[[balls]]\nposition = [0, 0]\n[shot]\n", Format::toml,
                             "scene.toml");
  constexpr double pi = 3.14159265358979323846;
  for (const double turn : {2.0 * pi, -2.0 * pi, pi, 0.5 * pi}) {
    scene.shot->heading = turn;
    EXPECT_FALSE(find_fault(scene)) << turn;
  }
  scene.shot->heading = 0.0;
  scene.shot->elevation = 0.5 * pi;
  EXPECT_FALSE(find_fault(scene));
}

}  // namespace
}  // namespace cuelab
