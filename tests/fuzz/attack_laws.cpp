// Draws impacts and checks what every law of balls and cushions promises of them. Prints the first
// failures of each law and kind and a summary; exits 1 if there was any failure.
#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "cuelab/physics.hpp"
#include "fuzz/check_impacts.hpp"
#include "fuzz/guard.hpp"

namespace cuelab::fuzz {
namespace {

struct LawOptions {
  std::uint64_t from = 0;          ///< first seed
  std::uint64_t impacts = 100000;  ///< per law
  Mode mode = Mode::ordinary;
  double time = 0.0;  ///< per law [s]; 0: no limit
  std::string law{};  ///< only this one; "": all
};

using Check = std::vector<Failure> (*)(std::string_view law, std::uint64_t seed, Mode mode);

/// How often a law failed, by kind.
std::map<Kind, std::uint64_t> attack_law(const LawInfo& law, Check check,
                                         const LawOptions& options) {
  constexpr std::uint64_t block = 10000;
  constexpr unsigned limit = 10;        // [s]
  constexpr std::uint64_t printed = 3;  // of each kind
  const auto check_seed = [&](std::uint64_t seed, Statistics& own) {
    ++own.scenes;
    return check(law.name, seed, options.mode);
  };
  std::map<Kind, std::uint64_t> counts;
  Statistics statistics;
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t to = options.from + options.impacts;
  for (std::uint64_t from = options.from; from < to; from += block) {
    const SeedRange seeds{from, std::min(from + block, to)};
    for (const Report& report : run_guarded(seeds, limit, check_seed, statistics)) {
      const auto& [kind, details] = report.failure;
      if (counts[kind]++ >= printed) continue;
      fmt::print("seed {}: {}: {}: {}\n", report.seed, law.name, name_of(kind), details);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (options.time > 0.0 && taken.count() > options.time) break;
  }
  fmt::print("{:<26} seeds {}:{}", law.name, options.from, options.from + statistics.scenes);
  if (counts.empty()) fmt::print(", no failures");
  for (const auto& [kind, count] : counts) fmt::print(", {} {}", count, name_of(kind));
  fmt::print("\n");
  return counts;
}

template <class Set>
void list_laws() {
  for (const LawInfo& law : laws_in<Set>()) {
    if (law.in_files) fmt::print("{}\n", law.name);
  }
}

template <class Set>
bool attack_all(Check check, const LawOptions& options) {
  bool passed = true;
  for (const LawInfo& law : laws_in<Set>()) {
    if (!law.in_files || (!options.law.empty() && law.name != options.law)) continue;
    passed = attack_law(law, check, options).empty() && passed;
  }
  return passed;
}

}  // namespace

int attack(int argc, char** argv) {
  LawOptions options;
  bool extreme = false;
  bool list = false;
  CLI::App app("Checks what the laws of impacts promise on impacts drawn from seeds.");
  app.add_option("--from", options.from, "first seed")->capture_default_str();
  app.add_option("--impacts", options.impacts, "how many per law")->capture_default_str();
  app.add_option("--time", options.time, "seconds per law");
  app.add_option("--law", options.law, "only this law");
  app.add_flag("--extreme", extreme, "coefficients, balls and speeds far from those in use");
  app.add_flag("--list", list, "print the names of the laws");
  CLI11_PARSE(app, argc, argv);
  if (list) {
    list_laws<BallBallLaw>();
    list_laws<CushionLaw>();
    return 0;
  }
  options.mode = extreme ? Mode::extreme : Mode::ordinary;
  const bool balls = attack_all<BallBallLaw>(check_ball_ball, options);
  const bool cushions = attack_all<CushionLaw>(check_cushion, options);
  return balls && cushions ? 0 : 1;
}

}  // namespace cuelab::fuzz

int main(int argc, char** argv) { return cuelab::fuzz::attack(argc, argv); }
