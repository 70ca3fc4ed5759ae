#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/animation.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// The picture of a system other than a table, seen from the front: x to the right, z up.
struct SystemPicture {
  Box world{};  ///< shown [m]
  std::function<void(Svg&, const View&)> background{};
  std::function<void(Svg&, const View&)> turning{};  ///< parts that rotate about the origin, if any
  std::optional<std::size_t> turning_body{};
  std::vector<Link> links{};  ///< fixed ends in metres
  std::string_view link_colour = "#6b7178";
  double link_width = 1.4;       ///< [px]
  std::vector<double> ghosts{};  ///< instants shown faintly [s]
  bool show_paths = true;
  std::string what{};                ///< short description of the system
  std::vector<std::string> notes{};  ///< below the picture
};
SystemPicture picture_of(const NewtonsCradle& spec, const Subject& subject);
SystemPicture picture_of(const BallBearing& spec, const Subject& subject);
SystemPicture picture_of(const BouncingBall& spec, const Subject& subject);

/// The whole page of a system other than a table.
std::string draw_system(const Scene& scene, const Trajectory& trajectory);

/// The system, time and counts in one line.
std::string system_subtitle(const Scene& scene, const Trajectory& trajectory);

/// Its moving picture.
Animation system_animation(const Scene& scene, const Trajectory& trajectory);

/// Gradients of metal parts, to be written inside <defs>.
void define_metal(Svg& svg);

/// The pose of a moving picture as SVG.
void draw_pose(Svg& svg, const Animation& animation, const Pose& pose);

/// A light background with a faint grid.
void draw_background(Svg& svg, const View& view);

/// A rectangle of the plane.
void draw_block(Svg& svg, const View& view, const Box& box, std::string_view fill,
                double rounding = 0.0);

}  // namespace cuelab::draw
