#pragma once

#include "smooth/equations.hpp"

namespace cuelab::smooth {

/// r0 + v0 s + a s^2 + b s^3.
struct Cubic {
  Vec3 a, b;
};

/// The cubic through two positions with these velocities, after the time h.
inline Cubic hermite(const Vec3& r0, const Vec3& v0, const Vec3& r1, const Vec3& v1, double h) {
  const Vec3 mean = (1.0 / h) * (r1 - r0);
  return {(1.0 / h) * (3.0 * mean - 2.0 * v0 - v1), (1.0 / (h * h)) * (v0 + v1 - 2.0 * mean)};
}

struct RecorderOptions {
  double t = 0.0;           ///< start [s]
  double tolerance = 1e-6;  ///< of the pieces [m]
  bool keep_pieces = true;
};

/// Sorts the pieces of a trajectory by start time and renumbers those that events name.
class PieceSorter {
 public:
  void sort(Trajectory& trajectory);

 private:
  std::vector<std::uint32_t> order_, place_;
  std::vector<Piece> sorted_;
};

/// Converts integrator steps to stored pieces: cubic Hermite polynomials, as long as the tolerance
/// allows and cut at contacts.
class Recorder {
 public:
  explicit Recorder(const Equations& equations) : equations_(equations) {}

  /// Starts recording into `out`, which must outlive the run, from this state.
  void start(const RecorderOptions& options, Trajectory& out, const double* y);
  /// Bodies have been added to the equations: starts recording them from this state.
  void add_bodies(double t, const double* y);
  /// Adds the state at the end of a step.
  void step(double t, const double* y);
  /// Ends a body's piece here and begins another; index of the new one, or none without pieces.
  std::uint32_t cut(std::uint32_t body, double t, const double* y);
  /// Ends a body's last piece here.
  void stop(std::uint32_t body, double t, const double* y);
  /// Records that the body is at rest from now on; index of its last piece, or none.
  std::uint32_t rest(std::uint32_t body, double t, const BallState& at);
  /// Closes all pieces.
  void finish(double t, const double* y);

  /// The state of a body with its kind of motion.
  BallState state_of(std::uint32_t body, const double* y) const;

 private:
  struct Knot {
    double t = 0.0;
    Vec3 r, v, w;
  };
  static constexpr std::size_t max_knots = 8;
  struct Track {
    std::uint32_t piece = none;  ///< the piece being recorded
    std::size_t count = 0;       ///< number of knots; the first is at its start
    Knot knots[max_knots];       ///< every `stride` steps along the piece
    std::size_t stride = 1;
    std::size_t skipped = 0;  ///< steps since the last knot
    Knot last;                ///< at the last step
    Knot good;                ///< the last state up to which the piece is known to fit
    bool still = false;       ///< out of play
  };

  void open(std::uint32_t body, const Knot& knot, Motion motion);
  void close(std::uint32_t body, const Knot& knot);
  static void append(Track& track, const Knot& knot);
  bool fits(std::uint32_t body, const Knot& end) const;
  Knot knot_of(std::uint32_t body, double t, const double* y) const;

  const Equations& equations_;
  double tolerance_ = 0.0;
  bool keep_ = false;
  Trajectory* out_ = nullptr;
  std::vector<Track> tracks_;
  std::uint64_t steps_ = 0;
};

}  // namespace cuelab::smooth
