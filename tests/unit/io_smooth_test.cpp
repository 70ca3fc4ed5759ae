#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cuelab/io.hpp"

namespace cuelab {
namespace {

const std::string minimal = "schema = 1\n[[balls]]\nposition = [0.0, 0.0]\n";

Smooth load(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(minimal + "[smooth]\n" + toml, Format::toml, "scene.toml", overrides);
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().message());
  return scene ? scene->smooth : Smooth{};
}

FrictionLaw friction(const std::string& value) {
  return *load("cushion = { law = \"hertz\", friction = " + value + " }\n").cushion.friction;
}

std::string error_in(const std::string& toml) {
  const auto scene = parse_scene(minimal + "[smooth]\n" + toml, Format::toml, "scene.toml");
  return scene ? "" : scene.error().message();
}

TEST(IoSmooth, EveryKeyIsRead) {
  const Smooth smooth = load(R"(
integrator = "rk4"
rel_tol = 1e-7
abs_tol = 2.0
max_step = 1e-5
vertical = "held"
reference_velocity = "initial"
attraction = "allowed"
start = "equilibrium"
ball_ball = { law = "kuwabara-kono", dissipation = 1e-6 }
ball_cloth = { law = "flores", restitution = 0.5, friction = 0.3, rolling = 0.02 }
cushion = { law = "hu-guo", restitution = 0.7, friction = "alciatore" }
materials = { ball = { young = 1e9 }, cushion = { poisson = 0.4 } }
)");
  const IntegrationSettings expected{
      .integrator = Integrator::rk4,
      .rel_tol = 1e-7,
      .abs_tol = 2.0,
      .max_step = 1e-5,
      .reference_velocity = {.kind = ReferenceVelocity::Kind::initial, .floor = 0.0},
      .attraction = true};
  EXPECT_EQ(smooth.integration, expected);
  EXPECT_TRUE(smooth.held);
  EXPECT_TRUE(smooth.equilibrium);
  EXPECT_EQ(smooth.ball_ball.normal, NormalLaw::kuwabara_kono);
  EXPECT_EQ(smooth.ball_ball.dissipation, 1e-6);
  EXPECT_FALSE(smooth.ball_ball.friction) << "left out: as in physics";
  EXPECT_EQ(smooth.ball_cloth.normal, NormalLaw::flores);
  EXPECT_EQ(smooth.ball_cloth.restitution, 0.5);
  EXPECT_EQ(smooth.rolling, 0.02);
  EXPECT_FALSE(smooth.spinning) << "left out: the cloth's";
  EXPECT_EQ(smooth.cushion.normal, NormalLaw::hu_guo);
  EXPECT_EQ(smooth.ball, (Material{.young = 1e9, .poisson = 0.375}));
  EXPECT_EQ(smooth.rubber, (Material{.young = 7e6, .poisson = 0.4}));
  EXPECT_EQ(smooth.cloth, Smooth{}.cloth);
}

TEST(IoSmooth, FrictionIsANumberANameOrALaw) {
  EXPECT_EQ(friction("0.3"), FrictionLaw(RegularisedCoulomb{.coefficient = 0.3}));
  EXPECT_EQ(friction("\"alciatore\""), FrictionLaw(Alciatore{}));
  EXPECT_EQ(friction("{ law = \"coulomb\" }"), FrictionLaw(RegularisedCoulomb{}));
  EXPECT_EQ(friction("{ law = \"threlfall\" }"), FrictionLaw(Threlfall{}));
  EXPECT_EQ(friction("{ law = \"ambrosio\" }"), FrictionLaw(Ambrosio{}));
  EXPECT_EQ(friction("{ law = \"alciatore\" }"), FrictionLaw(Alciatore{}));
  EXPECT_EQ(friction("{ law = \"alciatore\", v0 = 0.02 }"), FrictionLaw(Alciatore{.v0 = 0.02}));
  EXPECT_EQ(friction("{ law = \"ambrosio\", coefficient = 0.1, v0 = 0, v1 = 1e-5 }"),
            FrictionLaw(Ambrosio{.coefficient = 0.1, .v0 = 0.0, .v1 = 1e-5}));
}

TEST(IoSmooth, ACoefficientOfZeroIsNoFriction) {
  EXPECT_EQ(friction("0"), FrictionLaw(NoFriction{}));
  for (const char* law : {"coulomb", "threlfall", "ambrosio"}) {
    EXPECT_EQ(friction("{ law = \"" + std::string(law) + "\", coefficient = 0 }"),
              FrictionLaw(NoFriction{}))
        << law;
  }
}

TEST(IoSmooth, ReferenceVelocityMayBeAFloor) {
  const ReferenceVelocity floor = load("reference_velocity = 0.5\n").integration.reference_velocity;
  EXPECT_EQ(floor.kind, ReferenceVelocity::Kind::floor);
  EXPECT_EQ(floor.floor, 0.5);
}

TEST(IoSmooth, OverridesChangeOneValueOfADefaultTable) {
  Smooth expected = load("");
  expected.cushion.restitution = 0.7;
  expected.ball_cloth.friction = Ambrosio{.coefficient = 0.3};
  expected.integration.rel_tol = 1e-10;
  EXPECT_EQ(load("", {"smooth.cushion.restitution=0.7",
                      "smooth.ball_cloth.friction.coefficient=0.3", "smooth.rel_tol=1e-10"}),
            expected);
  const Smooth hertz = load("", {"smooth.cushion.law=hertz"});
  EXPECT_EQ(hertz.cushion.normal, NormalLaw::hertz);
  EXPECT_FALSE(hertz.cushion.friction);
}

TEST(IoSmooth, BadValuesNameKeyAndRange) {
  EXPECT_EQ(error_in("rel_tol = 1e-15\n"),
            "scene.toml: smooth.rel_tol: is 1e-15, must be between 1e-14 and 1");
  EXPECT_EQ(error_in("abs_tol = 0\n"),
            "scene.toml: smooth.abs_tol: is 0, must be between 1e-06 and 1e+12");
  EXPECT_EQ(error_in("max_step = -1.0\n"),
            "scene.toml: smooth.max_step: is -1, must be between 1e-09 and 1");
  EXPECT_EQ(error_in("integrator = \"euler\"\n"),
            "scene.toml: smooth.integrator: is \"euler\", must be one of dormand-prince, adams, "
            "bdf, erkstep, rk4");
  EXPECT_EQ(error_in("reference_velocity = \"mean\"\n"),
            "scene.toml: smooth.reference_velocity: is \"mean\", must be between 0 and 1000 or "
            "one of initial, running-max");
  EXPECT_EQ(error_in("materials = { cloth = { poisson = 0.6 } }\n"),
            "scene.toml: smooth.materials.cloth.poisson: is 0.6, must be between 0 and 0.5");
  EXPECT_EQ(error_in("ball_ball = { law = \"hertz\", restitution = 0.9 }\n"),
            "scene.toml: smooth.ball_ball.restitution: is 0.9, but law \"hertz\" has no such key, "
            "only lankarani-nikravesh, hunt-crossley, flores, hu-guo, exact");
  EXPECT_EQ(error_in("cushion = { friction = { law = \"coulomb\", v1 = 0.1 } }\n"),
            "scene.toml: smooth.cushion.friction.v1: is 0.1, but law \"coulomb\" has no such key, "
            "only ambrosio");
  EXPECT_EQ(error_in("cushion = { friction = \"coulomb\" }\n"),
            "scene.toml: smooth.cushion.friction: is \"coulomb\", must be between 0 and 10 or "
            "alciatore or a table");
  EXPECT_EQ(error_in("cushion = { friction = { law = \"patch\" } }\n"),
            "scene.toml: smooth.cushion.friction.law: is \"patch\", must be one of coulomb, "
            "threlfall, ambrosio, alciatore");
}

TEST(IoSmooth, LawsThatDivideByTheRestitutionWantSome) {
  for (const char* law : {"flores", "hu-guo", "exact"}) {
    EXPECT_EQ(error_in("ball_ball = { law = \"" + std::string(law) + "\", restitution = 0 }\n"),
              "scene.toml: smooth.ball_ball.restitution: is 0, must be between 0.01 and 1")
        << law;
  }
  for (const char* law : {"lankarani-nikravesh", "hunt-crossley"}) {
    EXPECT_EQ(error_in("ball_ball = { law = \"" + std::string(law) + "\", restitution = 0 }\n"), "")
        << law;
  }
}

TEST(IoSmooth, TheRampOfAmbrosioMustRise) {
  const std::string law = "cushion = { friction = { law = \"ambrosio\", ";
  EXPECT_EQ(error_in(law + "v0 = 1e-3, v1 = 1e-3 } }\n"),
            "scene.toml: smooth.cushion.friction.v1: is 0.001, must be above v0, which is 0.001");
  EXPECT_EQ(error_in(law + "v0 = 0.5 } }\n"),
            "scene.toml: smooth.cushion.friction.v1: is 0.001, must be above v0, which is 0.5");
}

TEST(IoSmooth, AFrictionLawGivenInPartIsCompletedByPhysics) {
  const auto friction = [](const std::vector<std::string>& overrides) {
    return parse_scene(minimal, Format::toml, "scene.toml", overrides)->smooth;
  };
  EXPECT_EQ(friction({"physics.cloth.sliding=0.18", "smooth.ball_cloth.friction.v0=1e-5"})
                .ball_cloth.friction,
            FrictionLaw(Ambrosio{.coefficient = 0.18, .v0 = 1e-5}));
  EXPECT_EQ(friction({"physics.ball_ball.friction=0.05", "smooth.ball_ball.friction.v0=0.02"})
                .ball_ball.friction,
            FrictionLaw(Alciatore{.a = 0.05, .b = 0.0, .c = 0.0, .v0 = 0.02}));
  EXPECT_EQ(friction({"physics.cloth.sliding=0.18", "smooth.ball_cloth.friction.law=coulomb"})
                .ball_cloth.friction,
            FrictionLaw(RegularisedCoulomb{}))
      << "another law has its own defaults";
}

TEST(IoSmooth, APatchOfTheClothIsThatOfTheSmoothEngineUnlessItHasFrictionOfItsOwn) {
  const auto scene_with = [](const std::vector<std::string>& overrides) {
    return *parse_scene(minimal, Format::toml, "scene.toml", overrides);
  };
  const auto patch_in = [](const Scene& s) { return completed(s.smooth, s.physics).patch; };
  const Scene cloth = scene_with({"physics.cloth={law=\"patch\", radius=2e-3}"});
  EXPECT_EQ(cloth.physics.cloth, ClothLaw(PatchCloth{.radius = 2e-3}));
  EXPECT_EQ(patch_in(cloth), PatchCloth{.radius = 2e-3});
  const Scene own = scene_with({"physics.cloth.law=patch", "smooth.ball_cloth.friction=0.2"});
  EXPECT_FALSE(patch_in(own));
  const Scene other = scene_with(
      {"smooth.ball_cloth.friction={law=\"patch\", form=\"pade-3\", rolling_velocity=\"mean\"}"});
  EXPECT_EQ(patch_in(other),
            (PatchCloth{.form = PatchForm::pade_3, .rolling_velocity = RollingVelocity::mean}));
  const auto again = parse_scene(*scene_to_toml(other), Format::toml, "again.toml");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->smooth, other.smooth);
  EXPECT_EQ(error_in("ball_cloth = { friction = { law = \"patch\", distortion = 1.2 } }\n"),
            "scene.toml: smooth.ball_cloth.friction.distortion: is 1.2, must be between 0 and 1; "
            "above 1 the pressure is negative in a part of the patch");
}

// --- settings made at random ---------------------------------------------------------------------

double between(double low, double high) {
  constexpr int steps = 1 << 30;
  return low + (high - low) * *rc::gen::inRange(0, steps) / steps;
}

FrictionLaw any_friction() {
  const double mu = between(1e-3, 1);
  const double v0 = between(1e-5, 1e-2);
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      return NoFriction{};
    case 1:
      return RegularisedCoulomb{.coefficient = mu, .v0 = v0};
    case 2:
      return Threlfall{.coefficient = mu, .v0 = v0};
    case 3:
      return Ambrosio{.coefficient = mu, .v0 = v0, .v1 = between(0.02, 1)};
    case 4:
      return Alciatore{.a = mu, .b = between(0, 1), .c = between(0, 3), .v0 = v0};
    default:
      return Alciatore{};
  }
}

ContactChoice any_contact() {
  ContactChoice contact;
  contact.normal = static_cast<NormalLaw>(*rc::gen::inRange(0, 7));
  const bool viscous = contact.normal == NormalLaw::kuwabara_kono;
  const bool damped = contact.normal != NormalLaw::hertz && !viscous;
  if (damped && *rc::gen::arbitrary<bool>()) contact.restitution = between(0.01, 1);
  if (damped && *rc::gen::arbitrary<bool>()) contact.loss = between(0, 0.9);
  if (damped && *rc::gen::arbitrary<bool>()) contact.loss_speed = between(0.1, 10);
  if (viscous) contact.dissipation = between(0, 1e-5);
  if (*rc::gen::arbitrary<bool>()) contact.friction = any_friction();
  return contact;
}

std::optional<double> any_coefficient() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return between(0, 0.1);
}

Smooth any_smooth() {
  using Kind = ReferenceVelocity::Kind;
  const auto kind = *rc::gen::element(Kind::initial, Kind::running_max, Kind::floor);
  return {.integration = {.integrator = static_cast<Integrator>(*rc::gen::inRange(0, 5)),
                          .rel_tol = between(1e-12, 1e-3),
                          .abs_tol = between(0.1, 10),
                          .max_step = between(1e-6, 1e-2),
                          .reference_velocity = {.kind = kind,
                                                 .floor = kind == Kind::floor ? between(0, 1) : 0},
                          .attraction = *rc::gen::arbitrary<bool>()},
          .held = *rc::gen::arbitrary<bool>(),
          .equilibrium = *rc::gen::arbitrary<bool>(),
          .ball_ball = any_contact(),
          .ball_cloth = any_contact(),
          .rolling = any_coefficient(),
          .spinning = any_coefficient(),
          .cushion = any_contact(),
          .ball = {.young = between(1e6, 1e10), .poisson = between(0, 0.5)},
          .cloth = {.young = between(1e6, 1e10), .poisson = between(0, 0.5)},
          .rubber = {.young = between(1e6, 1e10), .poisson = between(0, 0.5)}};
}

RC_GTEST_PROP(IoSmooth, WrittenSettingsReadBackToTheSameBits, ()) {
  Scene scene = *parse_scene(minimal, Format::toml, "scene.toml");
  scene.smooth = any_smooth();
  const auto toml = parse_scene(*scene_to_toml(scene), Format::toml, "copy.toml");
  if (!toml) RC_FAIL(toml.error().message() + "\n" + *scene_to_toml(scene));
  RC_ASSERT(*toml == scene);
  const auto json = parse_scene(*scene_to_json(scene), Format::json, "copy.json");
  if (!json) RC_FAIL(json.error().message());
  RC_ASSERT(*json == scene);
}

}  // namespace
}  // namespace cuelab
