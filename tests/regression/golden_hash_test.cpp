// The same scene gives the same bits: hashes of shots whose physics is written out in full, so
// that new defaults do not move them. A changed hash means a changed result: find out why before
// changing a number here.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

constexpr const char* shot = R"(
schema = 1
[[balls]]
id = "cue"
position = [-0.6, 0.03]
[shot]
ball = "cue"
speed = 5.0
heading = -2.0
side = 0.2
height = 0.15
[rack]
game = "nine-ball"
at = [0.6, 0.0]
gap = 1e-5
jitter = 4e-6
seed = 3
)";

struct Golden {
  const char* name;
  const char* table;
  const char* physics;
  const char* hash;
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

const Golden goldens[] = {
    {"frictionless_mirror", "preset = \"pool-9ft\"",
     "ball_ball = { law = \"frictionless\", restitution = 1.0 }\n"
     "cushion = { law = \"mirror\", restitution = 0.85 }",
     "6d05ad22dfc06453"},
    {"frictional_han", "preset = \"pool-8ft\"",
     "ball_ball = { law = \"frictional\", restitution = 0.94, friction = 0.06 }\n"
     "cushion = { law = \"han-2005\", restitution = 0.85, friction = 0.2 }",
     "472bc68c0a7e9418"},
    {"alciatore_impulse_plane", "preset = \"pool-7ft\"\ncushion_contact = \"plane\"",
     "ball_ball = { law = \"frictional\", restitution = 0.95, friction = \"alciatore\" }\n"
     "cushion = { law = \"impulse\", restitution = 0.8, friction = 0.15 }",
     "392e09ab51f2867c"},
    {"default_stronge", "preset = \"pool-9ft\"",
     "ball_ball = { law = \"frictional\", restitution = 0.95, friction = \"alciatore\" }\n"
     "cushion = { law = \"stronge\", restitution = 0.85, friction = 0.2 }",
     "6a83a7c69db6d736"},
    {"mathavan_2014_mathavan_2010", "preset = \"pool-9ft\"",
     "ball_ball = { law = \"mathavan-2014\", restitution = 0.93, friction = 0.06 }\n"
     "cushion = { law = \"mathavan-2010\", restitution = 0.9, friction = 0.14 }",
     "741baea3f7a850a3"},
    {"along_impulse_stronge", "preset = \"snooker-12ft\"",
     "ball_ball = { law = \"frictional-along-impulse\", restitution = 0.95, friction = "
     "\"alciatore\" }\n"
     "cushion = { law = \"stronge\", restitution = 0.8, friction = 0.3 }",
     "f87fa48163051d75"},
};

class GoldenHash : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenHash, IsUnchanged) {
  const std::string text = std::string(shot) + "[table]\n" + GetParam().table +
                           "\n[physics]\ngravity = 9.81\n"
                           "cloth = { sliding = 0.2, rolling = 0.01, spinning = 0.0127 }\n" +
                           GetParam().physics + "\n";
  const auto scene = parse_scene(text, Format::toml, GetParam().name);
  ASSERT_TRUE(scene) << scene.error().message();
  const Trajectory trajectory = simulate_event(*scene);
  EXPECT_EQ(trajectory.stop, StopReason::at_rest);
  EXPECT_EQ(fmt::format("{:016x}", hash_of(trajectory)), GetParam().hash);
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenHash, ::testing::ValuesIn(goldens),
                         [](const auto& test) { return std::string(test.param.name); });

/// The smooth engine, its laws and settings written out.
constexpr const char* smooth_settings = R"(
[table]
preset = "pool-9ft"
[smooth]
integrator = "dormand-prince"
rel_tol = 1e-9
reference_velocity = "running-max"
ball_ball = { law = "exact", restitution = 0.95, friction = "alciatore" }
ball_cloth = { law = "flores", restitution = 0.5, friction = { law = "ambrosio", coefficient = 0.2, v0 = 1e-4, v1 = 1e-3 }, rolling = 0.01, spinning = 0.0127 }
cushion = { law = "lankarani-nikravesh", restitution = 0.85, friction = { law = "threlfall", coefficient = 0.14, v0 = 0.01 } }
materials = { ball = { young = 3.8e9, poisson = 0.375 } }
[run]
engine = "smooth"
t_max = 0.6
)";

TEST(SmoothGoldenHash, IsUnchanged) {
  const auto scene = parse_scene(std::string(shot) + smooth_settings, Format::toml, "smooth");
  ASSERT_TRUE(scene) << scene.error().message();
  const auto run = simulate(*scene);
  ASSERT_TRUE(run) << run.error().message();
  EXPECT_GT(run->trajectory.events.size(), 50U);
  EXPECT_EQ(fmt::format("{:016x}", hash_of(run->trajectory)), "bf5ac228e82132f9");
}

}  // namespace
}  // namespace cuelab
