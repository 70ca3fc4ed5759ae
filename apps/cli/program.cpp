#include "program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "command_line.hpp"
#include "console.hpp"

namespace cuelab::cli {
namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// Error for a missing or unknown command, checked before its options.
std::optional<Error> find_command_fault(const CLI::App& app,
                                        const std::vector<std::string>& words) {
  const std::vector<std::string> names = command_names(app);
  for (const std::string& word : words) {
    if (word.starts_with("-")) {
      if (word == "-h" || word == "--help" || word == "--version") return {};
      continue;
    }
    if (std::find(names.begin(), names.end(), word) != names.end()) return {};
    return Error{
        "", word,
        fmt::format("unknown command{}; available: {}", suggestion(word, names), joined(names))};
  }
  return Error{"", "",
               fmt::format("no command given; available: {}; see cuelab --help", joined(names))};
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// A parse error as one of ours, with a reference to the help.
Error error_of(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands.front();
  const std::string where = commands.empty() ? "" : command.get_name();
  const std::string hint = fmt::format("; see cuelab {}--help", where.empty() ? "" : where + " ");
  std::vector<std::string> extras = command.remaining();
  if (extras.empty()) extras = app.remaining(true);
  const bool has_extras = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (has_extras && !extras.empty()) {
    const std::string& extra = extras.front();
    const std::string near = extra.starts_with("--") ? suggestion(extra.substr(0, extra.find('=')),
                                                                  option_names(command))
                                                     : "";
    return {"", where, fmt::format("unexpected argument \"{}\"{}{}", extra, near, hint)};
  }
  return {"", where, error.what() + hint};
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app("cuelab: a billiards physics laboratory.", "cuelab");
  CommandLine line;
  declare_commands(app, line);

  // `cuelab help draw` means `cuelab draw --help`
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (const auto fault = find_command_fault(app, words)) return fail(*fault);
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    return print(app.help());
  } catch (const CLI::CallForVersion& wanted) {
    return print(fmt::format("{}\n", wanted.what()));
  } catch (const CLI::ParseError& error) {
    return fail(error_of(app, error));
  }
  return line.command();
}

}  // namespace cuelab::cli
