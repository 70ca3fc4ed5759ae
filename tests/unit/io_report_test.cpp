#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"
#include "io/text_format.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

Scene two_balls() {
  return *parse_scene(
      "schema = 1\nname = \"two, \\\"quoted\\\"\"\n[table]\npreset = \"open\"\n"
      "[[balls]]\nid = \"cue\"\nposition = [0.0, 0.0]\nvelocity = [1.0, 0.0, 0.0]\n"
      "[[balls]]\nid = \"a,b\"\nposition = [0.5, 0.0]\n",
      Format::toml, "two.toml");
}

/// A run made by hand: the cue ball slides into the other; awkward numbers on purpose.
Trajectory made_up_run() {
  Trajectory run;
  const double third = 1.0 / 3.0;
  run.pieces = {{.t0 = 0.0,
                 .r0 = {0, 0, 0.028575},
                 .v0 = {1, 0, 0},
                 .a = {-third, 0, 0},
                 .b = {},
                 .w0 = {0, 1e-300, -0.0},
                 .dw = {0.1, -0.2, 0.0},
                 .spin_decay = 10.9,
                 .ball = 0,
                 .motion = Motion::sliding},
                {.t0 = 0.0,
                 .r0 = {0.5, 0, 0.028575},
                 .v0 = {},
                 .a = {},
                 .b = {},
                 .w0 = {},
                 .dw = {},
                 .spin_decay = 0.0,
                 .ball = 1,
                 .motion = Motion::stationary},
                {.t0 = third,
                 .r0 = {0.4, 0, 0.028575},
                 .v0 = {},
                 .a = {},
                 .b = {},
                 .w0 = {},
                 .dw = {},
                 .spin_decay = 0.0,
                 .ball = 0,
                 .motion = Motion::stationary},
                {.t0 = third,
                 .r0 = {0.5, 0, 0.028575},
                 .v0 = {0.7, 0, 0},
                 .a = {},
                 .b = {},
                 .w0 = {},
                 .dw = {},
                 .spin_decay = 0.0,
                 .ball = 1,
                 .motion = Motion::rolling}};
  run.events = {{.t = third,
                 .type = EventType::ball_ball,
                 .ball = 0,
                 .other = {AgentKind::ball, 1},
                 .piece = 2,
                 .other_piece = 3},
                {.t = 0.5,
                 .type = EventType::rolling_stationary,
                 .ball = 1,
                 .other = {},
                 .piece = 3,
                 .other_piece = none}};
  run.final = {{.r = {0.4, 0, 0.028575}, .v = {}, .w = {}, .motion = Motion::stationary},
               {.r = {0.6, 0, 0.028575}, .v = {}, .w = {}, .motion = Motion::stationary}};
  run.t_end = 0.5;
  run.stop = StopReason::t_max;
  run.cost = {.events = 2, .steps = 0, .rhs_evaluations = 0, .pair_tests = 5, .roots = 3};
  return run;
}

class IoFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() / ("cuelab_io_" + std::string(test->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::size_t file_count() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++count;
    return count;
  }

  std::filesystem::path folder_;
};

TEST(IoReport, HasTheKeysOfTheContract) {
  const Scene scene = two_balls();
  const std::string text = *trajectory_to_json(scene, made_up_run(), {.wall_seconds = 0.25});
  const json report = json::parse(text);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("engine"), "event");
  EXPECT_EQ(report.at("scene"), scene.name);
  EXPECT_EQ(report.at("stop"), "t-max");
  EXPECT_EQ(report.at("t_end"), 0.5);
  EXPECT_EQ(report.at("events")[0].at("type"), "ball-ball");
  EXPECT_EQ(report.at("events")[0].at("agents"), json::array({"cue", "a,b"}));
  EXPECT_EQ(report.at("events")[1].at("agents"), json::array({"a,b"}));
  EXPECT_FALSE(report.at("events")[0].contains("after"));
  EXPECT_EQ(report.at("balls")[1].at("position"), json::array({0.6, 0, 0.028575}));
  EXPECT_EQ(report.at("balls")[1].at("motion"), "stationary");
  EXPECT_TRUE(report.at("energy").contains("initial"));
  EXPECT_TRUE(report.at("energy").contains("final"));
  EXPECT_EQ(report.at("cost").at("events"), 2);
  EXPECT_EQ(report.at("cost").at("wall_seconds"), 0.25);
  EXPECT_EQ(report.at("hash").get<std::string>().size(), 16U);
  EXPECT_FALSE(report.contains("samples"));
  EXPECT_FALSE(report.contains("pieces"));
}

TEST(IoReport, StatesAndSamplesAreGivenWhenAskedFor) {
  const auto samples = samples_at(made_up_run(), std::vector{0.0, 0.4});
  const json report = json::parse(
      *trajectory_to_json(two_balls(), made_up_run(), {.states = true, .samples = samples}));
  const json& after = report.at("events")[0].at("after");
  EXPECT_EQ(after.at("cue").at("motion"), "stationary");
  EXPECT_EQ(after.at("a,b").at("velocity"), json::array({0.7, 0, 0}));
  ASSERT_EQ(report.at("samples").size(), 2U);
  EXPECT_EQ(report.at("samples")[1].at("t"), 0.4);
  EXPECT_EQ(report.at("samples")[0].at("balls")[0].at("orientation"), json::array({1, 0, 0, 0}));
}

TEST(IoReport, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(trajectory_to_csv(two_balls(), made_up_run()),
            "t,type,first,second\n"
            "0.3333333333333333,ball-ball,cue,\"a,b\"\n"
            "0.5,rolling-stationary,\"a,b\",\n");
}

TEST_F(IoFile, RecordingsReadBackExactly) {
  const Scene scene = two_balls();
  const Trajectory run = made_up_run();
  ASSERT_TRUE(write_file(path("run.json"), *trajectory_to_json(scene, run, {.pieces = true})));
  const auto recording = load_recording(path("run.json"));
  ASSERT_TRUE(recording) << recording.error().message();
  EXPECT_EQ(recording->scene, scene);
  EXPECT_EQ(hash_of(recording->trajectory), hash_of(run));
  // the same text again means the same numbers, to the last bit and sign of zero
  EXPECT_EQ(*trajectory_to_json(recording->scene, recording->trajectory, {.pieces = true}),
            *trajectory_to_json(scene, run, {.pieces = true}));
}

TEST_F(IoFile, WhatIsNoRecordingIsRefused) {
  ASSERT_TRUE(write_file(path("a.json"), *trajectory_to_json(two_balls(), made_up_run(), {})));
  const auto report = load_recording(path("a.json"));
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message().find("is not a recording"), std::string::npos);

  json broken = json::parse(*trajectory_to_json(two_balls(), made_up_run(), {.pieces = true}));
  broken["events"][0]["piece"] = 99;
  ASSERT_TRUE(write_file(path("b.json"), broken.dump()));
  EXPECT_FALSE(load_recording(path("b.json")));
  broken["pieces"][0].erase("r0");
  ASSERT_TRUE(write_file(path("c.json"), broken.dump()));
  EXPECT_FALSE(load_recording(path("c.json")));
}

TEST_F(IoFile, WritingReplacesTheWholeFileAndLeavesNothingElse) {
  ASSERT_TRUE(write_file(path("out.txt"), "first, and longer"));
  ASSERT_TRUE(write_file(path("out.txt"), "second"));
  EXPECT_EQ(std::filesystem::file_size(path("out.txt")), 6U);
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(IoFile, WritingWhereThereIsNoFolderNamesThePath) {
  const auto result = write_file(path("none/out.txt"), "x");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message(),
            path("none/out.txt") + ": cannot be written: No such file or directory");
  EXPECT_FALSE(write_file(folder_.string(), "x"));
  EXPECT_EQ(file_count(), 0U);
}

TEST_F(IoFile, ScenesLoadFromFilesOfAnyName) {
  const std::string toml = *scene_to_toml(two_balls());
  ASSERT_TRUE(write_file(path("scene.toml"), toml));
  ASSERT_TRUE(write_file(path("scene"), *scene_to_json(two_balls())));
  EXPECT_EQ(*load_scene(path("scene.toml")), two_balls());
  EXPECT_EQ(*load_scene(path("scene")), two_balls());
}

RC_GTEST_PROP(IoText, NumbersReadBackToTheSameBits, ()) {
  const double value = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
  RC_PRE(value - value == 0.0);
  const json read = json::parse(to_json(nlohmann::ordered_json(value)));
  RC_ASSERT(std::bit_cast<std::uint64_t>(read.get<double>()) ==
            std::bit_cast<std::uint64_t>(value));
}

TEST(IoText, JsonNeverHoldsNan) {
  EXPECT_EQ(to_json(nlohmann::ordered_json(std::numeric_limits<double>::quiet_NaN())), "null");
  EXPECT_EQ(to_json(nlohmann::ordered_json(-0.0)), "-0.0");
  EXPECT_EQ(to_json(nlohmann::ordered_json(0.1)), "0.1");
}

}  // namespace
}  // namespace cuelab
