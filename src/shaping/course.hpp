#pragma once

#include <limits>
#include <span>
#include <vector>

#include "cuelab/shaping.hpp"

namespace cuelab::shaping {

/// How far the events of a run have brought a goal.
struct Course {
  bool is_decided = false;  ///< no later event can change it
  bool is_reached = false;
  double t = std::numeric_limits<double>::infinity();        ///< when it was decided [s]
  double touched = std::numeric_limits<double>::infinity();  ///< from when on its path counts [s]
  std::uint32_t other = none;                                ///< the first ball it hit
  std::size_t missing = 0;                                   ///< cushions
};

/// Only of goals that events decide: not of gates, obstacles and stops. Of a first hit with a cut
/// angle it says nothing about the angle.
Course course_of(const Goal& goal, std::span<const Event> events);
bool is_decided_by_events(const Goal& goal);
/// Whether it wants something not to happen until the other goals are decided.
bool avoids(const Goal& goal);

/// An impact that led to a goal.
struct Cause {
  double t = 0.0;
  EventType type = EventType::ball_ball;
  std::uint32_t ball = 0;  ///< of two balls the lower index
  Agent other{};
};

/// How a run led to its goals.
struct Route {
  /// The impacts of the goals' balls until the goals are decided, and before that of the balls that
  /// set these in motion; in order of time. Contacts of one ball at the same time count as one.
  std::vector<Cause> causes{};
  std::vector<bool> lefts{};  ///< per obstacle: it lies to the left of the path
};
Route route_of(const ShapingProblem& problem, std::span<const double> decided,
               const Trajectory& trajectory);

/// The same number for routes that a player would call the same: those that differ only in jaws and
/// facings of pockets are.
std::uint64_t key_of(const Route& route, const Table& table);

std::string text_of(const Cause& cause, const Scene& scene);
std::string text_of(const Route& route, const Scene& scene);

/// Where a run left a route, and what happened instead.
std::string departure_text(const Route& route, const Scene& scene, std::span<const Event> events);

}  // namespace cuelab::shaping
