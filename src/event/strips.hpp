#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cuelab/ball.hpp"
#include "event/path_box.hpp"

namespace cuelab::event {

/// Which of many balls can come near each other: the plane in strips across x and across y, each
/// with a bit for every ball whose path enters it. Leaves out only balls that are never near.
class Strips {
 public:
  /// Places no ball yet. Few balls are compared faster without strips.
  void begin(std::span<const BallState> balls);
  bool are_used() const { return words_ > 0; }

  /// The ball stays within this box, its centre that is.
  void place(std::uint32_t ball, const Box& box, double radius);
  void remove(std::uint32_t ball);

  /// The first balls of the blocks of four, in order, with a ball that may come near this one;
  /// valid until the next call.
  std::span<const std::uint32_t> blocks_near(std::uint32_t ball);

 private:
  static constexpr std::size_t count = 64;  ///< strips in each direction

  struct Range {
    std::uint8_t first = 0, end = 0;
  };
  struct Reach {
    Range x, y;
  };
  struct Axis {
    double low = 0.0;
    double per_length = 0.0;  ///< strips [1/m]

    Range between(double from, double to) const;
  };

  void set_bits(std::uint32_t ball, bool on);

  std::size_t words_ = 0;  ///< of a strip; 0: not used
  Axis along_x_, along_y_;
  std::vector<std::uint64_t> x_, y_;
  std::vector<Reach> reach_;
  std::vector<std::uint32_t> near_;  ///< what `blocks_near` found
};

}  // namespace cuelab::event
