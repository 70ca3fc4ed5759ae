#pragma once

#include <exception>
#include <string>
#include <utility>

#include "cuelab/result.hpp"

namespace cuelab {

/// Carries an `Error` out of nested reading code; caught in the public functions of `io`.
struct InputError {
  Error error;
};

[[noreturn]] inline void refuse(std::string key, std::string what) {
  throw InputError{{.file = "", .key = std::move(key), .what = std::move(what)}};
}

/// The error with the file's name, and with control characters of the input replaced by spaces.
inline Error for_file(Error error, const std::string& file) {
  error.file = file;
  for (std::string* text : {&error.key, &error.what}) {
    for (char& c : *text) {
      if (static_cast<unsigned char>(c) < 0x20U) c = ' ';
    }
  }
  return error;
}

/// The input a reader works on.
struct Source {
  const std::string& name;      ///< file name for messages
  const char* unexpected = "";  ///< goes before the message of any other exception
};

/// Runs a reader; what it throws becomes the error.
template <class Read>
auto guarded(const Source& source, const Read& read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const InputError& input) {
    return for_file(input.error, source.name);
  } catch (const std::exception& other) {
    return for_file({.file = "", .key = "", .what = std::string(source.unexpected) + other.what()},
                    source.name);
  }
}

}  // namespace cuelab
