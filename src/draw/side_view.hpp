#pragma once

#include <vector>

#include "draw/view.hpp"

namespace cuelab::draw {

/// A turn about x that brings x and z into the plane the helpers draw. y, reversed, is depth.
Vec3 turned_to_side(const Vec3& a);

/// A scene with its trajectory, all places turned like that.
struct Turned {
  Scene scene;
  Trajectory trajectory;
};
Turned turned_to_side(const Scene& scene, const Trajectory& trajectory);

/// What a side view shows; of the marks those that can be seen from there.
Subject side_subject(const Turned& turned, const std::vector<Marked>& marks);

/// The same with only the ways of balls that fly; with all if none does.
Subject flights_of(Subject subject);

/// Zooms to the flight; the picture's corner is the origin.
View fit_side(const Subject& flights);

}  // namespace cuelab::draw
