#pragma once

#include <string>
#include <vector>

#include "cuelab/io.hpp"
#include "cuelab/scene_number.hpp"

namespace cuelab::cli {

/// A parameter of `--derivatives`.
struct NamedNumber {
  std::string name;  ///< as given
  SceneNumber number;
};

/// The numbers named in the option's text, separated by commas: speed, heading, side, height and
/// elevation of the shot, or keys of scene files. None if the text is empty.
Result<std::vector<NamedNumber>> find_parameters(const Scene& scene, const std::string& text);

Result<DerivativeReport> report_derivatives(const Scene& scene, const Trajectory& trajectory,
                                            const std::vector<NamedNumber>& parameters);

/// Derivatives of the final positions and the margins, as text.
std::string derivative_tables(const Scene& scene, const std::vector<NamedNumber>& parameters,
                              const DerivativeReport& report);

/// An error with the file to which it belongs.
Error in_file(Error error, const std::string& file);

}  // namespace cuelab::cli
