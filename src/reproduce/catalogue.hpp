#pragma once

#include <string_view>
#include <vector>

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// A published experiment: its function, and its number of runs for the progress bar.
struct Experiment {
  std::string_view name;  ///< of its folder in experiments/
  void (*perform)(Lab& lab);
  std::size_t runs = 0;
  std::size_t brief_runs = 0;
};

/// All experiments, in the order of the report. A new one adds a line here, a source file, and
/// experiments/NAME/expected.toml.
const std::vector<Experiment>& catalogue();

void four_ball_break(Lab& lab);
void thirty_degree_rule(Lab& lab);
void cushion_shot(Lab& lab);
void restitution(Lab& lab);
void integrators(Lab& lab);
void bouncing_ball(Lab& lab);
void bearing(Lab& lab);
void newtons_cradle(Lab& lab);
void stepped_evolution(Lab& lab);
void patch_friction(Lab& lab);
void shaping_problems(Lab& lab);
void break_statistics(Lab& lab);

}  // namespace cuelab::reproduction
