// Damaged and hostile recordings: refused with a message; what is accepted is drawn in bounded
// time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json recorded() {
  const auto scene = parse_scene(
      "schema = 1\n[[balls]]\nposition = [-0.5, 0.1]\n[[balls]]\nposition = [0.5, 0]\n"
      "[shot]\nspeed = 3\nat = \"1\"\nside = 0.3\n",
      Format::toml, "scene.toml");
  const Trajectory run = simulate_event(*scene);
  return json::parse(*trajectory_to_json(*scene, run, {.pieces = true}));
}

std::string error_in(const json& document) {
  const auto recording = parse_recording(document.dump(), "run.json");
  return recording ? "" : recording.error().message();
}

template <class Change>
std::string error_with(const Change& change) {
  json document = recorded();
  change(document);
  return error_in(document);
}

TEST(HostileRecording, RunsOfEveryEngineLoad) {
  for (const char* name : {"break_9ball", "jump_over", "masse", "three_cushion"}) {
    for (const char* engine : {"event", "stepped", "smooth"}) {
      const std::vector<std::string> changes{"run.engine=" + std::string(engine)};
      const auto scene = load_named_scene(name, changes);
      ASSERT_TRUE(scene) << scene.error().message();
      const auto run = simulate(*scene);
      ASSERT_TRUE(run) << run.error().message();
      const auto text = trajectory_to_json(*scene, run->trajectory, {.pieces = true});
      const auto recording = parse_recording(*text, "run.json");
      EXPECT_TRUE(recording) << name << ' ' << engine << ' ' << recording.error().message();
    }
  }
}

TEST(HostileRecording, ValuesOutOfRange) {
  EXPECT_EQ(error_in(recorded()), "");
  EXPECT_THAT(error_with([](json& d) { d["t_end"] = 2e6; }), HasSubstr("t_end: is 2e+06"));
  EXPECT_THAT(error_with([](json& d) { d["t_end"] = -1.0; }), HasSubstr("t_end: is -1"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["w0"][1] = 1e9; }),
              HasSubstr("pieces.w0: has the component 1e+09"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["r0"][0] = 1e15; }),
              HasSubstr("pieces.r0: has the coordinate 1e+15"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["a"][0] = 1e11; }),
              HasSubstr("pieces: leads to the coordinate"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["dw"][0] = 1e20; }),
              HasSubstr("pieces: leads to a spin with the component"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["v0"][0] = 1e300; }), HasSubstr("v0"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["spin_decay"] = -1.0; }),
              HasSubstr("pieces.spin_decay: is negative"));
  EXPECT_THAT(error_with([](json& d) { d["balls"][0]["position"][2] = -1e15; }),
              HasSubstr("balls.position"));
}

TEST(HostileRecording, TimesOutOfOrder) {
  EXPECT_THAT(error_with([](json& d) { d["pieces"][2]["t0"] = 1e5; }), HasSubstr("pieces.t0: is"));
  EXPECT_THAT(error_with([](json& d) { d["pieces"][0]["t0"] = -1.0; }), HasSubstr("pieces.t0: is"));
  EXPECT_THAT(error_with([](json& d) { d["events"][1]["t"] = 0.0; }), HasSubstr("events.t: is 0"));
}

TEST(HostileRecording, IndicesAndCounts) {
  for (const json& bad : {json(1e300), json(0.5), json(-1), json(5'000'000'000), json("0")}) {
    EXPECT_THAT(error_with([&](json& d) { d["pieces"][0]["ball"] = bad; }),
                HasSubstr("where an index is expected"))
        << bad;
    EXPECT_NE(error_with([&](json& d) { d["events"][0]["ball"] = bad; }), "") << bad;
    EXPECT_NE(error_with([&](json& d) { d["events"][0]["piece"] = bad; }), "") << bad;
  }
  EXPECT_THAT(error_with([](json& d) { d["cost"]["steps"] = 1e300; }),
              HasSubstr("where a count is expected"));
}

TEST(HostileRecording, LongAndFastMotionsAreDrawnInBoundedTime) {
  json document = recorded();
  document["t_end"] = 1e6;
  for (json& piece : document["pieces"]) {
    piece["v0"] = piece["a"] = piece["b"] = {0.0, 0.0, 0.0};
    piece["w0"] = {3.0, 5e7, 1.0};
    piece["dw"] = {1e-3, 2e-3, 0.0};
  }
  const auto recording = parse_recording(document.dump(), "run.json");
  ASSERT_TRUE(recording) << recording.error().message();
  const auto& [scene, run, seconds] = *recording;
  EXPECT_NE(draw_top_view(scene, run), "");
  EXPECT_NE(draw_side_view(scene, run), "");
  EXPECT_NE(draw_curves(scene, run), "");
  EXPECT_LT(replay_page(scene, run, Viewpoint::top).size(), 30e6);
}

}  // namespace
}  // namespace cuelab
