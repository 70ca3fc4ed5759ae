#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "fuzz/checks.hpp"

namespace cuelab::fuzz {
namespace {

/// The same with y turned round; headings and side turn with it.
Vec2 mirrored(Vec2 a) { return {a.x, -a.y}; }

Scene mirrored(Scene scene) {
  for (Cushion& part : scene.table.cushions) {
    part.from = mirrored(part.from);
    part.to = mirrored(part.to);
  }
  for (Jaw& part : scene.table.jaws) part.centre = mirrored(part.centre);
  for (Pocket& part : scene.table.pockets) part.centre = mirrored(part.centre);
  for (Ball& ball : scene.balls) {
    BallState& s = ball.start;
    s.r.y = -s.r.y;
    s.v.y = -s.v.y;
    s.w = {-s.w.x, s.w.y, -s.w.z};
  }
  if (scene.shot) {
    scene.shot->heading = -scene.shot->heading;
    scene.shot->side = -scene.shot->side;
  }
  return scene;
}

Vec2 turned(Vec2 a) { return {-a.x, -a.y}; }
Vec3 turned(const Vec3& a) { return {-a.x, -a.y, a.z}; }

Table turned(Table table) {
  for (Cushion& part : table.cushions) {
    part.from = turned(part.from);
    part.to = turned(part.to);
  }
  for (Jaw& part : table.jaws) part.centre = turned(part.centre);
  for (Pocket& part : table.pockets) part.centre = turned(part.centre);
  return table;
}

std::string text_of(const std::vector<Event>& events, std::size_t k) {
  if (k >= events.size()) return "none";
  const Event& e = events[k];
  return fmt::format("{} {}/{} at {:.12g}", name_of(e.type), e.ball, e.other.index, e.t);
}

/// Whether event k comes at nearly the same time as a neighbour.
bool is_tied(const std::vector<Event>& events, std::size_t k, double closest) {
  const auto near = [&](std::size_t i, std::size_t j) {
    return i < events.size() && j < events.size() && std::abs(events[i].t - events[j].t) <= closest;
  };
  return near(k, k + 1) || (k > 0 && near(k - 1, k));
}

bool same_agents(const Event& a, const Event& b) {
  if (a.type != b.type) return false;
  if (a.ball == b.ball && a.other == b.other) return true;
  // either of two balls may come first
  return a.type == EventType::ball_ball && a.ball == b.other.index && b.ball == a.other.index;
}

/// Compares the first events of two runs until the first tie. In lasting contacts the order of the
/// balls decides forces that statics leaves open; times agree less closely then.
void compare_beginnings(Kind kind, const Trajectory& a, const Trajectory& b, Failures& failures) {
  constexpr std::size_t compared = 3;
  const bool has_contacts = a.cost.steps > 0 || b.cost.steps > 0;
  const double largest = has_contacts ? 1e-3 : 1e-6;  // difference of times [s]
  const double tie = largest;
  for (std::size_t k = 0; k < compared; ++k) {
    if (k >= a.events.size() && k >= b.events.size()) return;
    if (is_tied(a.events, k, tie) || is_tied(b.events, k, tie)) return;
    const bool same = k < a.events.size() && k < b.events.size() &&
                      same_agents(a.events[k], b.events[k]) &&
                      std::abs(a.events[k].t - b.events[k].t) <= largest;
    if (same) continue;
    failures.add(
        kind, fmt::format("event {}: {}, was {}", k, text_of(b.events, k), text_of(a.events, k)));
    return;
  }
}

}  // namespace

void check_mirror(const Case& c, Failures& failures) {
  const Trajectory other = simulate_event(mirrored(c.scene));
  const auto& a = c.run.events;
  const auto& b = other.events;
  for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    // from a tie on the order decides
    if (is_tied(a, k, 0.0) || is_tied(b, k, 0.0)) return;
    const bool same = k < a.size() && k < b.size() && a[k].type == b[k].type &&
                      a[k].ball == b[k].ball && a[k].other == b[k].other && a[k].t == b[k].t;
    if (same) continue;
    failures.add(Kind::mirror,
                 fmt::format("event {}: {}, was {}", k, text_of(b, k), text_of(a, k)));
    return;
  }
}

void check_rotation(const Case& c, Failures& failures) {
  Scene scene = c.scene;
  scene.table = turned(scene.table);
  std::vector<BallState> start = c.start;
  for (std::size_t i = 0; i < start.size(); ++i) {
    start[i] = {turned(start[i].r), turned(start[i].v), turned(start[i].w), start[i].motion};
    scene.balls[i].start = start[i];
  }
  Trajectory other;
  EventEngine(scene).run(start, other);
  compare_beginnings(Kind::rotation, c.run, other, failures);
}

void check_order(const Case& c, Failures& failures) {
  Scene scene = c.scene;
  std::vector<BallState> start = c.start;
  std::ranges::reverse(scene.balls);
  std::ranges::reverse(start);
  Trajectory other;
  EventEngine(scene).run(start, other);
  const auto last = static_cast<std::uint32_t>(start.size() - 1);
  for (Event& event : other.events) {
    event.ball = last - event.ball;
    if (event.other.kind == AgentKind::ball) event.other.index = last - event.other.index;
  }
  compare_beginnings(Kind::order, c.run, other, failures);
}

void check_file(const Scene& scene, Failures& failures) {
  const Result<std::string> text = scene_to_toml(scene);
  if (!text) return failures.add(Kind::file, "not written: " + text.error().message());
  const Result<Scene> read = parse_scene(*text, Format::toml, "scene");
  if (!read) return failures.add(Kind::file, "not read: " + read.error().message());
  // angles are degrees in files: only runs without a stroke keep their bits
  if (!scene.shot && !(*read == scene)) failures.add(Kind::file, "reads as another scene");
}

}  // namespace cuelab::fuzz
