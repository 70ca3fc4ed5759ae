#pragma once

#include <string>
#include <vector>

#include "draw_options.hpp"

namespace cuelab::cli {

// The commands: the arguments of each, as typed ("" if omitted), and the function that runs it and
// returns the exit code. `command_line.cpp` declares them.

/// How much to print; every command has these flags.
struct Verbosity {
  bool quiet = false;
  bool verbose = false;
};

struct SimulateArgs {
  std::string scene;
  std::string engine;
  std::string t_max;
  std::string at;
  std::string derivatives;
  bool states = false;
  bool json = false;
  std::vector<std::string> overrides;
  std::string out;
  std::string save_final;
};
int simulate_command(const SimulateArgs& args, const Verbosity& verbosity);

int draw_command(const DrawArgs& args, const Verbosity& verbosity);

struct CompareArgs {
  std::string scene;
  std::string engines;
  std::string t_max;
  std::string out;
  bool sensitivity = false;
  bool json = false;
  std::vector<std::string> overrides;
};
int compare_command(const CompareArgs& args, const Verbosity& verbosity);

struct ShapeArgs {
  std::string goal;
  std::string noise;
  std::string out;
  std::string region;
  bool json = false;
};
int shape_command(const ShapeArgs& args, const Verbosity& verbosity);

struct ViewArgs {
  std::string scene;
  std::string site;
  int port = 0;
};
int view_command(const ViewArgs& args);

struct CheckArgs {
  std::vector<std::string> scenes;
  std::vector<std::string> overrides;
  bool json = false;
};
int check_command(const CheckArgs& args, const Verbosity& verbosity);

struct ReproduceArgs {
  std::string name;
  std::string out;
  std::string threads = "2";
  bool brief = false;
};
int reproduce_command(const ReproduceArgs& args, const Verbosity& verbosity);

struct SweepArgs {
  std::string study;
  std::string out;
  std::string csv;
  std::string plot;
  std::string threads;
  std::string chunk_range;
  bool merge = false;
  bool info = false;
  bool json = false;
};
int sweep_command(const SweepArgs& args, const Verbosity& verbosity);

/// Arguments of the commands that list something.
struct ListArgs {
  std::string name;  ///< only this one
  bool json = false;
};
int models_command(const ListArgs& args, const Verbosity& verbosity);
int tables_command(const ListArgs& args, const Verbosity& verbosity);

struct ScenesArgs {
  std::string name;  ///< only this one
  bool text = false;
  bool json = false;
};
int scenes_command(const ScenesArgs& args, const Verbosity& verbosity);

/// Prints the JSON Schema of scene files or of study files, or a table of all keys.
/// The kinds of files that have a schema.
enum class FileKind { scene, study, goal };
int schema_command(bool as_table, FileKind kind);

}  // namespace cuelab::cli
