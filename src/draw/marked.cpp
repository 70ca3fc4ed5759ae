#include "draw/marked.hpp"

#include <algorithm>
#include <optional>

namespace cuelab::draw {
namespace {

/// A ball that comes down on the cloth more slowly than this does not land, it rests [m/s].
constexpr double least_landing = 0.05;

bool over_pocket(const Table& table, Vec2 at) {
  return std::ranges::any_of(table.pockets,
                             [&](const Pocket& p) { return norm(at - p.centre) < p.radius; });
}

/// The glyph of a contact that begins. In a pocket only the fall counts.
std::optional<Glyph> glyph_of_contact(const Event& event, double approach, const Scene& scene,
                                      const Trajectory& trajectory) {
  if (event.other < scene.balls.size()) return Glyph::ball_ball;
  const Table& table = scene.table;
  const std::size_t part = event.other - scene.balls.size();
  const std::size_t pockets = table.cushions.size() + table.jaws.size();
  if (part < pockets) return Glyph::cushion;
  const bool on_cloth = part >= pockets + table.pockets.size();
  if (!on_cloth || approach < least_landing || event.piece >= trajectory.pieces.size()) return {};
  if (over_pocket(table, flat(trajectory.pieces[event.piece].r0))) return {};
  return Glyph::slate;
}

std::optional<Glyph> glyph_of(EventType type) {
  switch (type) {
    case EventType::ball_ball:
      return Glyph::ball_ball;
    case EventType::ball_cushion:
      return Glyph::cushion;
    case EventType::ball_pocket:
      return Glyph::pocket;
    case EventType::sliding_rolling:
      return Glyph::rolling;
    case EventType::ball_slate:
      return Glyph::slate;
    case EventType::ball_floor:
      return Glyph::floor;
    default:
      return {};
  }
}

}  // namespace

std::vector<Marked> marked_events(const Scene& scene, const Trajectory& trajectory) {
  const std::vector<Event>& events = trajectory.events;
  std::vector<double> approach(events.size());
  for (const ContactRecord& contact : trajectory.contacts) {
    if (contact.begin < events.size()) approach[contact.begin] = contact.approach_speed;
  }
  std::vector<Marked> marked;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto glyph = events[i].type == EventType::contact_begin
                           ? glyph_of_contact(events[i], approach[i], scene, trajectory)
                           : glyph_of(events[i].type);
    if (glyph) marked.push_back({i, *glyph});
  }
  return marked;
}

}  // namespace cuelab::draw
