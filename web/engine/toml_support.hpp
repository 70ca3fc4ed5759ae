#pragma once
// What toml++ wants of the C++ library and WebAssembly's does not have. Included before it.

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <istream>
#include <string>

namespace std {

/// Rounds correctly, as the program's does. Too large a number is no number, as there.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  const bool whole = end == text.c_str() + text.size() && !text.empty();
  if (!whole || !isfinite(read)) return {first, errc::invalid_argument};
  value = read;
  return {last, errc{}};
}

/// There are no files; none opens.
template <>
class basic_ifstream<char> : public basic_istream<char> {
 public:
  basic_ifstream() : basic_istream(nullptr) {}
  void open(const string& /*path*/, openmode /*mode*/) {}
  bool is_open() const { return false; }
};

}  // namespace std
