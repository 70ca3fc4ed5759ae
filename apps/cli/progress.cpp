#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace cuelab::cli {
namespace {

/// Quicker runs and redraws are not worth a flicker.
constexpr std::chrono::milliseconds pause{100};

constexpr int width = 30;

void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string progress_text(double t, double t_max) {
  const double share = t_max > 0.0 ? std::clamp(t / t_max, 0.0, 1.0) : 1.0;
  const int full = static_cast<int>(share * width);
  return fmt::format("[{:#<{}}{:-<{}}] t = {:.2f} of {:.2f} s", "", full, "", width - full, t,
                     t_max);
}

ProgressBar::ProgressBar(double t_max, bool quiet)
    : t_max_(t_max), shown_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) put("\r\x1b[K");
}

void ProgressBar::show(double t) {
  const auto now = Clock::now();
  if (!shown_ || now - last_ < pause) return;
  last_ = now;
  drawn_ = true;
  put("\r" + progress_text(t, t_max_) + "\x1b[K");
}

}  // namespace cuelab::cli
