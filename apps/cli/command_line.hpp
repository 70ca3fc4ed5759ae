#pragma once

#include <functional>

#include "commands.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's name
class App;
}

namespace cuelab::cli {

/// The parsed command line.
struct CommandLine {
  Verbosity verbosity;
  SimulateArgs simulate;
  DrawArgs draw;
  CompareArgs compare;
  ShapeArgs shape;
  ViewArgs view;
  CheckArgs check;
  ReproduceArgs reproduce;
  SweepArgs sweep;
  ListArgs list;  ///< of models and tables
  ScenesArgs scenes;
  bool keys = false;             ///< of schema
  bool of_studies = false;       ///< of schema
  bool of_goals = false;         ///< of schema
  std::string shell;             ///< of completion
  std::function<int()> command;  ///< runs the chosen command; returns the exit code
};

/// Declares every command with its options and help. `line` must outlive `app`.
void declare_commands(CLI::App& app, CommandLine& line);

}  // namespace cuelab::cli
