#pragma once

#include "smooth/model.hpp"

namespace cuelab::smooth {

/// Turns integrator steps into stored pieces: cubic Hermite polynomials as long as the tolerance
/// allows, cut at contacts.
class Recorder {
 public:
  Recorder(const Model& model, double tolerance, bool keep, Trajectory& out);

  void start(double t, const double* y);
  /// The state at the end of a step.
  void step(double t, const double* y);
  /// A piece of this body ends and another begins here; its number.
  std::uint32_t cut(std::uint32_t body, double t, const double* y);
  /// The body stays where it is from now on; number of its last piece.
  std::uint32_t rest(std::uint32_t body, double t, const BallState& at);
  /// Closes all pieces and puts them in order of time.
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
    std::uint32_t piece = none;  ///< the piece being made
    std::size_t count = 0;       ///< of knots, the first at its start
    Knot knots[max_knots];       ///< every `stride` steps, all along the piece
    std::size_t stride = 1;
    std::size_t skipped = 0;  ///< steps since the last of them
    Knot last;                ///< at the last step
    Knot good;                ///< as far as the piece is known to fit
    bool still = false;       ///< out of play
  };

  void open(std::uint32_t body, const Knot& knot, Motion motion);
  void close(std::uint32_t body, const Knot& knot);
  static void append(Track& track, const Knot& knot);
  bool fits(const Track& track, const Knot& end) const;
  Knot knot_of(std::uint32_t body, double t, const double* y) const;

  const Model& model_;
  double tolerance_;
  bool keep_;
  Trajectory& out_;
  std::vector<Track> tracks_;
  std::uint64_t steps_ = 0;
};

}  // namespace cuelab::smooth
