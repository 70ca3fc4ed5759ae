#pragma once
// What toml++ needs and the C++ library for WebAssembly lacks. Included before toml++.

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <istream>
#include <string>

namespace std {

/// Rounds correctly, and rejects numbers that are too large, as in the native build.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  const bool whole = end == text.c_str() + text.size() && !text.empty();
  if (!whole || !isfinite(read)) return {first, errc::invalid_argument};
  value = read;
  return {last, errc{}};
}

/// There are no files; opening one always fails.
template <>
class basic_ifstream<char> : public basic_istream<char> {
 public:
  basic_ifstream() : basic_istream(nullptr) {}
  void open(const string& /*path*/, openmode /*mode*/) {}
  bool is_open() const { return false; }
};

}  // namespace std
