#include "fuzz/attack_options.hpp"

#include <charconv>
#include <cstdlib>

#include <CLI/CLI.hpp>

namespace cuelab::fuzz {
namespace {

std::uint64_t read_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) {
    throw CLI::ValidationError("--seeds", "is not FROM:TO or one seed: " + std::string(text));
  }
  return value;
}

/// FROM:TO, without TO itself, or one seed.
SeedRange read_seeds(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::uint64_t from = read_number(text.substr(0, colon));
  if (colon == std::string_view::npos) return {from, from + 1};
  return {from, read_number(text.substr(colon + 1))};
}

}  // namespace

AttackOptions read_attack_options(int argc, char** argv) {
  AttackOptions options;
  std::string seeds = "0:1000";
  std::string kind;
  bool extreme = false;
  bool breaks = false;
  bool jammed = false;
  CLI::App app("Checks the promises of docs/guarantees.md on scenes drawn from seeds.");
  app.add_option("--seeds", seeds, "FROM:TO, without TO, or one seed")->capture_default_str();
  app.add_flag("--extreme", extreme,
               "coefficients, speeds and spins far from those of real tables");
  auto* racks = app.add_flag("--breaks", breaks, "only racks and hard strokes at them");
  app.add_flag("--jammed", jammed, "only touching balls, frozen ones, piles")->excludes(racks);
  app.add_option("--time", options.time, "stop after so many seconds");
  app.add_option("--kind", kind, "report only failures of this kind")
      ->check(CLI::IsMember(std::vector<std::string>(kind_names.begin(), kind_names.end())));
  app.add_option("--scene", options.files, "check scene files instead")->check(CLI::ExistingFile);
  app.add_option("--save", options.save, "write failing scenes to this folder");
  app.add_flag("--shrink", options.shrink, "make failing scenes smaller first");
  app.add_flag("--hybrid", options.hybrid, "with the hybrid engine");
  app.add_flag("--fast", options.fast, "with the hybrid engine and its fast integrator");
  app.add_option("--every", options.every, "of so many scenes one is checked for symmetries")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--limit", options.limit, "seconds after which a run hangs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  try {
    app.parse(argc, argv);
    options.seeds = read_seeds(seeds);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  options.mode = extreme ? Mode::extreme : Mode::ordinary;
  options.sort = breaks ? Sort::breaks : jammed ? Sort::jammed : Sort::any;
  options.kind = find_kind(kind);
  return options;
}

}  // namespace cuelab::fuzz
