#pragma once

#include "cuelab/physics.hpp"
#include "fuzz/dice.hpp"

namespace cuelab::fuzz {

/// Gives a law parameters: near their defaults, or anywhere in their ranges.
void draw_parameters(const LawInfo& info, void* law, Dice& dice, Mode mode);

/// Any law of a set that files may name, with parameters drawn. New laws take part by themselves.
template <class Set>
Set draw_law(Dice& dice, Mode mode) {
  Set law;
  do {
    const LawInfo& info = dice.one_of(laws_in<Set>());
    if (!info.in_files) continue;
    law = *make_law<Set>(info.name);
    draw_parameters(info, address_of(law), dice, mode);
    return law;
  } while (true);
}

Physics draw_physics(Dice& dice, Mode mode);

}  // namespace cuelab::fuzz
