#include "scene/text.hpp"

#include <charconv>
#include <cmath>

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

std::string in_mm(double length) { return rounded_text(1e3 * length) + " mm"; }

namespace {

std::string limits_text(const Range& range) {
  const bool low = std::isfinite(range.min);
  const bool high = std::isfinite(range.max);
  if (low && high && !(range.min < range.max)) return number_text(range.min);
  if (low && high && range.above) {
    return "above " + number_text(range.min) + " and at most " + number_text(range.max);
  }
  if (low && high) return "between " + number_text(range.min) + " and " + number_text(range.max);
  if (low) return (range.above ? "above " : "at least ") + number_text(range.min);
  if (high) return "at most " + number_text(range.max);
  return "";
}

}  // namespace

std::string range_text(const Range& range) {
  const std::string limits = limits_text(range);
  return range.reason.empty() ? limits : limits + "; " + std::string(range.reason);
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace cuelab
