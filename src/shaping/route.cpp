// Which impacts led to the goals, and where another run leaves them.
#include <algorithm>

#include "cuelab/outcome.hpp"
#include "shaping/course.hpp"
#include "shaping/path.hpp"

namespace cuelab::shaping {
namespace {

/// Cushions shorter than this are the facings of pockets [m].
constexpr double longest_facing = 0.2;

bool is_impact(EventType type) {
  return type == EventType::ball_ball || type == EventType::ball_cushion ||
         type == EventType::ball_pocket || type == EventType::ball_floor;
}

Cause cause_of(const Event& e) {
  Cause cause{e.t, e.type, e.ball, e.other};
  if (e.type == EventType::ball_ball && e.other.index < e.ball) {
    std::swap(cause.ball, cause.other.index);
  }
  return cause;
}

bool is_same(const Cause& a, const Cause& b) {
  return a.type == b.type && a.ball == b.ball && a.other == b.other;
}

/// Whether the later one only repeats it.
bool is_one_contact(const Cause& earlier, const Cause& later) {
  if (later.t - earlier.t >= same_contact || earlier.ball != later.ball) return false;
  return is_same(earlier, later) ||
         (earlier.type == EventType::ball_cushion && later.type == EventType::ball_cushion);
}

/// Goes backwards through the events and keeps the impacts of the balls that matter.
class Tracer {
 public:
  void follow(std::uint32_t ball) {
    if (!follows(ball)) followed_.push_back(ball);
  }

  void add(const Event& e) {
    if (!is_impact(e.type)) return;
    const bool with_ball = e.type == EventType::ball_ball;
    if (!follows(e.ball) && !(with_ball && follows(e.other.index))) return;
    if (with_ball) {
      follow(e.ball);
      follow(e.other.index);
    }
    const Cause cause = cause_of(e);
    if (!causes_.empty() && is_one_contact(cause, causes_.back())) causes_.pop_back();
    causes_.push_back(cause);
  }

  std::vector<Cause> in_order() {
    std::ranges::reverse(causes_);
    return std::move(causes_);
  }

 private:
  bool follows(std::uint32_t ball) const {
    return std::ranges::find(followed_, ball) != followed_.end();
  }

  std::vector<std::uint32_t> followed_{};
  std::vector<Cause> causes_{};
};

bool is_at_pocket(const Cause& cause, const Table& table) {
  if (cause.type != EventType::ball_cushion || table.pockets.empty()) return false;
  if (cause.other.kind == AgentKind::jaw) return true;
  if (cause.other.kind != AgentKind::cushion) return false;
  const Cushion& cushion = table.cushions[cause.other.index];
  return norm(cushion.to - cushion.from) < longest_facing;
}

/// The next impact of a ball after the event with number `after`.
std::size_t next_impact(std::span<const Event> events, std::uint32_t ball, std::size_t after) {
  for (std::size_t i = after; i < events.size(); ++i) {
    const Event& e = events[i];
    if (!is_impact(e.type)) continue;
    if (e.ball == ball || (e.type == EventType::ball_ball && e.other.index == ball)) return i;
  }
  return events.size();
}

}  // namespace

Route route_of(const ShapingProblem& problem, std::span<const double> decided,
               const Trajectory& trajectory) {
  Route route;
  Tracer tracer;
  for (std::size_t i = trajectory.events.size(); i-- > 0;) {
    const Event& e = trajectory.events[i];
    for (std::size_t g = 0; g < problem.goals.size(); ++g) {
      const Goal& goal = problem.goals[g];
      if (!avoids(goal) && e.t <= decided[g]) tracer.follow(goal.ball);
    }
    tracer.add(e);
  }
  route.causes = tracer.in_order();
  for (std::size_t g = 0; g < problem.goals.size(); ++g) {
    const Goal& goal = problem.goals[g];
    if (goal.kind != Goal::Kind::obstacle) continue;
    const auto a = closest_approach(trajectory, goal.ball, goal.at, 0.0, decided[g]);
    route.lefts.push_back(a && a->distance > 0.0);
  }
  return route;
}

std::uint64_t key_of(const Route& route, const Table& table) {
  std::uint64_t key = 0xcbf29ce484222325U;  // FNV-1a over words
  const auto add = [&](std::uint64_t word) { key = (key ^ word) * 0x100000001b3U; };
  for (const Cause& c : route.causes) {
    if (is_at_pocket(c, table)) continue;
    add(static_cast<std::uint64_t>(c.type));
    add(c.ball);
    add(static_cast<std::uint64_t>(c.other.kind));
    add(c.other.index);
  }
  for (const bool left : route.lefts) add(left ? 1 : 2);
  return key;
}

std::string text_of(const Cause& cause, const Scene& scene) {
  const Agents agents = agents_of(
      {.t = cause.t, .type = cause.type, .ball = cause.ball, .other = cause.other}, scene);
  std::string text(agents.first);
  text += cause.type == EventType::ball_pocket ? " in " : "-";
  text += cause.type == EventType::ball_floor ? "floor" : agents.second;
  return text;
}

std::string text_of(const Route& route, const Scene& scene) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += ", ";
    text += part;
  };
  for (const Cause& cause : route.causes) add(text_of(cause, scene));
  for (const bool left : route.lefts) add(left ? "obstacle on the left" : "obstacle on the right");
  return text;
}

std::string departure_text(const Route& route, const Scene& scene, std::span<const Event> events) {
  std::vector<std::size_t> reached(scene.balls.size(), 0);  // per ball: events that are behind it
  for (const Cause& cause : route.causes) {
    const bool with_ball = cause.type == EventType::ball_ball;
    std::size_t found = next_impact(events, cause.ball, reached[cause.ball]);
    if (with_ball && found == events.size()) {
      found = next_impact(events, cause.other.index, reached[cause.other.index]);
    }
    const bool is_missing = found == events.size();
    if (is_missing || !is_same(cause_of(events[found]), cause)) {
      return text_of(cause, scene) + ": " +
             (is_missing ? "stops short" : text_of(cause_of(events[found]), scene) + " instead");
    }
    reached[cause.ball] = found + 1;
    if (with_ball) reached[cause.other.index] = found + 1;
  }
  return "the right impacts, off target";
}

}  // namespace cuelab::shaping
