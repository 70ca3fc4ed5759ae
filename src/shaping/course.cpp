#include "shaping/course.hpp"

#include <algorithm>

#include "cuelab/outcome.hpp"

namespace cuelab::shaping {
namespace {

bool is_other_ball(const Event& e) {
  return e.type == EventType::ball_ball && e.other.kind == AgentKind::ball;
}

bool involves(const Event& e, std::uint32_t ball) {
  return e.ball == ball || (e.other.kind == AgentKind::ball && e.other.index == ball);
}

/// Counts cushion contacts of one ball.
class CushionCount {
 public:
  /// Whether the event is a new contact.
  bool add(const Event& e, std::uint32_t ball) {
    if (e.type != EventType::ball_cushion || e.ball != ball) return false;
    const bool is_new = e.t > last_ + same_contact;
    last_ = e.t;
    return is_new;
  }

 private:
  double last_ = -1.0;
};

void decide(Course& course, const Event& e, bool is_reached) {
  course.is_decided = true;
  course.is_reached = is_reached;
  course.t = e.t;
}

Course course_of_hit(const Goal& goal, std::span<const Event> events) {
  Course course;
  CushionCount contacts;
  std::size_t cushions = 0;
  for (const Event& e : events) {
    cushions += contacts.add(e, goal.ball) ? 1 : 0;
    if (!is_other_ball(e) || !involves(e, goal.ball)) continue;
    course.other = e.ball == goal.ball ? e.other.index : e.ball;
    course.missing = cushions < goal.count ? goal.count - cushions : 0;
    decide(course, e, course.other == goal.other && course.missing == 0);
    break;
  }
  return course;
}

Course course_of_pot(const Goal& goal, std::span<const Event> events) {
  Course course;
  for (const Event& e : events) {
    if (!involves(e, goal.ball)) continue;
    course.touched = std::min(course.touched, e.t);
    if (e.type == EventType::ball_pocket) {
      decide(course, e, goal.pocket == none || e.other.index == goal.pocket);
    } else if (e.type == EventType::ball_floor) {
      decide(course, e, false);
    }
    if (course.is_decided) break;
  }
  return course;
}

Course course_of_cushions(const Goal& goal, std::span<const Event> events) {
  Course course;
  std::size_t met = 0;
  for (const Event& e : events) {
    if (course.is_decided) break;
    if (e.type != EventType::ball_cushion || e.ball != goal.ball) continue;
    if (e.other.kind != AgentKind::cushion || e.other.index != goal.cushions[met]) {
      decide(course, e, false);
    } else if (++met == goal.cushions.size()) {
      decide(course, e, true);
    }
  }
  course.missing = goal.cushions.size() - met;
  return course;
}

Course course_of_carom(const Goal& goal, std::span<const Event> events) {
  Course course;
  CushionCount contacts;
  std::size_t cushions = 0;
  course.touched = 0.0;
  for (const Event& e : events) {
    if (contacts.add(e, goal.ball) && ++cushions <= goal.count) course.touched = e.t;
    if (!is_other_ball(e) || !involves(e, goal.ball)) continue;
    const std::uint32_t other = e.ball == goal.ball ? e.other.index : e.ball;
    if (course.other == none) {
      course.other = other;
      if (goal.count == 0) course.touched = e.t;
    } else if (other != course.other) {
      decide(course, e, cushions >= goal.count);
      break;
    }
  }
  course.missing = cushions < goal.count ? goal.count - cushions : 0;
  return course;
}

}  // namespace

bool avoids(const Goal& goal) {
  return goal.kind == Goal::Kind::obstacle ||
         (goal.kind == Goal::Kind::cushions && goal.cushions.empty());
}

bool is_decided_by_events(const Goal& goal) {
  if (avoids(goal)) return false;
  return goal.kind == Goal::Kind::first_hit || goal.kind == Goal::Kind::pot ||
         goal.kind == Goal::Kind::cushions || goal.kind == Goal::Kind::carom;
}

Course course_of(const Goal& goal, std::span<const Event> events) {
  switch (goal.kind) {
    case Goal::Kind::first_hit:
      return course_of_hit(goal, events);
    case Goal::Kind::pot:
      return course_of_pot(goal, events);
    case Goal::Kind::cushions:
      return course_of_cushions(goal, events);
    case Goal::Kind::carom:
      return course_of_carom(goal, events);
    default:
      return {};
  }
}

}  // namespace cuelab::shaping
