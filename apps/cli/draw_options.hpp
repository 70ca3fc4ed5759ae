#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// The options of `draw` as written on the command line; "" where one is not given.
struct DrawArgs {
  std::string source{};
  std::string out{};
  std::string view{};
  std::string engine{};
  std::string width{};
  std::string fps{};
  std::string speed{};
  std::string from{};
  std::string to{};
  std::vector<std::string> overrides{};
};

/// The same, parsed and checked.
struct DrawOptions {
  std::string ending{};  ///< ".svg", ...
  std::string view{};    ///< top, side or curves
  int width = 0;         ///< [px]
  double fps = 0.0;
  std::optional<double> speed{};
  std::optional<double> from{};  ///< [s]
  std::optional<double> to{};    ///< [s]

  bool is_film() const { return ending == ".gif" || ending == ".mp4"; }
};
Result<DrawOptions> parse_draw_options(const DrawArgs& args);

/// Whether ffmpeg is missing to write a file of that type.
std::optional<Error> find_missing_tool(const DrawOptions& options);

/// Film speed when none is given: real time, or slow motion for runs too short to follow.
double default_speed(double seconds);

}  // namespace cuelab::cli
