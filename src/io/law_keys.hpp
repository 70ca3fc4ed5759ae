#pragma once

#include <span>

#include "cuelab/law_info.hpp"
#include "io/key_shapes.hpp"

namespace cuelab {

/// Names of laws that scene files may use, separated by spaces.
std::string law_names(std::span<const LawInfo> laws);

/// The rows of the parameters of laws below a path with the key `law`: one row for laws that agree
/// in default, range and meaning. Defaults are those of `defaults`, else each law's own.
void add_parameter_rows(Rows& rows, const std::string& path, std::span<const LawInfo> laws,
                        const void* defaults = nullptr);

/// The rows of a table that has no choice of law; defaults are those of the object `defaults`.
void add_parameter_rows(Rows& rows, const std::string& path, const ParameterList& parameters,
                        const void* defaults);

/// The row of one parameter without a default.
KeyRow row_without_default(const std::string& path, const ParameterInfo& parameter);

}  // namespace cuelab
