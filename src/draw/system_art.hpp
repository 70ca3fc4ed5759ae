#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/moving.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// The picture of a system other than a table, seen from the front: x to the right, z up.
struct SystemPicture {
  Box world{};  ///< shown [m]
  std::function<void(Svg&, const View&)> backdrop{};
  std::function<void(Svg&, const View&)> turning{};  ///< what turns about the origin, if anything
  std::optional<std::size_t> turning_body{};
  std::vector<Link> links{};  ///< fixed ends in metres
  std::string_view link_colour = "#6b7178";
  double link_width = 1.4;       ///< [px]
  std::vector<double> ghosts{};  ///< instants shown faintly [s]
  bool paths = true;
  std::string what{};                ///< the system in a few words
  std::vector<std::string> notes{};  ///< below the picture
};
SystemPicture picture_of(const NewtonsCradle& spec, const Subject& subject);
SystemPicture picture_of(const BallBearing& spec, const Subject& subject);
SystemPicture picture_of(const BouncingBall& spec, const Subject& subject);

/// The whole sheet of a system other than a table.
std::string draw_system(const Scene& scene, const Trajectory& trajectory);

/// The system, time and counts in one line.
std::string system_subtitle(const Scene& scene, const Trajectory& trajectory);

/// Its moving picture.
Stage system_stage(const Scene& scene, const Trajectory& trajectory);

/// Gradients of metal parts, to be written inside <defs>.
void define_metal(Svg& svg);

/// The pose of a moving picture as SVG.
void draw_pose(Svg& svg, const Stage& stage, const Pose& pose);

}  // namespace cuelab::draw
