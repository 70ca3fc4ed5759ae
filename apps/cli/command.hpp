#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace cuelab::cli {

/// What the command line decided: how much to say, and what to run after parsing.
struct Context {
  bool quiet = false;
  bool verbose = false;
  std::function<int()> run;  ///< returns the exit code
};

/// Exit codes: bad input, and a failure of the program itself.
inline constexpr int bad_input = 2;
inline constexpr int internal_failure = 1;

// each adds one command to the program
void add_simulate(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_draw(CLI::App& app, Context& context);
void add_view(CLI::App& app, Context& context);
void add_reproduce(CLI::App& app, Context& context);
void add_models(CLI::App& app, Context& context);
void add_tables(CLI::App& app, Context& context);
void add_scenes(CLI::App& app, Context& context);
void add_schema(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

/// A command with the flags every command has.
CLI::App* add_command(CLI::App& app, Context& context, const std::string& name,
                      const std::string& summary);

/// The name of an option's value, in the help and in messages.
CLI::Option* takes(CLI::Option* option, const std::string& value);

/// `--set KEY=VALUE`, any number of times.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides);

}  // namespace cuelab::cli
