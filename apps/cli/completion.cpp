#include <fmt/format.h>

#include "command.hpp"
#include "console.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples = R"(Examples:
  source <(cuelab completion bash)                                  for this shell
  cuelab completion bash > ~/.local/share/bash-completion/completions/cuelab
  cuelab completion zsh  > ~/.zfunc/_cuelab
  cuelab completion fish > ~/.config/fish/completions/cuelab.fish)";

/// What can stand in the place of a positional argument.
enum class Words { none, scenes, tables, shells, experiments };

Words words_of(const std::string& command) {
  if (command == "simulate" || command == "check" || command == "draw") return Words::scenes;
  if (command == "scenes") return Words::scenes;
  if (command == "tables") return Words::tables;
  if (command == "completion") return Words::shells;
  if (command == "reproduce") return Words::experiments;
  return Words::none;
}

/// A shell command that prints the words, one per line.
std::string word_source(Words words) {
  switch (words) {
    case Words::scenes:
      return "cuelab scenes -q 2>/dev/null";
    case Words::tables:
      return "cuelab tables -q 2>/dev/null";
    case Words::shells:
      return "printf '%s\\n' bash zsh fish";
    case Words::experiments:
      return "echo all; cuelab reproduce -q 2>/dev/null";
    case Words::none:
      break;
  }
  return "true";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) { return app.get_subcommands({}); }

std::string command_names(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : commands_of(app)) names += " " + command->get_name();
  return names.substr(1);
}

/// Every spelling of every option.
std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> all;
  for (const std::string& name : option.get_snames()) all.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) all.push_back("--" + name);
  return all;
}

std::string option_words(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& spelling : spellings(*option)) words += " " + spelling;
  }
  return words.empty() ? words : words.substr(1);
}

std::string bash_script(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    cases += fmt::format("    {}) options='{}'; words=$({}) ;;\n", command->get_name(),
                         option_words(*command), word_source(words_of(command->get_name())));
  }
  return fmt::format(R"(# bash completion of cuelab
_cuelab() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command='' options='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in -*) ;; *) command=${{COMP_WORDS[i]}}; break ;; esac
  done
  COMPREPLY=()
  case $previous in
    --engine) COMPREPLY=($(compgen -W 'event smooth stepped' -- "$current")); return ;;
    --set|--t-max|--at|--threads) return ;;
    -o|--out|--save-final) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case $command in
    '') options='{}'; words='{}' ;;
{}  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    case $command in
      simulate|check|draw|scenes) COMPREPLY+=($(compgen -f -- "$current")) ;;
    esac
  fi
}}
complete -o filenames -F _cuelab cuelab
)",
                     option_words(app), command_names(app), cases);
}

/// Text inside single quotes of zsh and fish.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') continue;
    out += c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ';' : c;
  }
  return out;
}

std::string zsh_arguments(const CLI::App& command) {
  std::string out;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& spelling : spellings(*option)) {
      const bool takes_value = option->get_expected_max() > 0 && option->get_type_size() > 0;
      const bool is_file = spelling == "--out" || spelling == "-o" || spelling == "--save-final";
      out += fmt::format(" \\\n        '*{}[{}]{}'", spelling, quoted(option->get_description()),
                         !takes_value ? ""
                         : is_file    ? ":file:_files"
                                      : ":value: ");
    }
  }
  const Words words = words_of(command.get_name());
  if (words == Words::scenes) out += " \\\n        '*:scene:_cuelab_scenes'";
  if (words == Words::tables) out += " \\\n        '1:table:($(cuelab tables -q 2>/dev/null))'";
  if (words == Words::experiments) {
    out += " \\\n        '1:experiment:(all $(cuelab reproduce -q 2>/dev/null))'";
  }
  if (words == Words::shells) out += " \\\n        '1:shell:(bash zsh fish)'";
  return out;
}

std::string zsh_script(const CLI::App& app) {
  std::string cases;
  std::string summaries;
  for (const CLI::App* command : commands_of(app)) {
    cases +=
        fmt::format("      {}) _arguments{} ;;\n", command->get_name(), zsh_arguments(*command));
    summaries +=
        fmt::format("    '{}:{}'\n", command->get_name(), quoted(command->get_description()));
  }
  return fmt::format(R"zsh(#compdef cuelab
# zsh completion of cuelab
_cuelab_scenes() {{
  local -a names
  names=(${{(f)"$(cuelab scenes -q 2>/dev/null)"}})
  _alternative 'names:scene:compadd -a names' 'files:file:_files'
}}
_cuelab() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{}    esac
  fi
}}
compdef _cuelab cuelab
)zsh",
                     summaries, cases);
}

std::string fish_script(const CLI::App& app) {
  const std::string names = command_names(app);
  std::string out = "# fish completion of cuelab\n";
  out += "complete -c cuelab -f\n";
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    out += fmt::format("complete -c cuelab -n 'not __fish_seen_subcommand_from {}' -a {} -d '{}'\n",
                       names, name, quoted(command->get_description()));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", name);
    for (const CLI::Option* option : command->get_options()) {
      if (!option->nonpositional()) continue;
      std::string spelling;
      for (const std::string& s : option->get_snames()) spelling += " -s " + s;
      for (const std::string& l : option->get_lnames()) spelling += " -l " + l;
      const bool takes_value = option->get_expected_max() > 0 && option->get_type_size() > 0;
      out += fmt::format("complete -c cuelab {}{}{} -d '{}'\n", seen, spelling,
                         takes_value ? " -r -F" : "", quoted(option->get_description()));
    }
    if (const Words words = words_of(name); words != Words::none) {
      const bool files = words == Words::scenes;
      out += fmt::format("complete -c cuelab {}{} -a \"({})\"\n", seen, files ? " -F" : "",
                         word_source(words));
    }
  }
  return out;
}

int completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return print(bash_script(app));
  if (shell == "zsh") return print(zsh_script(app));
  if (shell == "fish") return print(fish_script(app));
  return fail(
      {"", "completion", fmt::format("no script for \"{}\"; available: bash, zsh, fish", shell)});
}

}  // namespace

void add_completion(CLI::App& app, Context& context) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      add_command(app, context, "completion", "print a completion script for a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->option_text(" ");
  command->footer(examples);
  command->callback(
      [shell, &app, &context] { context.run = [shell, &app] { return completion(app, *shell); }; });
}

}  // namespace cuelab::cli
