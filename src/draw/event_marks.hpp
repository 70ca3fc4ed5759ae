#pragma once

#include <cstddef>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::draw {

class Svg;
struct View;
struct Subject;

/// The kinds of events that are marked, each with its own glyph.
enum class Glyph { ball_ball, cushion, pocket, rolling, slate, floor };

struct EventMark {
  std::size_t event;  ///< index in the trajectory
  Glyph glyph;
};

/// The events that get a mark, in order. Of the smooth engine's contacts: the beginning of
/// ball-ball and cushion contacts, and landings on the cloth.
std::vector<EventMark> event_marks(const Scene& scene, const Trajectory& trajectory);

/// A glyph at a point of the picture.
void draw_glyph(Svg& svg, Glyph glyph, Vec2 at);

/// Marks where balls start to roll, land or leave the table.
void draw_transitions(Svg& svg, const View& view, const Subject& subject);

/// Marks ball-ball, cushion and pocket events; numbers the first ones, without overlaps.
void draw_impacts(Svg& svg, const View& view, const Subject& subject);

}  // namespace cuelab::draw
