#pragma once

#include "cuelab/laws/cloth/flow.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::hybrid {

/// The state of a ball that has followed a flow for a time [s].
inline BallState advanced(const BallState& s, const Flow& flow, double time) {
  const Piece piece{.r0 = s.r,
                    .v0 = s.v,
                    .a = flow.a,
                    .w0 = s.w,
                    .dw = {flow.dw.x, flow.dw.y, flow.dw_z},
                    .spin_decay = flow.spin_decay,
                    .motion = s.motion};
  return state_on(piece, time);
}

}  // namespace cuelab::hybrid
