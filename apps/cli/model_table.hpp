#pragma once

#include <array>
#include <span>
#include <string_view>

namespace cuelab::cli {

/// A parameter of a law as it stands in a scene file.
struct Parameter {
  std::string_view name;
  std::string_view fallback;  ///< value when the law is named and the parameter left out
  std::string_view meaning;   ///< with the unit
};

/// A law, as `cuelab models` lists it.
struct Model {
  std::string_view group;  ///< key of the scene file that chooses it
  std::string_view name;   ///< value of `law` there
  std::string_view what;
  std::string_view source;
  bool built = false;
  std::span<const Parameter> parameters = {};
};

/// What a group is about and what applies when the scene does not mention it.
struct ModelGroup {
  std::string_view key;
  std::string_view title;
  std::string_view fallback;
};

/// Every group and every law that scene files know, in the order they are listed.
std::span<const ModelGroup> model_groups();
std::span<const Model> models();

}  // namespace cuelab::cli
