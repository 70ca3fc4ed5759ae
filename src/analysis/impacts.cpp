// Reduces the events of every engine to impacts that can be compared.
#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/compare.hpp"

namespace cuelab {
namespace {

/// The centre of a ball that has just left the cloth at a pocket is this close to its circle [m].
constexpr double edge_of_pocket = 5e-3;

/// Stands for a speed before an event that is not recorded: the event counts [m/s].
constexpr double unknown_speed = std::numeric_limits<double>::infinity();

bool is_transition(EventType type) {
  return type == EventType::sliding_rolling || type == EventType::rolling_stationary ||
         type == EventType::rolling_spinning || type == EventType::spinning_stationary;
}

EventSpan span_of(const Event& event, EventType type, double until) {
  EventSpan span{event.t, until, type, event.ball, event.other};
  if (type == EventType::ball_slate) span.other = {};  // only contacts name the cloth
  if (span.other.kind == AgentKind::ball && span.other.index < span.ball) {
    std::swap(span.ball, span.other.index);
  }
  return span;
}

/// What is needed to tell impacts from other contacts.
class ImpactFilter {
 public:
  ImpactFilter(const Scene& scene, const Trajectory& run) : scene_(scene), run_(run) {
    const Physics& physics = scene.physics;
    least_landing_ = std::sqrt(2.0 * physics.gravity * physics.slate.min_bounce);
    // per piece, the one of the same ball before it
    std::vector<std::uint32_t> last(scene.balls.size(), none);
    for (std::uint32_t i = 0; i < run.pieces.size(); ++i) {
      std::uint32_t& before = last[run.pieces[i].ball];
      previous_.push_back(before);
      before = i;
    }
  }

  /// Whether an instantaneous event is an impact or a fall.
  bool counts(const Event& event) const {
    switch (event.type) {
      case EventType::ball_ball:
        return approach_of_balls(event) >= least_impact;
      case EventType::ball_slate:
        return landing_speed(event) >= least_landing_;
      case EventType::ball_cushion:
      case EventType::ball_pocket:
      case EventType::ball_floor:
        return true;
      default:
        return false;
    }
  }

  /// Whether a contact is an impact.
  bool counts(const ContactRecord& contact) const {
    const Event& begin = run_.events[contact.begin];
    if (begin.other.kind == AgentKind::cloth) {
      return begin.t > 0.0 && contact.approach_speed >= least_landing_ && !over_pocket(begin, 0.0);
    }
    const double weight = scene_.balls[begin.ball].spec.mass * scene_.physics.gravity;
    const bool is_impact = contact.approach_speed >= least_impact || contact.peak_force > weight;
    return is_impact && !over_pocket(begin, 0.0);
  }

  /// When a ball that falls into a pocket at this event left the cloth.
  double start_of_fall(const Event& fall) const {
    double start = fall.t;
    for (const ContactRecord& contact : run_.contacts) {
      if (contact.end == none) continue;
      const Event& end = run_.events[contact.end];
      if (end.ball != fall.ball || end.other.kind != AgentKind::cloth || end.t > fall.t) continue;
      start = over_pocket(end, edge_of_pocket) ? end.t : fall.t;
    }
    return start;
  }

 private:
  /// State of a ball just before the event at which one of its pieces begins.
  std::optional<BallState> before(std::uint32_t piece, double t) const {
    if (piece >= previous_.size() || previous_[piece] == none) return {};
    return state_on(run_.pieces[previous_[piece]], t);
  }

  double approach_of_balls(const Event& event) const {
    const auto a = before(event.piece, event.t);
    const auto b = before(event.other_piece, event.t);
    if (!a || !b) return unknown_speed;
    const Vec3 line = b->r - a->r;
    return dot(a->v - b->v, line) / norm(line);
  }

  double landing_speed(const Event& event) const {
    const auto state = before(event.piece, event.t);
    return state ? -state->v.z : unknown_speed;
  }

  bool over_pocket(const Event& event, double margin) const {
    if (event.piece >= run_.pieces.size()) return false;
    const Vec2 at = flat(run_.pieces[event.piece].r0);
    return std::ranges::any_of(scene_.table.pockets, [&](const Pocket& pocket) {
      return norm(at - pocket.centre) < pocket.radius + margin;
    });
  }

  const Scene& scene_;
  const Trajectory& run_;
  std::vector<std::uint32_t> previous_{};
  double least_landing_ = 0.0;  ///< [m/s]
};

EventType type_of_contact(AgentKind other) {
  if (other == AgentKind::ball) return EventType::ball_ball;
  return other == AgentKind::cloth ? EventType::ball_slate : EventType::ball_cushion;
}

/// Moves the beginning of a contact that began without approach to the last impact before its end:
/// by then the blow has arrived.
void postpone(EventSpan& resting, const std::vector<EventSpan>& impacts) {
  for (const EventSpan& impact : impacts) {
    if (impact.t <= resting.until) resting.t = std::max(resting.t, impact.t);
  }
}

/// Joins impacts that follow each other closely.
std::vector<EventSpan> joined(const std::vector<EventSpan>& spans) {
  std::vector<EventSpan> out;
  std::size_t recent = 0;  // the first that can still be continued
  for (const EventSpan& span : spans) {
    while (recent < out.size() && out[recent].until + one_impact < span.t) ++recent;
    const auto open =
        std::find_if(out.begin() + static_cast<std::ptrdiff_t>(recent), out.end(),
                     [&](const EventSpan& earlier) {
                       return is_same_event(earlier, span) && span.t <= earlier.until + one_impact;
                     });
    if (open == out.end()) {
      out.push_back(span);
    } else {
      open->until = std::max(open->until, span.until);
    }
  }
  return out;
}

}  // namespace

bool is_same_event(const EventSpan& a, const EventSpan& b) {
  return a.type == b.type && a.ball == b.ball && a.other == b.other;
}

std::vector<EventSpan> impacts_of(const Scene& scene, const Trajectory& trajectory) {
  const ImpactFilter filter(scene, trajectory);
  std::vector<EventSpan> spans;
  for (const Event& event : trajectory.events) {
    if (!filter.counts(event)) continue;
    spans.push_back(span_of(event, event.type, event.t));
    if (event.type == EventType::ball_pocket) spans.back().t = filter.start_of_fall(event);
  }
  std::vector<EventSpan> resting;
  for (const ContactRecord& contact : trajectory.contacts) {
    if (!filter.counts(contact)) continue;
    const Event& begin = trajectory.events[contact.begin];
    const double until = contact.end == none ? trajectory.t_end : trajectory.events[contact.end].t;
    const EventSpan span = span_of(begin, type_of_contact(begin.other.kind), until);
    (contact.approach_speed < least_impact ? resting : spans).push_back(span);
  }
  for (EventSpan& contact : resting) postpone(contact, spans);
  spans.insert(spans.end(), resting.begin(), resting.end());
  std::ranges::stable_sort(spans, {}, &EventSpan::t);
  return joined(spans);
}

std::vector<EventSpan> transitions_of(const Trajectory& trajectory) {
  std::vector<EventSpan> spans;
  for (const Event& event : trajectory.events) {
    if (is_transition(event.type)) spans.push_back(span_of(event, event.type, event.t));
  }
  return spans;
}

}  // namespace cuelab
