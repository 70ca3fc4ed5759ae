// Every law is described once: its description must match the law, scene files and the catalogue.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "cuelab/catalogue.hpp"
#include "cuelab/io.hpp"
#include "cuelab/laws.hpp"

namespace cuelab {
namespace {

Scene one_ball(const std::string& physics) {
  const std::string text =
      "schema = 1\n[table]\npreset = \"open\"\n[[balls]]\nposition = [0, 0]\n[physics]\n" + physics;
  auto scene = parse_scene(text, Format::toml, "test.toml");
  EXPECT_TRUE(scene) << scene.error().message();
  return *scene;
}

template <class Set>
void check_descriptions() {
  std::set<std::string_view> names;
  for (const LawInfo& law : laws_in<Set>()) {
    EXPECT_TRUE(names.insert(law.name).second) << law.name << " twice";
    EXPECT_FALSE(law.meaning.empty()) << law.name;
    for (const ParameterInfo& p : law.parameters) {
      EXPECT_FALSE(p.meaning.empty()) << law.name << "." << p.name;
      EXPECT_TRUE(p.range.contains(p.get(law.defaults))) << law.name << "." << p.name;
    }
    EXPECT_EQ(make_law<Set>(law.name).has_value(), law.in_files) << law.name;
  }
  EXPECT_FALSE(make_law<Set>("stronghe"));
}

TEST(LawInfo, NamesDifferAndDefaultsAreAllowed) {
  check_descriptions<ClothLaw>();
  check_descriptions<BallBallLaw>();
  check_descriptions<CushionLaw>();
  check_descriptions<FrictionLaw>();
}

/// Sets every parameter to another allowed value and reads it back through the member.
template <class Set>
void check_members() {
  for (const LawInfo& info : laws_in<Set>()) {
    if (!info.in_files) continue;
    Set law = *make_law<Set>(info.name);
    double value = 1.0;
    for (const ParameterInfo& p : info.parameters) {
      value = std::nextafter(value, 0.0);
      p.set(address_of(law), p.names.empty() ? value : p.range.max);
    }
    value = 1.0;
    for (const ParameterInfo& p : info.parameters) {
      value = std::nextafter(value, 0.0);
      if (!p.names.empty()) {
        EXPECT_EQ(p.get(address_of(law)), p.range.max) << info.name << "." << p.name;
        continue;
      }
      EXPECT_EQ(p.get(address_of(law)), value) << info.name << "." << p.name << ": shared member";
    }
  }
}

TEST(LawInfo, EveryParameterIsAMemberOfItsOwn) {
  check_members<ClothLaw>();
  check_members<BallBallLaw>();
  check_members<CushionLaw>();
  check_members<FrictionLaw>();
}

template <class Set>
void check_files(const std::string& key, Set Physics::* member) {
  for (const LawInfo& law : laws_in<Set>()) {
    if (!law.in_files) continue;
    const Scene scene = one_ball(key + " = { law = \"" + std::string(law.name) + "\" }");
    EXPECT_EQ(scene.physics.*member, *make_law<Set>(law.name))
        << law.name << ": a law named alone must have the defaults of the library";
  }
}

TEST(LawInfo, ALawNamedInAFileHasTheDefaultsOfTheLibrary) {
  check_files("cloth", &Physics::cloth);
  check_files("ball_ball", &Physics::ball_ball);
  check_files("cushion", &Physics::cushion);
  EXPECT_EQ(one_ball("slate = { restitution = 0.3 }").physics.slate, (Slate{.restitution = 0.3}));
  EXPECT_EQ(one_ball("gravity = 9.0").physics, (Physics{.gravity = 9.0}));
}

TEST(LawInfo, AParameterLeftOutTakesItsLawsDefault) {
  EXPECT_EQ(one_ball("cloth = { sliding = 0.3 }").physics.cloth,
            ClothLaw(CoulombCloth{.sliding = 0.3}));
  EXPECT_EQ(one_ball("cushion = { law = \"han-2005\", restitution = 0.7 }").physics.cushion,
            CushionLaw(Han2005{.restitution = 0.7}));
  EXPECT_EQ(one_ball("ball_ball = { restitution = 0.9, friction = 0 }").physics.ball_ball,
            BallBallLaw(FrictionalAlongImpulse{.restitution = 0.9, .friction = {0.0, 0.0, 0.0}}));
}

TEST(LawInfo, TheCatalogueListsEveryLawWithItsParameters) {
  std::size_t found = 0;
  for (const LawGroup& group : law_catalogue()) {
    if (group.key != "physics.cushion") continue;
    EXPECT_NE(group.fallback.find("rubber, friction 0.2, restitution 0.87"), std::string::npos)
        << group.fallback;
    for (const LawEntry& law : group.laws) {
      const auto set = make_law<CushionLaw>(law.name);
      ASSERT_TRUE(set) << law.name;
      EXPECT_EQ(law.parameters.size(), info_of(*set).parameters.count) << law.name;
      ++found;
    }
  }
  EXPECT_EQ(found, std::variant_size_v<CushionLaw> - 1);  // all but the custom one
}

}  // namespace
}  // namespace cuelab
