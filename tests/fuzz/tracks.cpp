#include "fuzz/tracks.hpp"

#include "fuzz/failure.hpp"

namespace cuelab::fuzz {

std::vector<Track> tracks_of(const Trajectory& run) {
  std::vector<Track> tracks(run.final.size());
  for (const Piece& piece : run.pieces) {
    if (piece.ball >= tracks.size()) continue;
    Track& track = tracks[piece.ball];
    if (!track.empty()) track.back().until = piece.t0;
    track.push_back({piece, run.t_end});
  }
  // contacts of cubic pieces are searched for on the parabola with the same start, end and velocity
  for (Track& track : tracks) {
    for (Stretch& stretch : track) {
      stretch.piece.a += stretch.time() * stretch.piece.b;
      stretch.piece.b = {};
    }
  }
  return tracks;
}

std::optional<Kind> find_kind(std::string_view name) {
  for (std::size_t k = 0; k < kind_names.size(); ++k) {
    if (kind_names[k] == name) return static_cast<Kind>(k);
  }
  return std::nullopt;
}

}  // namespace cuelab::fuzz
