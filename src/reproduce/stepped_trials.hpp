#pragma once

#include <tuple>
#include <vector>

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

inline constexpr int clock_repeats = 30;  ///< of a run whose time is measured

struct ShotCase {
  const char* name;
  const char* key;  ///< in names of files
  const char* scene;
  double end;  ///< when positions are compared [s]
};

/// An impact without its time: type, ball, what it met.
using PlainImpact = std::tuple<EventType, std::uint32_t, Agent>;

std::vector<PlainImpact> impacts_in(const Trajectory& run);

/// How the impacts of a run differ from the exact ones.
struct Mistakes {
  std::size_t right = 0;   ///< before the first wrong one
  std::size_t missed = 0;  ///< exact impacts that do not occur
  std::size_t extra = 0;   ///< impacts that should not occur
};

/// The shot with one step size.
struct Trial {
  double step = 0.0;     ///< [s]
  double error = 0.0;    ///< of the worst ball's position at the end [m]
  double energy = 0.0;   ///< error, as a fraction of the initial energy
  double overlap = 0.0;  ///< deepest of two balls [m]
  double lag = 0.0;      ///< of the first ball-ball impact [s]
  Mistakes mistakes{};
  bool in_order = false;  ///< every impact right
  Cost cost{};
  double t_end = 0.0;  ///< [s]
  double seconds = 0.0;
};

/// A shot with many step sizes, and with the event engine.
struct Comparison {
  const ShotCase* shot = nullptr;
  Trajectory exact{};
  double exact_seconds = 0.0;
  std::size_t impacts = 0;
  std::vector<Trial> trials{};
  std::vector<Trial> scan{};  ///< more of them, to find the order, if any has all impacts right
};

/// Time of the first ball-ball impact [s].
double first_meeting(const Trajectory& run);

/// Step sizes, `per_decade` per decade, from the longest down to the shortest.
std::vector<double> ladder(double longest, double shortest, int per_decade);

/// The scene with one step size, compared with its exact run.
Trial try_step(Lab& lab, Scene scene, double step, const Trajectory& exact);

/// The shot with many step sizes, compared with the event engine.
Comparison compare_steps(Lab& lab, const ShotCase& shot);

/// Order of the error in the step: slope of the line through the logarithms where every impact is
/// right.
struct Fit {
  double order = 0.0;
  std::size_t points = 0;
};
Fit fit(const std::vector<Trial>& trials);

/// The longest step such that it and all shorter ones are good enough, or null.
const Trial* longest_good(const std::vector<Trial>& trials, double error);

}  // namespace cuelab::reproduction
