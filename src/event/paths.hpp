#pragma once

#include <cstddef>
#include <vector>

#include "cuelab/trajectory.hpp"

namespace cuelab {

/// The paths of all balls over the cloth in columns, for looking at four partners at once: with
/// s = t - t0, x = x0 + vx s + ax s^2 and likewise y. Balls that are out of play,
/// and the columns' last entries that fill up a block of four, lie far away.
struct Paths {
  std::vector<double> t0, x, y, vx, vy, ax, ay;
  std::vector<double> radius;
  std::vector<double> best;     ///< no event of this ball comes before this time [s]
  std::vector<double> partner;  ///< the ball that it meets next, or `nobody`

  void resize(std::size_t padded) {
    for (auto* column : {&t0, &y, &vx, &vy, &ax, &ay, &radius}) column->assign(padded, 0.0);
    x.assign(padded, far_away);
    best.assign(padded, never_in_columns);
    partner.assign(padded, nobody);
  }

  void set(std::size_t i, const Piece& piece) {
    t0[i] = piece.t0;
    x[i] = piece.r0.x;
    y[i] = piece.r0.y;
    vx[i] = piece.v0.x;
    vy[i] = piece.v0.y;
    ax[i] = piece.a.x;
    ay[i] = piece.a.y;
  }

  void remove(std::size_t i) {
    set(i, Piece{});
    x[i] = far_away;
  }

  static constexpr double nobody = -1.0;
  static constexpr double far_away = 1e30;           ///< [m]
  static constexpr double never_in_columns = 1e300;  ///< [s]; finite, so that 0 * window is 0
};

}  // namespace cuelab
