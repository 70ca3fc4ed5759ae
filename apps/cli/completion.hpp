#pragma once

#include <string>
#include <vector>

namespace cuelab::cli {

struct OptionSummary {
  std::vector<std::string> letters;  ///< "o" of -o
  std::vector<std::string> names;    ///< "out" of --out
  std::string description;
  bool takes_value = false;
};

struct CommandSummary {
  std::string name;
  std::string description;
  std::vector<OptionSummary> options;
};

/// Prints the completion script of a shell: bash, zsh or fish. The first of `program` is the
/// program itself, the others are its commands. Returns the exit code.
int completion_command(const std::vector<CommandSummary>& program, const std::string& shell);

}  // namespace cuelab::cli
