#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fuzz/check_scene.hpp"

namespace cuelab::fuzz {

/// A failure of one seed.
struct Report {
  std::uint64_t seed = 0;
  Failure failure;
};

/// The greatest cost of any run, with its seed.
struct Worst {
  double value = 0.0;
  std::uint64_t seed = 0;

  void add(double other, std::uint64_t from) {
    if (other > value) *this = {other, from};
  }
};

/// What many runs amount to.
struct Statistics {
  std::uint64_t scenes = 0;
  std::uint64_t refused = 0;  ///< drawn, but faulty
  std::uint64_t empty = 0;    ///< seeds without a scene
  std::uint64_t slow = 0;     ///< runs longer than `slow_run`
  double in_engine = 0.0;     ///< time of all first runs together [s]
  Worst seconds;
  Worst events;
  Worst steps;

  void add(const Statistics& other);
};

inline constexpr double slow_run = 0.2;  ///< [s]

/// Seeds from .. to - 1.
struct SeedRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

/// Checks one seed, in a child process: adds to the statistics and returns what failed.
using SeedCheck = std::function<std::vector<Failure>(std::uint64_t seed, Statistics& statistics)>;

/// Runs the check on every seed of a range in child processes, so that a crash or a check longer
/// than `limit` seconds becomes a report of its own.
std::vector<Report> run_guarded(const SeedRange& seeds, unsigned limit, const SeedCheck& check,
                                Statistics& statistics);

}  // namespace cuelab::fuzz
