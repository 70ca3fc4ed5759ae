#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace cuelab::cli {
namespace {

/// Shortest time before the first and between two redraws.
constexpr std::chrono::milliseconds pause{100};

constexpr int width = 30;

void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string bar_text(double part, double whole) {
  const double share = whole > 0.0 ? std::clamp(part / whole, 0.0, 1.0) : 1.0;
  const int full = static_cast<int>(share * width);
  return fmt::format("[{:#<{}}{:-<{}}]", "", full, "", width - full);
}

}  // namespace

std::string progress_text(double t, double t_max) {
  return fmt::format("{} t = {:.2f} of {:.2f} s", bar_text(t, t_max), t, t_max);
}

std::string count_text(std::size_t done, std::size_t all, std::string_view what) {
  const std::string bar = bar_text(static_cast<double>(done), static_cast<double>(all));
  return fmt::format("{} {} of {} {}", bar, done, all, what);
}

std::string work_text(const Work& work) {
  const auto done = static_cast<double>(work.done), all = static_cast<double>(work.all);
  std::string text = fmt::format("{} {} of {} shots", bar_text(done, all), work.done, work.all);
  const double rate = static_cast<double>(work.done - work.before) / work.seconds;
  if (!(rate > 0.0) || !(work.seconds > 0.0)) return text;
  const auto left = static_cast<std::uint64_t>((all - done) / rate);
  return text + (left < 3600 ? fmt::format(", {:.0f}/s, {}:{:02} left", rate, left / 60, left % 60)
                             : fmt::format(", {:.0f}/s, {} h {:02} min left", rate, left / 3600,
                                           left / 60 % 60));
}

ProgressBar::ProgressBar(double t_max, bool quiet)
    : t_max_(t_max), shown_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) put("\r\x1b[K");
}

void ProgressBar::show(double t) { draw(progress_text(t, t_max_)); }

void ProgressBar::show_count(std::size_t done, std::size_t all, std::string_view what) {
  draw(count_text(done, all, what));
}

void ProgressBar::show_work(const Work& work) { draw(work_text(work)); }

void ProgressBar::draw(const std::string& line) {
  const auto now = Clock::now();
  if (!shown_ || now - last_ < pause) return;
  last_ = now;
  drawn_ = true;
  put("\r" + line + "\x1b[K");
}

}  // namespace cuelab::cli
