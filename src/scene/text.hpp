#pragma once

#include <string>
#include <string_view>

#include "cuelab/law_info.hpp"

namespace cuelab {

/// The shortest decimal text that reads back to the same double.
std::string number_text(double value);

/// A value rounded to three significant digits, for messages.
std::string rounded_text(double value);

/// "at least 0", "between 0 and 1", "above 0"; "" when every number is allowed.
std::string range_text(const Range& range);

/// A length given in metres as rounded millimetres, "1.25 mm".
std::string in_mm(double length);

/// "text" in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace cuelab
