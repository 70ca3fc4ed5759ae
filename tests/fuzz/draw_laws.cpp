#include "fuzz/draw_laws.hpp"

#include <algorithm>

namespace cuelab::fuzz {
namespace {

double ordinary_value(const ParameterInfo& p, double usual, Dice& dice) {
  if (dice.chance(0.2)) return usual;
  const double value = usual * dice.between(0.7, 1.3);
  return std::clamp(value, p.range.min, p.range.max);
}

double extreme_value(const ParameterInfo& p, double usual, Dice& dice) {
  switch (dice.below(6)) {
    case 0:
      return p.range.above ? std::max(p.range.min, 0.0) + 1e-12 : std::max(p.range.min, -1e3);
    case 1:
      return std::min(p.range.max, 1e3);
    case 2:
      return std::clamp(dice.magnitude(-12.0, -3.0), p.range.min, p.range.max);
    case 3:
      return std::clamp(dice.magnitude(-3.0, 3.0), p.range.min, p.range.max);
    case 4:
      return std::clamp(dice.between(0.0, 1.0), p.range.min, p.range.max);
    default:
      return usual;
  }
}

}  // namespace

void draw_parameters(const LawInfo& info, void* law, Dice& dice, Mode mode) {
  for (const ParameterInfo& p : info.parameters) {
    if (!p.names.empty()) {
      p.set(law, static_cast<double>(dice.below(static_cast<std::size_t>(p.range.max) + 1)));
      continue;
    }
    // what is left out follows from other laws, half of the time here too
    if (!p.is_given(info.defaults) && dice.chance(0.5)) continue;
    const double usual = p.is_given(info.defaults) ? p.get(info.defaults) : CoulombCloth{}.sliding;
    const bool far = mode == Mode::extreme && dice.chance(0.7);
    p.set(law, far ? extreme_value(p, usual, dice) : ordinary_value(p, usual, dice));
  }
}

Physics draw_physics(Dice& dice, Mode mode) {
  Physics physics;
  if (mode == Mode::extreme && dice.chance(0.1)) physics.gravity = dice.magnitude(-2.0, 2.0);
  physics.cloth = draw_law<ClothLaw>(dice, mode);
  if (auto* patch = std::get_if<PatchCloth>(&physics.cloth)) {  // see docs/guarantees.md
    draw_parameters(law_info<PatchCloth>, patch, dice, Mode::ordinary);
  }
  physics.ball_ball = draw_law<BallBallLaw>(dice, mode);
  physics.cushion = draw_law<CushionLaw>(dice, mode);
  draw_parameters(law_info<Slate>, &physics.slate, dice, mode);
  return physics;
}

}  // namespace cuelab::fuzz
