#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// Ctrl-C and friends end the program with one line and exit code 130, between writing files but
/// never while a file is being written. A reader that closes our pipe ends it silently.
void install_signal_handlers();

/// Writes everything to standard output. Returns the exit code.
int print(std::string_view text);

/// Prints `cuelab: FILE: KEY: what` as one line on standard error. Returns the exit code, that of
/// bad input unless another is given.
int fail(const Error& error);
int fail(const Error& error, int code);

/// Puts Ctrl-C and friends off while a file is half-written.
class Undisturbed {
 public:
  Undisturbed();
  ~Undisturbed();
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
};

/// Whether one of them is waiting.
bool is_interrupted();

/// Writes a whole file or nothing, undisturbed by signals.
Result<std::monostate> save_file(const std::string& path, std::string_view text);

/// The candidate closest in spelling, or "" when none is close.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// ` (did you mean "x"?)`, or "" when no candidate is close.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// A finite number. The error names the option and what was expected.
Result<double> parse_number(const std::string& option, std::string_view text,
                            const std::string& expected);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

}  // namespace cuelab::cli
