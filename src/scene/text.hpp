#pragma once

#include <string>
#include <string_view>

namespace cuelab {

/// The shortest decimal text that reads back to the same double.
std::string number_text(double value);

/// A value rounded to three significant digits, for messages.
std::string rounded_text(double value);

/// "text" in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace cuelab
