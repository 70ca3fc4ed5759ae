#include <bit>
#include <cassert>

#include "cuelab/trajectory.hpp"

namespace cuelab {
namespace {

/// Mixes 64 bits into the hash; the finaliser of splitmix64 [Steele2014].
void mix(std::uint64_t& hash, std::uint64_t bits) {
  std::uint64_t z = hash + 0x9e3779b97f4a7c15ULL + bits;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  hash = z ^ (z >> 31U);
}

/// The bits of x; both zeros give the same hash.
void mix(std::uint64_t& hash, double x) { mix(hash, std::bit_cast<std::uint64_t>(x + 0.0)); }

void mix(std::uint64_t& hash, const Vec3& a) {
  mix(hash, a.x);
  mix(hash, a.y);
  mix(hash, a.z);
}

void mix(std::uint64_t& hash, const BallState& s) {
  mix(hash, s.r);
  mix(hash, s.v);
  mix(hash, s.w);
  mix(hash, static_cast<std::uint64_t>(s.motion));
}

}  // namespace

std::uint64_t hash_of(const Trajectory& trajectory) {
  std::uint64_t hash = 0;
  for (const Event& event : trajectory.events) {
    mix(hash, event.t);
    mix(hash, static_cast<std::uint64_t>(event.type));
    mix(hash, static_cast<std::uint64_t>(event.ball));
    mix(hash, static_cast<std::uint64_t>(event.other.kind));
    mix(hash, static_cast<std::uint64_t>(event.other.index));
    for (const std::uint32_t index : {event.piece, event.other_piece}) {
      if (index == none) continue;
      assert(index < trajectory.pieces.size() && "an event names pieces of its run");
      mix(hash, state_on(trajectory.pieces[index], event.t));
    }
  }
  mix(hash, trajectory.t_end);
  for (const BallState& state : trajectory.final) mix(hash, state);
  return hash;
}

}  // namespace cuelab
