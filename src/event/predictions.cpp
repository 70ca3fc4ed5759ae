// What happens to each ball next, apart from other balls (pairs.cpp), and which predictions a new
// course has made outdated.
#include <algorithm>
#include <bit>
#include <cassert>

#include "event/path_box.hpp"
#include "event/simulation.hpp"
#include "math/lanes.hpp"

namespace cuelab::event {

/// The predictions of balls that were going to meet one on a new course are outdated.
void Simulation::mark_outdated() {
  const auto lose = [&](std::size_t ball) {
    if (bodies_[ball].turn != 0) return;
    bodies_[ball].kind = NextKind::outdated;
    paths_.partner[ball] = Paths::nobody;
  };
  // of many balls, searching for each on a new course is faster than asking every ball
  if (bodies_.size() < 8 * changed_.size()) {
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const double partner = paths_.partner[k];
      if (partner != Paths::nobody && bodies_[static_cast<std::size_t>(partner)].turn != 0) lose(k);
    }
    return;
  }
  for (const std::uint32_t changed : changed_) {
    const double partner = changed;
    for (std::size_t k = 0; k < paths_.partner.size(); k += lane_count) {
      for (unsigned left = bits(load(&paths_.partner[k]) == partner); left != 0; left &= left - 1) {
        lose(k + static_cast<unsigned>(std::countr_zero(left)));
      }
    }
  }
}

/// The next event of a ball apart from other balls.
void Simulation::predict_own(std::uint32_t ball) {
  Body& body = bodies_[ball];
  body.table = {};
  if (travels(body.piece.motion)) {
    const Piece& piece = body.piece;
    const double window = std::min(body.t_end, beyond_end()) - now_;
    const TableMap& map = maps_[body.map];
    body.table = piece.motion == Motion::airborne
                     ? map.first_hit(FlightPath{piece.r0, piece.v0, piece.a}, window,
                                     out_->cost.roots, held_surfaces(ball))
                     : map.first_hit(PlanarPath{flat(piece.r0), flat(piece.v0), flat(piece.a)},
                                     window, out_->cost.roots, held_surfaces(ball));
    body.table.t += now_;
  }
  if (strips_.are_used()) [[unlikely]]
    place_in_strips(ball);
  take_own(ball);
}

/// Where the ball can be before its own next event.
void Simulation::place_in_strips(std::uint32_t ball) {
  const Body& body = bodies_[ball];
  if (!body.in_play) {
    strips_.remove(ball);
    return;
  }
  const Piece& piece = body.piece;
  const bool moves = travels(piece.motion);
  const double end = std::min({body.t_end, body.table.t, beyond_end()});
  const Box box = box_of(PlanarPath{flat(piece.r0), flat(piece.v0), flat(piece.a)},
                         moves ? end - piece.t0 : 0.0);
  strips_.place(ball, box, body.spec.radius);
}

/// The ball's next event is its own, until `predict_pairs` finds an earlier one.
void Simulation::take_own(std::uint32_t ball) {
  Body& body = bodies_[ball];
  body.partner = none;
  paths_.partner[ball] = Paths::nobody;
  if (body.table.t <= body.t_end && body.table.t != never) {
    body.kind = NextKind::table;
    paths_.best[ball] = body.table.t;
  } else if (body.t_end != never) {
    body.kind = body.is_pushed ? NextKind::contact_update : NextKind::motion_end;
    paths_.best[ball] = body.t_end;
  } else {
    // coasts for ever or rests; nothing after the end of the run matters
    const bool moves = travels(body.piece.motion) || body.piece.motion == Motion::spinning;
    body.kind = NextKind::nothing;
    paths_.best[ball] = moves ? beyond_end() : Paths::never_in_columns;
  }
  assert(paths_.best[ball] >= now_ && "no event is predicted for the past");
}

}  // namespace cuelab::event
