#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "cuelab/io.hpp"
#include "cuelab/run.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

constexpr double radius = 0.028575;

/// Two balls, one cushion.
Scene smooth_scene() {
  return *parse_scene(
      "schema = 1\n[table]\nlength = 2.0\nwidth = 1.0\n"
      "[[table.cushion]]\nid = \"foot\"\nfrom = [1.0, -0.5]\nto = [1.0, 0.5]\n"
      "[[balls]]\nid = \"cue\"\nposition = [0.0, 0.0]\n"
      "[[balls]]\nid = \"1\"\nposition = [0.5, 0.0]\n[run]\nengine = \"smooth\"\n",
      Format::toml, "smooth.toml");
}

Event contact_event(double t, EventType type, Agent other) {
  return {.t = t, .type = type, .ball = 0, .other = other, .piece = 2, .other_piece = none};
}

/// Made by hand, with numbers that do not fit together.
SmoothRun made_up_run() {
  SmoothRun run;
  Trajectory& trajectory = run.trajectory;
  const double third = 1.0 / 3.0;
  Piece still;
  still.r0 = {0.5, 0.0, radius};
  still.ball = 1;
  Piece moving;
  moving.r0 = {0.0, 0.0, radius};
  moving.v0 = {1.0, third, 0.0};
  moving.b = {0.1, -third, 1e-300};
  moving.dw = {1.0, 2.0, third};
  moving.motion = Motion::sliding;
  Piece later = moving;
  later.t0 = 0.25;
  trajectory.pieces = {moving, still, later};
  trajectory.events = {contact_event(0.0, EventType::contact_begin, {AgentKind::cloth}),
                       contact_event(0.25, EventType::contact_begin, {AgentKind::ball, 1}),
                       contact_event(0.375, EventType::contact_end, {AgentKind::ball, 1}),
                       contact_event(0.5, EventType::contact_begin, {AgentKind::cushion, 0})};
  trajectory.contacts = {
      {.begin = 0, .end = none, .approach_speed = 0.0, .depth = 2.4e-6},
      {.begin = 1, .end = 2, .approach_speed = third, .peak_force = 3300.0, .depth = 1.3e-4},
      {.begin = 3, .end = none, .approach_speed = 1.5}};
  trajectory.final = {{.r = {0.6, 0.0, radius}, .v = {}, .w = {}, .motion = Motion::rolling},
                      {.r = {0.7, 0.0, radius}, .v = {}, .w = {}, .motion = Motion::stationary}};
  trajectory.t_end = 0.5;
  trajectory.stop = StopReason::at_rest;
  trajectory.cost = {.events = 4, .steps = 100, .rhs_evaluations = 700, .rejected = 7};
  trajectory.ledger = {.initial = 1.0,
                       .kinetic = 0.25,
                       .potential = 0.125,
                       .elastic = third,
                       .sinks = {{"cloth friction", 0.2}, {"ball-ball damping", 0.1}},
                       .error = 1e-12};
  run.snapshots = {{.t = 0.125,
                    .bodies = {{.state = trajectory.final[1], .orientation = {}},
                               {.state = trajectory.final[0], .orientation = {}}}}};
  return run;
}

TEST(IoContact, ReportsTellHowContactsBeganAndEnded) {
  const json report =
      json::parse(*trajectory_to_json(smooth_scene(), made_up_run().trajectory, {}));
  const json& events = report.at("events");
  EXPECT_EQ(events[0].at("agents"), json::array({"cue", "cloth"}));
  EXPECT_EQ(events[1].at("agents"), json::array({"cue", "1"}));
  EXPECT_EQ(events[3].at("agents"), json::array({"cue", "foot"}));
  EXPECT_EQ(events[1].at("approach_speed"), 1.0 / 3.0);
  EXPECT_FALSE(events[1].contains("peak_force"));
  EXPECT_EQ(events[2].at("peak_force"), 3300.0);
  EXPECT_EQ(events[2].at("depth"), 1.3e-4);
  EXPECT_EQ(events[2].at("duration"), 0.125);
  EXPECT_FALSE(events[2].contains("approach_speed"));
}

TEST(IoContact, ReportsHaveTheLedgerAndTheCost) {
  const Scene scene = smooth_scene();
  const SmoothRun run = made_up_run();
  const json report = json::parse(*trajectory_to_json(scene, run.trajectory, {}));
  const json& energy = report.at("energy");
  EXPECT_EQ(energy.at("initial"), 1.0);
  EXPECT_EQ(energy.at("final"), total_energy(scene, run.trajectory.final));
  EXPECT_EQ(energy.at("kinetic"), 0.25);
  EXPECT_EQ(energy.at("potential"), 0.125);
  EXPECT_EQ(energy.at("elastic"), 1.0 / 3.0);
  EXPECT_EQ(energy.at("dissipated"), (json{{"cloth friction", 0.2}, {"ball-ball damping", 0.1}}));
  EXPECT_EQ(energy.at("error"), 1e-12);
  EXPECT_EQ(report.at("cost").at("steps"), 100);
  EXPECT_EQ(report.at("cost").at("rhs_evaluations"), 700);
  EXPECT_EQ(report.at("cost").at("rejected"), 7);
}

TEST(IoContact, SamplesComeFromTheSnapshotsThenThePiecesThenTheEnd) {
  const SmoothRun run = made_up_run();
  const std::vector<double> at = {9.0, 0.125, 0.0625};
  const auto samples = samples_at(run.trajectory, at, run.snapshots);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].t, 9.0);
  EXPECT_EQ(samples[0].bodies[0].state, run.trajectory.final[0]);
  EXPECT_EQ(samples[1].bodies[0].state, run.trajectory.final[1]) << "the snapshot, not the piece";
  EXPECT_EQ(samples[2].bodies[0].state, state_on(run.trajectory.pieces[0], 0.0625));

  const json report =
      json::parse(*trajectory_to_json(smooth_scene(), run.trajectory, {.samples = samples}));
  EXPECT_EQ(report.at("samples")[1].at("t"), 0.125);
  EXPECT_EQ(report.at("samples")[1].at("balls")[0].at("position")[0], 0.7);
}

class IoContactFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ =
        (std::filesystem::temp_directory_path() / ("cuelab_" + std::string(test->name()))).string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// The message for a recording that was changed, or "" when it loads.
  std::string error_after(const std::function<void(json&)>& change) const {
    json document = json::parse(
        *trajectory_to_json(smooth_scene(), made_up_run().trajectory, {.pieces = true}));
    change(document);
    EXPECT_TRUE(write_file(path_, document.dump()));
    const auto recording = load_recording(path_);
    return recording ? "" : recording.error().message();
  }

  std::string path_;
};

TEST_F(IoContactFile, RecordingsOfContactsReadBackExactly) {
  const Scene scene = smooth_scene();
  const std::string text = *trajectory_to_json(scene, made_up_run().trajectory, {.pieces = true});
  ASSERT_TRUE(write_file(path_, text));
  const auto recording = load_recording(path_);
  ASSERT_TRUE(recording) << recording.error().message();
  EXPECT_EQ(recording->scene, scene);
  EXPECT_EQ(*trajectory_to_json(recording->scene, recording->trajectory, {.pieces = true}), text);
}

TEST_F(IoContactFile, PartnersThatDoNotExistAreRefused) {
  const auto with_other = [&](const char* kind, unsigned index) {
    return error_after([&](json& document) {
      document["events"][1]["other"] = {{"kind", kind}, {"index", index}};
    });
  };
  EXPECT_EQ(with_other("ball", 1), "");
  EXPECT_EQ(with_other("cushion", 0), "");
  EXPECT_EQ(with_other("cloth", 0), "");
  for (const unsigned unknown : {2U, 1000U, 0xfffffffeU, 0xffffffffU}) {
    EXPECT_NE(with_other("ball", unknown), "") << unknown;
    EXPECT_NE(with_other("cushion", unknown), "") << unknown;
    EXPECT_NE(with_other("cloth", unknown), "") << unknown;
  }
  for (const char* kind : {"jaw", "pocket", "part", "wall"}) EXPECT_NE(with_other(kind, 0), "");
  EXPECT_NE(error_after([](json& document) { document["events"][2]["ball"] = 2; }), "");
  EXPECT_NE(error_after([](json& document) {
              document["events"][1]["type"] = "ball-ball";
              document["events"][1]["other"] = {{"kind", "cushion"}, {"index", 0}};
            }),
            "");
}

TEST_F(IoContactFile, AnOlderRecordingIsRefusedWithAdvice) {
  const std::string error = error_after([](json& document) { document["events"][1]["other"] = 1; });
  EXPECT_NE(error.find("an earlier version wrote this recording"), std::string::npos) << error;
}

TEST_F(IoContactFile, EveryBallNeedsAPiece) {
  EXPECT_NE(error_after([](json& document) { document["pieces"][1]["ball"] = 0; }), "");
}

TEST_F(IoContactFile, ContactsMustNameTheEventsOfContacts) {
  const auto with = [&](int contact, const char* key, unsigned event) {
    return error_after([&](json& document) { document["contacts"][contact][key] = event; });
  };
  EXPECT_EQ(with(1, "end", 2), "");
  for (const unsigned wrong : {0U, 3U, 4U, 0xfffffffeU}) EXPECT_NE(with(1, "end", wrong), "");
  for (const unsigned wrong : {2U, 4U, 0xffffffffU}) EXPECT_NE(with(1, "begin", wrong), "");
}

TEST_F(IoContactFile, IncompleteRecordingsAreRefused) {
  for (const char* key : {"contacts", "ledger"}) {
    EXPECT_NE(error_after([&](json& document) { document.erase(key); }), "") << key;
  }
  EXPECT_NE(error_after([](json& document) { document["ledger"].erase("sinks"); }), "");
  EXPECT_NE(error_after([](json& document) { document["contacts"] = 3; }), "");
  // as written before pieces had a cubic term
  EXPECT_NE(error_after([](json& document) { document["pieces"][0].erase("b"); }), "");
  EXPECT_NE(error_after([](json& document) { document["pieces"][0]["dw"] = {0.0, 0.0}; }), "");
}

}  // namespace
}  // namespace cuelab
