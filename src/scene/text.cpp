#include "scene/text.hpp"

#include <charconv>

namespace cuelab {
namespace {

constexpr std::size_t longest_double = 32;  // "-2.2250738585072014e-308" has 24 characters
constexpr int message_digits = 3;

}  // namespace

std::string number_text(double value) {
  char buffer[longest_double];
  const auto end = std::to_chars(buffer, buffer + longest_double, value);
  return {buffer, end.ptr};
}

std::string rounded_text(double value) {
  char buffer[longest_double];
  const auto end = std::to_chars(buffer, buffer + longest_double, value, std::chars_format::general,
                                 message_digits);
  return {buffer, end.ptr};
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace cuelab
