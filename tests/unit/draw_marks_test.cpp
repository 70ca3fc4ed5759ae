#include <gmock/gmock.h>

#include "draw/marked.hpp"

namespace cuelab::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two balls on a pool table, and contacts of the first put together by hand.
class Marks : public ::testing::Test {
 protected:
  Marks() {
    scene_.table = *make_table("pool-9ft");
    scene_.balls = {{.id = "a", .spec = {}, .start = {}}, {.id = "b", .spec = {}, .start = {}}};
    trajectory_.pieces.resize(2);
  }

  std::uint32_t part(std::size_t number) const {
    return static_cast<std::uint32_t>(scene_.balls.size() + number);
  }
  std::uint32_t jaw() const { return part(scene_.table.cushions.size()); }
  std::uint32_t pocket() const {
    return part(scene_.table.cushions.size() + scene_.table.jaws.size());
  }
  std::uint32_t cloth() const {
    return pocket() + static_cast<std::uint32_t>(scene_.table.pockets.size());
  }

  void touch(std::uint32_t other, double approach_speed, Vec2 where = {}) {
    const auto event = static_cast<std::uint32_t>(trajectory_.events.size());
    const auto piece = static_cast<std::uint32_t>(trajectory_.pieces.size());
    trajectory_.pieces.emplace_back();
    trajectory_.pieces.back().r0 = {where.x, where.y, 0.03};
    trajectory_.events.push_back(
        {.t = 1.0, .type = EventType::contact_begin, .ball = 0, .other = other, .piece = piece});
    trajectory_.events.push_back(
        {.t = 1.0, .type = EventType::contact_end, .ball = 0, .other = other, .piece = piece});
    trajectory_.contacts.push_back(
        {.begin = event, .end = event + 1, .approach_speed = approach_speed});
  }

  std::vector<Glyph> glyphs() const {
    std::vector<Glyph> result;
    for (const Marked& m : marked_events(scene_, trajectory_)) result.push_back(m.glyph);
    return result;
  }

  Scene scene_;
  Trajectory trajectory_;
};

TEST_F(Marks, ContactsOfBallsAndCushionsWhereTheyBegin) {
  touch(1, 0.0);
  touch(part(0), 1.0);
  touch(jaw(), 1.0);
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::ball_ball, Glyph::cushion, Glyph::cushion));
  EXPECT_EQ(marked_events(scene_, trajectory_)[1].event, 2U);
}

TEST_F(Marks, OfTheClothOnlyLandings) {
  touch(cloth(), 0.02);
  EXPECT_THAT(glyphs(), IsEmpty());
  touch(cloth(), 0.2);
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::slate));
}

TEST_F(Marks, InAPocketOnlyTheFall) {
  touch(pocket(), 1.0, scene_.table.pockets[0].centre);
  touch(cloth(), 0.2, scene_.table.pockets[0].centre);
  trajectory_.events.push_back({.t = 2.0, .type = EventType::ball_pocket, .ball = 0, .other = 0});
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::pocket));
}

}  // namespace
}  // namespace cuelab::draw
