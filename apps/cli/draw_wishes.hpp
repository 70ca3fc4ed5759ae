#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// What the command line of `draw` says, word by word; "" where it says nothing.
struct DrawArgs {
  std::string source{};
  std::string out{};
  std::string view{};
  std::string width{};
  std::string fps{};
  std::string speed{};
  std::string from{};
  std::string to{};
  std::vector<std::string> overrides{};
};

/// The same, understood and within limits.
struct DrawWishes {
  std::string ending{};  ///< ".svg", ...
  std::string view{};    ///< top, side or curves
  int width = 0;         ///< [px]
  double fps = 0.0;
  std::optional<double> speed{};
  std::optional<double> from{};  ///< [s]
  std::optional<double> to{};    ///< [s]

  bool is_film() const { return ending == ".gif" || ending == ".mp4"; }
};
Result<DrawWishes> understood(const DrawArgs& args);

/// Why a file of that ending cannot be made here, if so: a library or a program is missing.
std::optional<Error> find_missing_tool(const DrawWishes& wishes);

/// The speed of a film that leaves it open: real time, or slower so that there is time to look.
double usual_speed(double seconds);

}  // namespace cuelab::cli
