#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/version.hpp"
#include "program.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples = R"(Examples:
  cuelab simulate break_9ball                      simulate a named scene, print the story
  cuelab simulate shot.toml --set shot.speed=3     change any key of the scene
  cuelab simulate shot.toml --json | jq .events    one JSON document for other programs
  cuelab simulate shot.toml --out shot.json        record it ...
  cuelab draw shot.json -o shot.svg                ... and draw the recording
  cuelab view break_9ball                          in the browser
  cuelab check scenes/*.toml                       validate scene files
  cuelab tables pool-9ft                           the parts of a table
  cuelab reproduce all -o report                   published experiments, computed again

`cuelab COMMAND --help` explains a command. Lengths are metres, angles degrees.
Exit codes: 0 done, 1 internal failure, 2 bad input, 130 interrupted.)";

void add_common_flags(CLI::App& app, Context& context) {
  app.add_flag("-q,--quiet", context.quiet, "say only what matters most");
  app.add_flag("-v,--verbose", context.verbose, "say more");
}

void build(CLI::App& app, Context& context) {
  app.set_version_flag("--version", std::string("cuelab ") + version, "print the version");
  app.set_help_flag("-h,--help", "explain the program or a command");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->column_width(34);
  app.require_subcommand(1);
  add_common_flags(app, context);
  add_simulate(app, context);
  add_draw(app, context);
  add_view(app, context);
  add_check(app, context);
  add_reproduce(app, context);
  add_models(app, context);
  add_tables(app, context);
  add_scenes(app, context);
  add_schema(app, context);
  add_completion(app, context);
  app.footer(examples);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// What is wrong with the command itself, before its options are looked at.
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
        fmt::format("no such command{}; available: {}", suggestion(word, names), joined(names))};
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

/// A parse error in our own words, with the place to look for help.
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
  Context context;
  build(app, context);

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
  return context.run();
}

CLI::App* add_command(CLI::App& app, Context& context, const std::string& name,
                      const std::string& summary) {
  CLI::App* command = app.add_subcommand(name, summary)->group("Commands");
  add_common_flags(*command, context);
  return command;
}

CLI::Option* takes(CLI::Option* option, const std::string& value) {
  return option->type_name(value)->option_text(value);
}

void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  const std::string what = "override a key of the scene, e.g. shot.speed=3 (repeatable)";
  takes(command.add_option("--set", overrides, what), "KEY=VALUE")->allow_extra_args(false);
}

}  // namespace cuelab::cli
