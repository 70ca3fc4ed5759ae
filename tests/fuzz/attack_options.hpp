#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fuzz/dice.hpp"
#include "fuzz/draw_scene.hpp"
#include "fuzz/guard.hpp"

namespace cuelab::fuzz {

/// What the command line of `attack_scenes` asks for.
struct AttackOptions {
  SeedRange seeds{0, 1000};
  Mode mode = Mode::ordinary;
  Sort sort = Sort::any;
  double time = 0.0;                 ///< no new scenes after this [s]; 0: no limit
  std::optional<Kind> kind{};        ///< report only failures of this kind
  std::vector<std::string> files{};  ///< scenes to check instead of seeds
  std::string save{};                ///< folder for failing scenes; "": none
  bool shrink = false;               ///< failing scenes are made smaller first
  bool hybrid = false;               ///< with the hybrid engine instead of the event engine
  bool fast = false;                 ///< with its fast integrator
  unsigned every = 10;               ///< of so many scenes one is checked for symmetries, too
  unsigned limit = 10;               ///< a run longer than this hangs [s]
};

/// Ends the program on a mistake and for --help.
AttackOptions read_attack_options(int argc, char** argv);

}  // namespace cuelab::fuzz
