#pragma once

#include <string_view>

namespace cuelab {

/// Deeper nesting than any scene needs; keeps recursion small.
inline constexpr int max_depth = 64;

/// Throws `InputError`: nested deeper than `max_depth`.
[[noreturn]] void refuse_nesting();

/// Throws `InputError` if TOML text nests arrays, inline tables and dotted keys deeper than
/// `max_depth`. Scans only brackets and dots; whether the text is valid is for the parser to say.
void check_toml_nesting(std::string_view text);

}  // namespace cuelab
