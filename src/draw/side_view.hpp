#pragma once

#include <vector>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// The rotation about x that brings x and z into the plane that is drawn; -y is depth.
Vec3 rotated_to_side(const Vec3& a);

/// A scene and its trajectory, rotated like that.
struct RotatedScene {
  Scene scene;
  Trajectory trajectory;
};
RotatedScene rotated_to_side(const Scene& scene, const Trajectory& trajectory);

/// The subject of a side view, with the marks that are visible from there.
Subject side_view_subject(const RotatedScene& rotated, const std::vector<EventMark>& marks);

/// The same with only the paths of flying balls; with all if none flies.
Subject flights_of(Subject subject);

/// Zooms to the flight; the picture's corner is the origin.
View fit_side_view(const Subject& flights);

inline constexpr double slate_thickness = 0.025;  ///< as drawn [m]

/// The table seen along y: lines of equal height, far rail, slate, cloth, and the cushion profiles
/// at both ends. The view maps x and z.
void draw_side_table(Svg& svg, const View& view, const Table& table);

}  // namespace cuelab::draw
