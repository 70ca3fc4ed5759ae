#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace cuelab::cli {

/// The line "[#####---------------] t = 0.75 of 3.00 s".
std::string progress_text(double t, double t_max);

/// The line "[#####---------------] 12 of 80 runs".
std::string count_text(std::size_t done, std::size_t all, std::string_view what = "runs");

/// The line "[###-----] 1200000 of 5000000 shots, 410000/s, 0:09 left": `before` of those done were
/// done earlier, the others in so many seconds.
struct Work {
  std::uint64_t done = 0;
  std::uint64_t before = 0;
  std::uint64_t all = 0;
  double seconds = 0.0;
};
std::string work_text(const Work& work);

/// A progress bar, shown only on a terminal; the destructor erases it.
class ProgressBar {
 public:
  ProgressBar(double t_max, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  bool is_shown() const { return shown_; }
  /// Redraws the line, at most every 0.1 s.
  void show(double t);
  /// The same for counted work.
  void show_count(std::size_t done, std::size_t all, std::string_view what = "runs");
  /// The same with rate and time left.
  void show_work(const Work& work);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const std::string& line);

  double t_max_;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point last_ = Clock::now();
};

}  // namespace cuelab::cli
