#include <fmt/format.h>

#include "command.hpp"
#include "console.hpp"
#include "json_text.hpp"
#include "model_table.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples =
    R"(Laws marked "not built" may stand in a scene file, but this program cannot run them.

Examples:
  cuelab models
  cuelab models cushion              only groups and laws with "cushion" in their name
  cuelab models --json)";

struct Args {
  std::string filter;
  bool json = false;
};

bool is_wanted(const Model& model, const std::string& filter) {
  return model.group.find(filter) != std::string_view::npos ||
         model.name.find(filter) != std::string_view::npos;
}

std::string law_text(const Model& model) {
  std::string out = fmt::format("  {}{}\n", model.name, model.built ? "" : "  (not built)");
  out += fmt::format("      {}\n", model.what);
  for (const Parameter& p : model.parameters) {
    out += fmt::format("      {:<17} {:<8} {}\n", p.name, p.fallback, p.meaning);
  }
  return out + fmt::format("      source: {}\n", wrapped(std::string(model.source), 80, 14));
}

std::string list_text(const std::string& filter) {
  std::string out =
      "Laws by the key of the scene file that chooses them. Behind a parameter stands its value\n"
      "when the law is named and the parameter left out.\n";
  for (const ModelGroup& group : model_groups()) {
    std::string laws;
    for (const Model& model : models()) {
      if (model.group == group.key && is_wanted(model, filter)) laws += law_text(model);
    }
    if (laws.empty()) continue;
    out += fmt::format("\n{}: {}\n  if the scene says nothing: {}\n{}", group.key, group.title,
                       group.fallback, laws);
  }
  return out;
}

Json list_json(const std::string& filter) {
  Json document = Json::array();
  for (const Model& model : models()) {
    if (!is_wanted(model, filter)) continue;
    Json parameters = Json::array();
    for (const Parameter& p : model.parameters) {
      parameters.push_back({{"name", p.name}, {"default", p.fallback}, {"meaning", p.meaning}});
    }
    document.push_back({{"group", model.group},
                        {"law", model.name},
                        {"built", model.built},
                        {"what", model.what},
                        {"parameters", std::move(parameters)},
                        {"source", model.source}});
  }
  return document;
}

std::string names_text(const std::string& filter) {
  std::string out;
  for (const Model& model : models()) {
    if (is_wanted(model, filter)) out += fmt::format("{} {}\n", model.group, model.name);
  }
  return out;
}

int show(const Args& args, const Context& context) {
  const std::string names = names_text(args.filter);
  if (names.empty()) {
    std::vector<std::string> known;
    for (const Model& model : models()) known.emplace_back(model.name);
    return fail({"", "models",
                 fmt::format("no law or group is called \"{}\"{}; cuelab models lists all",
                             args.filter, suggestion(args.filter, known))});
  }
  if (args.json) return print(json_text(list_json(args.filter)));
  return print(context.quiet ? names : list_text(args.filter));
}

}  // namespace

void add_models(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, context, "models", "list the laws, parameters and sources");
  command->add_option("NAME", args->filter, "only groups and laws with this in their name")
      ->option_text(" ");
  command->add_flag("--json", args->json, "print one JSON document");
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return show(*args, context); }; });
}

}  // namespace cuelab::cli
