#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

// exit codes
inline constexpr int internal_failure = 1;
inline constexpr int bad_input = 2;
inline constexpr int interrupted_code = 130;  ///< what shells report for Ctrl-C

/// SIGINT and SIGTERM end the program with one line and exit code 130, but never while a file is
/// being written. A closed pipe ends it silently.
void install_signal_handlers();

/// Writes everything to standard output. Returns the exit code.
int print(std::string_view text);

/// Prints `cuelab: FILE: KEY: what` as one line on standard error. Returns the exit code, that of
/// bad input unless another is given.
int fail(const Error& error);
int fail(const Error& error, int code);

/// Defers SIGINT and SIGTERM while it exists, e.g. while a file is being written.
class DeferSignals {
 public:
  DeferSignals();
  ~DeferSignals();
  DeferSignals(const DeferSignals&) = delete;
  DeferSignals& operator=(const DeferSignals&) = delete;
};

/// Whether a signal has been deferred.
bool is_interrupted();

/// Writes a file atomically, with signals deferred.
Result<std::monostate> save_file(const std::string& path, std::string_view text);

/// ` (did you mean "x"?)`, or "" if no candidate is close.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// Parses a finite number. The error names the option and what is expected.
Result<double> parse_number(const std::string& option, std::string_view text,
                            const std::string& expected);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

}  // namespace cuelab::cli
