#pragma once

#include <string>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::draw {

/// One ball's curve.
struct Curve {
  std::string name{};
  std::string colour{};        ///< dark enough for white paper
  bool dashed = false;         ///< striped balls
  std::vector<Vec2> points{};  ///< time [s], value
};

/// Curves that share an axis.
struct Panel {
  std::string title{};      ///< quantity with its unit
  bool stems = false;       ///< a line from zero at every point instead of a curve
  double time_scale = 1.0;  ///< of the numbers on the time axis: 1000 for milliseconds
  std::vector<Curve> curves{};
};

/// Speed, spin, energy, height and contact forces; panels that do not apply are omitted. Curves
/// jump where the motion does, and end where a ball leaves play.
std::vector<Panel> panels_of(const Scene& scene, const Trajectory& trajectory);

/// A number on an axis.
std::string tick_label(double value);

}  // namespace cuelab::draw
