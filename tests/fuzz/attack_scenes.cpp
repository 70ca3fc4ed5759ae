// Draws scenes made to break the promises of docs/guarantees.md, runs each and checks them all.
// Prints a line for every failure and a summary; exits 1 if there was any failure.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include <fmt/core.h>

#include "cuelab/io.hpp"
#include "fuzz/attack_options.hpp"
#include "fuzz/draw_scene.hpp"
#include "fuzz/shrink.hpp"

namespace cuelab::fuzz {
namespace {

/// Failures, printed as they come and counted by kind.
class Tally {
 public:
  void add(const std::string& name, const Failure& failure) {
    ++counts_[failure.kind];
    fmt::print("{}: {}: {}\n", name, name_of(failure.kind), failure.details);
  }
  bool is_empty() const { return counts_.empty(); }
  void print() const {
    if (is_empty()) fmt::print("no failures\n");
    for (const auto& [kind, count] : counts_) fmt::print("{:>8} {}\n", count, name_of(kind));
  }

 private:
  std::map<Kind, std::uint64_t> counts_{};
};

/// Runs a scene with the engine asked for and checks the run.
Verdict verdict_on(const AttackOptions& options, Scene scene, bool more) {
  if (!options.hybrid && !options.fast) return check_scene(scene, more);
  if (options.fast) scene.hybrid.integrator = Hybrid::Integrator::fast;
  return check_hybrid(scene);
}

std::vector<Failure> failures_of(const Verdict& verdict, std::uint64_t seed,
                                 Statistics& statistics) {
  const auto& [failures, cost] = verdict;
  ++statistics.scenes;
  statistics.in_engine += cost.seconds;
  if (cost.seconds > slow_run) {
    ++statistics.slow;
    fmt::print("seed {} took {:.3f} s, {} contact steps\n", seed, cost.seconds, cost.steps);
    std::fflush(stdout);  // this may be a child process
  }
  statistics.seconds.add(cost.seconds, seed);
  statistics.events.add(static_cast<double>(cost.events), seed);
  statistics.steps.add(static_cast<double>(cost.steps), seed);
  return failures.list();
}

/// Whether a scene fails in this way, tried in a process of its own.
bool fails(const Scene& scene, Kind kind, const AttackOptions& options) {
  const bool more =
      kind == Kind::mirror || kind == Kind::rotation || kind == Kind::order || kind == Kind::file;
  const auto check = [&](std::uint64_t /*seed*/, Statistics& own) {
    return failures_of(verdict_on(options, scene, more), 0, own);
  };
  Statistics ignored;
  const std::vector<Report> reports = run_guarded({0, 1}, options.limit, check, ignored);
  return std::ranges::any_of(reports, [&](const Report& r) { return r.failure.kind == kind; });
}

/// Writes a failing scene to the folder of --save, made smaller if asked for.
void save(const AttackOptions& options, Scene scene, const std::string& name, Kind kind) {
  if (options.shrink) {
    scene = shrunk(scene, [&](const Scene& other) { return fails(other, kind, options); });
    fmt::print("  {} balls and {} parts of the table are left\n", scene.balls.size(),
               scene.table.cushions.size() + scene.table.jaws.size() + scene.table.pockets.size());
  }
  const Result<std::string> text = scene_to_toml(scene);
  if (!text) return fmt::print("not saved: {}\n", text.error().message());
  std::filesystem::create_directories(options.save);
  const std::string file = fmt::format("{}/{}_{}.toml", options.save, name_of(kind), name);
  const auto written = write_file(file, *text);
  if (!written) fmt::print("not saved: {}\n", written.error().message());
}

void attack_seeds(const AttackOptions& options, Tally& tally, Statistics& statistics) {
  const auto check = [&](std::uint64_t seed, Statistics& own) -> std::vector<Failure> {
    const auto drawn = draw_scene(seed, options.mode, options.sort);
    if (!drawn) {
      ++own.empty;
      return {};
    }
    own.refused += drawn->refused;
    const bool more = seed % options.every == 0;
    return failures_of(verdict_on(options, drawn->scene, more), seed, own);
  };

  constexpr std::uint64_t block = 100;
  fmt::print("seeds {}:{}\n", options.seeds.from, options.seeds.to);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t from = options.seeds.from; from < options.seeds.to; from += block) {
    const SeedRange seeds{from, std::min(from + block, options.seeds.to)};
    for (const Report& report : run_guarded(seeds, options.limit, check, statistics)) {
      if (options.kind && report.failure.kind != *options.kind) continue;
      tally.add(fmt::format("seed {}", report.seed), report.failure);
      if (options.save.empty()) continue;
      const std::string name =
          fmt::format("{}{}", report.seed, options.mode == Mode::extreme ? "x" : "");
      save(options, draw_scene(report.seed, options.mode, options.sort)->scene, name,
           report.failure.kind);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (options.time > 0.0 && taken.count() > options.time) {
      fmt::print("time is up after seeds {}:{}\n", options.seeds.from, seeds.to);
      break;
    }
  }
}

void attack_files(const AttackOptions& options, Tally& tally, Statistics& statistics) {
  const auto check = [&](std::uint64_t k, Statistics& own) -> std::vector<Failure> {
    const Result<Scene> scene = load_scene(options.files[k]);
    if (scene) return failures_of(verdict_on(options, *scene, true), k, own);
    ++own.refused;
    fmt::print("{}\n", scene.error().message());
    std::fflush(stdout);
    return {};
  };
  const SeedRange all{0, options.files.size()};
  for (const Report& report : run_guarded(all, options.limit, check, statistics)) {
    if (options.kind && report.failure.kind != *options.kind) continue;
    const std::filesystem::path file = options.files[report.seed];
    tally.add(file, report.failure);
    if (options.save.empty()) continue;
    if (const Result<Scene> scene = load_scene(file)) {
      save(options, *scene, file.stem(), report.failure.kind);
    }
  }
}

void print_summary(const Statistics& all, double seconds) {
  fmt::print("{} scenes in {:.1f} s ({:.0f}/s), {:.1f} s in the engine; ", all.scenes, seconds,
             static_cast<double>(all.scenes) / seconds, all.in_engine);
  fmt::print("{} draws refused, {} seeds without a scene\n", all.refused, all.empty);
  fmt::print("worst time {:.4f} s (seed {}), events {} (seed {}), contact steps {} (seed {}); ",
             all.seconds.value, all.seconds.seed, all.events.value, all.events.seed,
             all.steps.value, all.steps.seed);
  fmt::print("{} runs over {} s\n", all.slow, slow_run);
}

}  // namespace

int attack(const AttackOptions& options) {
  Tally tally;
  Statistics statistics;
  const auto begin = std::chrono::steady_clock::now();
  if (options.files.empty()) {
    attack_seeds(options, tally, statistics);
  } else {
    attack_files(options, tally, statistics);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  print_summary(statistics, taken.count());
  tally.print();
  return tally.is_empty() ? 0 : 1;
}

}  // namespace cuelab::fuzz

int main(int argc, char** argv) {
  return cuelab::fuzz::attack(cuelab::fuzz::read_attack_options(argc, argv));
}
