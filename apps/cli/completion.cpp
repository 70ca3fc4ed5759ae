#include "completion.hpp"

#include <fmt/format.h>

#include <span>

#include "console.hpp"
#include "engine_choice.hpp"

namespace cuelab::cli {
namespace {

/// What a positional argument can be.
enum class Words { none, scenes, tables, shells, experiments };

Words words_of(const std::string& command) {
  if (command == "simulate" || command == "check" || command == "draw") return Words::scenes;
  if (command == "scenes" || command == "compare") return Words::scenes;
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

/// The program itself, and its commands.
using Program = std::span<const CommandSummary>;
Program commands_of(Program program) { return program.subspan(1); }

std::string command_names(Program program) {
  std::string names;
  for (const CommandSummary& command : commands_of(program)) names += " " + command.name;
  return names.substr(1);
}

/// Every spelling of an option.
std::vector<std::string> spellings(const OptionSummary& option) {
  std::vector<std::string> all;
  all.reserve(option.letters.size() + option.names.size());
  for (const std::string& letter : option.letters) all.push_back("-" + letter);
  for (const std::string& name : option.names) all.push_back("--" + name);
  return all;
}

std::string option_words(const CommandSummary& command) {
  std::string words;
  for (const OptionSummary& option : command.options) {
    for (const std::string& spelling : spellings(option)) words += " " + spelling;
  }
  return words.empty() ? words : words.substr(1);
}

/// Every two engines, as `compare` takes them.
std::vector<std::string> engine_pairs() {
  const std::vector<std::string> names = engine_names();
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) pairs.push_back(names[i] + "," + names[j]);
  }
  return pairs;
}

std::string bash_script(Program program) {
  std::string cases;
  for (const CommandSummary& command : commands_of(program)) {
    cases += fmt::format("    {}) options='{}'; words=$({}) ;;\n", command.name,
                         option_words(command), word_source(words_of(command.name)));
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
    --engine) COMPREPLY=($(compgen -W '{}' -- "$current")); return ;;
    --engines) COMPREPLY=($(compgen -W '{}' -- "$current")); return ;;
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
      simulate|check|draw|compare|scenes) COMPREPLY+=($(compgen -f -- "$current")) ;;
    esac
  fi
}}
complete -o filenames -F _cuelab cuelab
)",
                     fmt::join(engine_names(), " "), fmt::join(engine_pairs(), " "),
                     option_words(program.front()), command_names(program), cases);
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

std::string zsh_arguments(const CommandSummary& command) {
  std::string out;
  for (const OptionSummary& option : command.options) {
    for (const std::string& spelling : spellings(option)) {
      const bool is_file = spelling == "--out" || spelling == "-o" || spelling == "--save-final";
      out += fmt::format(" \\\n        '*{}[{}]{}'", spelling, quoted(option.description),
                         !option.takes_value ? ""
                         : is_file           ? ":file:_files"
                                             : ":value: ");
    }
  }
  const Words words = words_of(command.name);
  if (words == Words::scenes) out += " \\\n        '*:scene:_cuelab_scenes'";
  if (words == Words::tables) out += " \\\n        '1:table:($(cuelab tables -q 2>/dev/null))'";
  if (words == Words::experiments) {
    out += " \\\n        '1:experiment:(all $(cuelab reproduce -q 2>/dev/null))'";
  }
  if (words == Words::shells) out += " \\\n        '1:shell:(bash zsh fish)'";
  return out;
}

std::string zsh_script(Program program) {
  std::string cases;
  std::string summaries;
  for (const CommandSummary& command : commands_of(program)) {
    cases += fmt::format("      {}) _arguments{} ;;\n", command.name, zsh_arguments(command));
    summaries += fmt::format("    '{}:{}'\n", command.name, quoted(command.description));
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

std::string fish_script(Program program) {
  const std::string names = command_names(program);
  std::string out = "# fish completion of cuelab\n";
  out += "complete -c cuelab -f\n";
  for (const CommandSummary& command : commands_of(program)) {
    const std::string& name = command.name;
    out += fmt::format("complete -c cuelab -n 'not __fish_seen_subcommand_from {}' -a {} -d '{}'\n",
                       names, name, quoted(command.description));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", name);
    for (const OptionSummary& option : command.options) {
      std::string spelling;
      for (const std::string& s : option.letters) spelling += " -s " + s;
      for (const std::string& l : option.names) spelling += " -l " + l;
      out += fmt::format("complete -c cuelab {}{}{} -d '{}'\n", seen, spelling,
                         option.takes_value ? " -r -F" : "", quoted(option.description));
    }
    if (const Words words = words_of(name); words != Words::none) {
      const bool files = words == Words::scenes;
      out += fmt::format("complete -c cuelab {}{} -a \"({})\"\n", seen, files ? " -F" : "",
                         word_source(words));
    }
  }
  return out;
}

}  // namespace

int completion_command(const std::vector<CommandSummary>& program, const std::string& shell) {
  if (shell == "bash") return print(bash_script(program));
  if (shell == "zsh") return print(zsh_script(program));
  if (shell == "fish") return print(fish_script(program));
  return fail(
      {"", "completion", fmt::format("unknown shell \"{}\"; available: bash, zsh, fish", shell)});
}

}  // namespace cuelab::cli
