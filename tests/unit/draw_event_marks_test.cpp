#include <gmock/gmock.h>

#include "draw/event_marks.hpp"

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

  void touch(Agent other, double approach_speed, Vec2 where = {}) {
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
    for (const EventMark& m : event_marks(scene_, trajectory_)) result.push_back(m.glyph);
    return result;
  }

  Scene scene_;
  Trajectory trajectory_;
};

TEST_F(Marks, ContactsOfBallsAndCushionsWhereTheyBegin) {
  touch({AgentKind::ball, 1}, 0.0);
  touch({AgentKind::cushion, 0}, 1.0);
  touch({AgentKind::jaw, 0}, 1.0);
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::ball_ball, Glyph::cushion, Glyph::cushion));
  EXPECT_EQ(event_marks(scene_, trajectory_)[1].event, 2U);
}

TEST_F(Marks, OfTheClothOnlyLandings) {
  touch({AgentKind::cloth}, 0.02);
  EXPECT_THAT(glyphs(), IsEmpty());
  touch({AgentKind::cloth}, 0.2);
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::slate));
}

TEST_F(Marks, InAPocketOnlyTheFall) {
  touch({AgentKind::pocket, 0}, 1.0, scene_.table.pockets[0].centre);
  touch({AgentKind::cloth}, 0.2, scene_.table.pockets[0].centre);
  trajectory_.events.push_back(
      {.t = 2.0, .type = EventType::ball_pocket, .ball = 0, .other = {AgentKind::pocket, 0}});
  EXPECT_THAT(glyphs(), ElementsAre(Glyph::pocket));
}

}  // namespace
}  // namespace cuelab::draw
