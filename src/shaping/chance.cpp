#include "shaping/chance.hpp"

#include <map>

#include "shaping/play.hpp"

namespace cuelab {

double chance_of(const ShapingProblem& problem, std::span<const double> x, std::size_t samples,
                 std::uint64_t seed) {
  if (samples == 0) return 0.0;
  shaping::Player player(problem);
  const shaping::Play play = shaping::play_of(problem, x);
  std::size_t made = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const Draw draw{.seed = seed, .sample = i};
    const bool is_made =
        player.succeeds(shaping::executed(problem, play, problem.noise.noise, draw));
    made += is_made ? 1 : 0;
  }
  return static_cast<double>(made) / static_cast<double>(samples);
}

std::string shaping::usual_miss(const ShapingProblem& problem, std::span<const double> x,
                                const Route& route, std::size_t samples, std::uint64_t seed) {
  Player player(problem);
  const Play play = play_of(problem, x);
  std::map<std::string, std::size_t> misses;
  std::size_t all = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const Draw draw{.seed = seed, .sample = i};
    const Play stroke = executed(problem, play, problem.noise.noise, draw);
    if (player.succeeds(stroke)) continue;
    const Attempt attempt = player.play(stroke);
    ++all;
    ++misses[attempt.decided.empty()
                 ? "miscue"
                 : departure_text(route, problem.scene, player.trajectory().events)];
  }
  std::string text;
  std::size_t most = 0;
  for (const auto& [what, count] : misses) {
    if (count <= most) continue;
    most = count;
    text = what;
  }
  if (text.empty()) return text;
  return text + " (" + std::to_string((100 * most + all / 2) / all) + " % of misses)";
}

}  // namespace cuelab
