#pragma once

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

/// The error as it leaves `io`: with the file's name, and on one line whatever the input held.
inline Error for_file(Error error, const std::string& file) {
  error.file = file;
  for (std::string* text : {&error.key, &error.what}) {
    for (char& c : *text) {
      if (static_cast<unsigned char>(c) < 0x20U) c = ' ';
    }
  }
  return error;
}

}  // namespace cuelab
