#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cuelab/io.hpp"
#include "io/spelling.hpp"

namespace cuelab::cli {
namespace {

volatile std::sig_atomic_t writing = 0;
volatile std::sig_atomic_t interrupted = 0;

[[noreturn]] void end_interrupted() {
  constexpr std::string_view line = "cuelab: interrupted\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
  _exit(interrupted_code);
}

extern "C" void on_signal(int /*signal*/) {
  if (writing == 0) end_interrupted();
  interrupted = 1;
}

}  // namespace

void install_signal_handlers() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_DFL);
}

DeferSignals::DeferSignals() { writing = 1; }

DeferSignals::~DeferSignals() {
  writing = 0;
  if (interrupted != 0) end_interrupted();
}

bool is_interrupted() { return interrupted != 0; }

int print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return 0;
  return fail({"standard output", "", std::strerror(errno)});
}

int fail(const Error& error) { return fail(error, bad_input); }

int fail(const Error& error, int code) {
  std::string line = error.message();
  std::replace(line.begin(), line.end(), '\n', ' ');
  while (!line.empty() && line.back() == ' ') line.pop_back();
  fmt::print(stderr, "cuelab: {}\n", line);
  return code;
}

Result<std::monostate> save_file(const std::string& path, std::string_view text) {
  const DeferSignals guard;
  return write_file(path, text);
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = nearest_word(word, candidates);
  return best.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", best);
}

Result<double> parse_number(const std::string& option, std::string_view text,
                            const std::string& expected) {
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc{} && end.ptr == text.data() + text.size();
  if (whole && std::isfinite(value)) return value;
  return Error{"", option, fmt::format("\"{}\" is not a number; give {}", text, expected)};
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace cuelab::cli
