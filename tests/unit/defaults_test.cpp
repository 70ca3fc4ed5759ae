// A parameter left out has the default of its law or preset, in a file, by an override and in the
// library alike: all law tables, key by key, from the descriptions of the laws.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "cuelab/io.hpp"
#include "cuelab/scene_number.hpp"
#include "scene/parameters.hpp"

namespace cuelab {
namespace {

/// One key of a table of the scene file.
struct Given {
  std::string table;  ///< "physics.cloth"
  std::string law;    ///< named in the table, or ""
  std::string key;    ///< "sliding", "friction.a"
  double value;
};

Scene loaded(const std::string& preset, const std::string& text,
             const std::vector<std::string>& overrides = {}) {
  const std::string start =
      "schema = 1\n[[balls]]\nposition = [0, 0]\n[table]\npreset = \"" + preset + "\"\n";
  const std::string shot = text.starts_with("[shot]") ? "" : "[shot]\n";
  auto scene = parse_scene(start + shot + text, Format::toml, "test.toml", overrides);
  EXPECT_TRUE(scene) << scene.error().message();
  return scene ? *scene : Scene{};
}

Scene with_law(const std::string& preset, const Given& given) {
  std::vector<std::string> overrides;
  if (!given.law.empty()) overrides.push_back(given.table + ".law=" + given.law);
  return loaded(preset, "", overrides);
}

Scene by_file(const std::string& preset, const Given& given) {
  std::string text = "[" + given.table + "]\n";
  if (!given.law.empty()) text += "law = \"" + given.law + "\"\n";
  return loaded(preset, text + fmt::format("{} = {}\n", given.key, given.value));
}

Scene by_override(const std::string& preset, const Given& given) {
  std::vector<std::string> overrides;
  if (!given.law.empty()) overrides.push_back(given.table + ".law=" + given.law);
  overrides.push_back(fmt::format("{}.{}={}", given.table, given.key, given.value));
  return loaded(preset, "", overrides);
}

Scene by_apply(const std::string& preset, const Given& given) {
  Scene scene = with_law(preset, given);
  const auto error = apply(scene, given.table + "." + given.key, given.value);
  EXPECT_FALSE(error) << error->message();
  return scene;
}

/// Another allowed value, not a default of anything.
double other_value(const ParameterInfo& p, double usual) {
  const double value = usual > 0.0 ? 0.7531 * usual : 0.0531;
  return std::clamp(value, std::max(p.range.min, usual > 0.0 ? 0.0 : p.range.min), p.range.max);
}

void expect_same_three_ways(const std::string& preset, const Given& given, const Scene& expected) {
  const std::string what = preset + " " + given.table + " " + given.law + " " + given.key +
                           fmt::format("={}", given.value);
  EXPECT_EQ(by_file(preset, given), expected) << what << " in a file";
  EXPECT_EQ(by_override(preset, given), expected) << what << " as an override";
  EXPECT_EQ(by_apply(preset, given), expected) << what << " by apply";
}

/// Every parameter of every law of a set, alone in its table: the law's defaults with one changed.
/// And without naming the law: the preset's law with one parameter changed.
template <class Set>
void check_laws(const std::string& table, Set Physics::* member) {
  for (const TablePreset& preset : table_presets()) {
    const std::string name(preset.name);
    for (const LawInfo& info : laws_in<Set>()) {
      if (!info.in_files) continue;
      const Set& of_preset = preset.physics.*member;
      const bool is_default = info.name == info_of(of_preset).name;
      const Set start = is_default ? of_preset : *make_law<Set>(info.name);
      for (const ParameterInfo& p : info.parameters) {
        if (!p.names.empty()) continue;  // not a number
        Set changed = start;
        const double value = other_value(p, p.get(address_of(start)));
        p.set(address_of(changed), value);
        Given given{table, std::string(info.name), std::string(p.name), value};
        Scene expected = loaded(name, "");
        expected.physics.*member = changed;
        expect_same_three_ways(name, given, expected);
        given.law = "";
        if (is_default) expect_same_three_ways(name, given, expected);
      }
    }
  }
}

TEST(Defaults, OneParameterOfALawLeavesTheOthersAlone) {
  check_laws("physics.cloth", &Physics::cloth);
  check_laws("physics.ball_ball", &Physics::ball_ball);
  check_laws("physics.cushion", &Physics::cushion);
}

/// Every number of a table without a choice of laws.
template <class Get>
void check_table(const std::string& table, const ParameterList& parameters, const Get& owner_in) {
  for (const char* preset : {"pool-9ft", "carom-10ft"}) {
    for (const ParameterInfo& p : parameters) {
      Scene expected = loaded(preset, "");
      const double usual = p.is_given(owner_in(expected)) ? p.get(owner_in(expected)) : 0.5;
      const double value = other_value(p, usual);
      p.set(owner_in(expected), value);
      expect_same_three_ways(preset, {table, "", std::string(p.name), value}, expected);
    }
  }
}

TEST(Defaults, OneNumberOfATableLeavesTheOthersAlone) {
  check_table("physics", physics_parameters, [](Scene& s) { return &s.physics; });
  check_table("physics.slate", law_info<Slate>.parameters,
              [](Scene& s) { return &s.physics.slate; });
  check_table("cue", law_info<Cue>.parameters, [](Scene& s) { return &s.cue; });
  check_table("shot", shot_parameters, [](Scene& s) { return &*s.shot; });
  check_table("run", run_parameters, [](Scene& s) { return &s.run; });
  check_table("stepped", stepped_parameters, [](Scene& s) { return &s.stepped; });
  check_table("smooth", integration_parameters, [](Scene& s) { return &s.smooth.integration; });
  check_table("smooth.ball_cloth", resistance_parameters, [](Scene& s) { return &s.smooth; });
  check_table("smooth.materials.ball", material_parameters,
              [](Scene& s) { return &s.smooth.ball; });
  check_table("smooth.materials.cloth", material_parameters,
              [](Scene& s) { return &s.smooth.cloth; });
  check_table("smooth.materials.cushion", material_parameters,
              [](Scene& s) { return &s.smooth.rubber; });
}

/// Every parameter of every normal law, and of every friction law, of one kind of contact.
void check_contact(const std::string& table, ContactChoice Smooth::* member) {
  const std::string preset = "carom-10ft";
  for (const LawInfo& info : normal_laws) {
    for (const ParameterInfo& p : info.parameters) {
      const Given given{table, std::string(info.name), std::string(p.name), 0.0431};
      Scene expected = with_law(preset, given);
      EXPECT_FALSE((expected.smooth.*member).restitution) << "naming a law gives no coefficient";
      p.set(&(expected.smooth.*member), given.value);
      expect_same_three_ways(preset, given, expected);
    }
  }
  const Scene plain = loaded(preset, "");
  const FrictionLaw derived = *(completed(plain.smooth, plain.physics).*member).friction;
  for (const LawInfo& info : laws_in<FrictionLaw>()) {
    if (!info.in_files) continue;
    const bool is_derived = info.name == info_of(derived).name;
    const FrictionLaw start = is_derived ? derived : *make_law<FrictionLaw>(info.name);
    for (const ParameterInfo& p : info.parameters) {
      FrictionLaw changed = start;
      const double value = other_value(p, p.get(address_of(start)));
      p.set(address_of(changed), value);
      Given given{table + ".friction", std::string(info.name), std::string(p.name), value};
      Scene expected = plain;
      (expected.smooth.*member).friction = changed;
      expect_same_three_ways(preset, given, expected);
      given.law = "";
      if (is_derived) expect_same_three_ways(preset, given, expected);
    }
  }
}

TEST(Defaults, OneParameterOfAContactLeavesTheRestToPhysics) {
  check_contact("smooth.ball_ball", &Smooth::ball_ball);
  check_contact("smooth.ball_cloth", &Smooth::ball_cloth);
  check_contact("smooth.cushion", &Smooth::cushion);
}

TEST(Defaults, AFileWithoutLawsHasThoseOfTheLibrary) {
  for (const TablePreset& preset : table_presets()) {
    const Scene read = loaded(std::string(preset.name), "");
    const Scene made = *make_scene(preset.name);
    EXPECT_EQ(read.physics, made.physics) << preset.name;
    EXPECT_EQ(read.smooth, made.smooth) << preset.name;
    EXPECT_EQ(read.table, made.table) << preset.name;
    EXPECT_EQ(read.cue, made.cue) << preset.name;
    EXPECT_EQ(read.stepped, made.stepped) << preset.name;
    EXPECT_EQ(read.run, made.run) << preset.name;
  }
  EXPECT_EQ(make_scene("pool-9ft")->physics, Physics{});
  EXPECT_FALSE(make_scene("pool-10ft"));
}

TEST(Defaults, PresetsHaveTheDefaultLaws) {
  const Physics usual;
  for (const TablePreset& preset : table_presets()) {
    EXPECT_EQ(preset.physics.cloth.index(), usual.cloth.index()) << preset.name;
    EXPECT_EQ(preset.physics.ball_ball.index(), usual.ball_ball.index()) << preset.name;
    EXPECT_EQ(preset.physics.cushion.index(), usual.cushion.index()) << preset.name;
    EXPECT_FALSE(preset.physics_source.empty()) << preset.name;
  }
}

// --- one physics for all engines -----------------------------------------------------------------

TEST(Defaults, ContactsHaveTheCoefficientsOfTheLawsOfImpact) {
  for (const LawInfo& info : laws_in<BallBallLaw>()) {
    if (!info.in_files) continue;
    Physics physics;
    physics.ball_ball = *make_law<BallBallLaw>(info.name);
    double restitution = 0.0;
    BallFriction friction{.a = 0.0, .b = 0.0, .c = 0.0};
    std::visit(
        [&](auto& law) {
          if constexpr (requires { law.restitution; }) restitution = law.restitution = 0.877;
          if constexpr (requires { law.friction; }) friction = law.friction = {0.02, 0.07, 1.3};
        },
        physics.ball_ball);
    const ContactLaw contact = contact_law(completed({}, physics).ball_ball);
    EXPECT_EQ(contact.restitution, restitution) << info.name;
    for (const double slip : {0.05, 0.5, 5.0}) {
      EXPECT_DOUBLE_EQ(friction_coefficient(contact.friction, slip), friction_at(friction, slip))
          << info.name;
    }
  }
  for (const LawInfo& info : laws_in<CushionLaw>()) {
    if (!info.in_files) continue;
    Physics physics;
    physics.cushion = *make_law<CushionLaw>(info.name);
    double friction = 0.0;
    std::visit(
        [&](auto& law) {
          if constexpr (requires { law.friction; }) friction = law.friction = 0.173;
        },
        physics.cushion);
    const ContactLaw contact = contact_law(completed({}, physics).cushion);
    EXPECT_EQ(friction_coefficient(contact.friction, 0.5), friction) << info.name;
  }
}

TEST(Defaults, TheClothIsTheSameForEveryContactWithIt) {
  Scene scene = *make_scene("pool-9ft");
  for (const auto& [key, value] : {std::pair{"physics.cloth.sliding", 0.18},
                                   {"physics.cloth.rolling", 0.007},
                                   {"physics.cloth.spinning", 0.009},
                                   {"physics.slate.restitution", 0.6}}) {
    ASSERT_FALSE(apply(scene, key, value)) << key;
  }
  const Smooth smooth = completed(scene.smooth, scene.physics);
  EXPECT_EQ(smooth.ball_cloth.friction, FrictionLaw(Ambrosio{.coefficient = 0.18}));
  EXPECT_EQ(smooth.ball_cloth.restitution, 0.6);
  EXPECT_EQ(smooth.rolling, 0.007);
  EXPECT_EQ(smooth.spinning, 0.009);
  for (const auto& [key, value] : {std::pair{"physics.slate.friction", 0.18},
                                   {"smooth.ball_cloth.friction.coefficient", 0.18},
                                   {"smooth.ball_cloth.restitution", 0.6},
                                   {"smooth.ball_cloth.rolling", 0.007}}) {
    EXPECT_EQ(SceneNumber::find(scene, key)->get(scene), value) << key;
  }
}

TEST(Defaults, NoFrictionIsZeroAndARestitutionOfZeroIsRaised) {
  Physics physics;
  physics.ball_ball = Frictionless{.restitution = 0.0};
  physics.cushion = Mirror{.restitution = 0.0};
  physics.cloth = CoulombCloth{.sliding = 0.0, .rolling = 0.0, .spinning = 0.0};
  const Smooth smooth = completed({}, physics);
  for (const ContactChoice& contact : {smooth.ball_ball, smooth.cushion, smooth.ball_cloth}) {
    EXPECT_EQ(contact_law(contact).friction, FrictionLaw(NoFriction{}));
  }
  EXPECT_EQ(smooth.ball_ball.restitution, least_restitution);
  EXPECT_EQ(smooth.cushion.restitution, least_restitution);
  EXPECT_EQ(smooth.rolling, 0.0);
}

TEST(Defaults, ALawOfTheCallingProgramCountsAsTheDefaultOfItsKind) {
  Physics physics;
  physics.ball_ball = CustomBallBall{};
  physics.cushion = CustomCushion{};
  physics.cloth = CustomCloth{};
  EXPECT_EQ(completed({}, physics), completed({}, Physics{}));
}

}  // namespace
}  // namespace cuelab
