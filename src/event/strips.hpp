#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cuelab/ball.hpp"
#include "event/path_box.hpp"
#include "math/lanes.hpp"

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

  /// Calls `examine` with the first ball of every block of four, in order, that has a ball that may
  /// come near this one.
  template <class Examine>
  void for_each_block_near(std::uint32_t ball, Examine&& examine) const {
    const Reach& reach = reach_[ball];
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t in_x = 0;
      std::uint64_t in_y = 0;
      for (std::size_t k = reach.x.first; k < reach.x.end; ++k) in_x |= x_[k * words_ + word];
      for (std::size_t k = reach.y.first; k < reach.y.end; ++k) in_y |= y_[k * words_ + word];
      std::uint64_t left = in_x & in_y;
      while (left != 0) {
        const auto bit = static_cast<unsigned>(std::countr_zero(left)) / lane_count * lane_count;
        examine(64 * word + bit);
        left &= ~(std::uint64_t{0xf} << bit);
      }
    }
  }

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
};

}  // namespace cuelab::event
