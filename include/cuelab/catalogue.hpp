#pragma once

#include <string>
#include <vector>

namespace cuelab {

/// One parameter of a law, as text.
struct LawParameter {
  std::string name;
  std::string fallback;  ///< default value, as in scene files; "" when it depends on other keys
  std::string allowed;   ///< "at least 0", "one of spheres, cylinders", ...
  std::string meaning;   ///< with the unit
};

/// One law or other choice, such as an integrator.
struct LawEntry {
  std::string name;  ///< as in scene files
  std::string meaning;
  std::string source;
  bool built = true;  ///< false: scene files may name it, but no engine has it yet
  std::vector<LawParameter> parameters{};
};

/// The choices of one key of scene files.
struct LawGroup {
  std::string key;       ///< in scene files; * matches several keys with the same choices
  std::string title;     ///< what they describe
  std::string fallback;  ///< the default choice
  std::vector<LawEntry> laws{};
};

/// Every law and other choice of scene files, from the descriptions of the laws.
std::vector<LawGroup> law_catalogue();

}  // namespace cuelab
