// Impacts that follow each other too fast.
#include <algorithm>

#include "event/simulation.hpp"

namespace cuelab::event {

void Chatter::calm_down(double now) {
  constexpr double first_calm = 1e-3;   // [s]
  constexpr double longest_calm = 0.1;  // [s]
  constexpr double slow_speed = 1e-2;   // [m/s]
  constexpr double fast_speed = 5e-2;   // [m/s]
  const bool is_fast = fast.impacts > most_impacts;
  fast.impacts = slow.impacts = 0;

  // calmer each time
  const bool again = now - calm_until < longest_calm;
  calm_for = again ? std::min(2.0 * calm_for, longest_calm) : first_calm;
  calm_speed = std::max(again ? 2.0 * calm_speed : 0.0, is_fast ? fast_speed : slow_speed);
  calm_until = now + calm_for;
}

}  // namespace cuelab::event
