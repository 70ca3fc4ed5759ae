#include "event/strips.hpp"

#include <algorithm>
#include <bit>

#include "math/lanes.hpp"

namespace cuelab::event {
namespace {

constexpr std::size_t many_balls = 64;
constexpr double slack = 1e-6;  ///< more than rounding and overlaps [m]

}  // namespace

void Strips::begin(std::span<const BallState> balls) {
  words_ = balls.size() > many_balls ? (balls.size() + 63) / 64 : 0;
  if (words_ == 0) return;
  x_.assign(count * words_, 0);
  y_.assign(count * words_, 0);
  reach_.assign(balls.size(), {});
  // the strips divide the rectangle of the balls' start; the outermost also cover what is beyond
  const auto divide = [&](auto coordinate) {
    double low = coordinate(balls[0]);
    double high = low;
    for (const BallState& s : balls) {
      low = std::min(low, coordinate(s));
      high = std::max(high, coordinate(s));
    }
    return Axis{low, high > low ? static_cast<double>(count) / (high - low) : 0.0};
  };
  along_x_ = divide([](const BallState& s) { return s.r.x; });
  along_y_ = divide([](const BallState& s) { return s.r.y; });
}

Strips::Range Strips::Axis::between(double from, double to) const {
  const auto strip_at = [&](double at) {
    const double strip = (at - low) * per_length;
    return static_cast<std::uint8_t>(std::clamp(strip, 0.0, static_cast<double>(count - 1)));
  };
  return {strip_at(from), static_cast<std::uint8_t>(strip_at(to) + 1)};
}

void Strips::place(std::uint32_t ball, const Box& box, double radius) {
  set_bits(ball, false);
  const double margin = radius + slack;
  reach_[ball] = {along_x_.between(box.low.x - margin, box.high.x + margin),
                  along_y_.between(box.low.y - margin, box.high.y + margin)};
  set_bits(ball, true);
}

void Strips::remove(std::uint32_t ball) {
  set_bits(ball, false);
  reach_[ball] = {};
}

std::span<const std::uint32_t> Strips::blocks_near(std::uint32_t ball) {
  near_.clear();
  const Reach& reach = reach_[ball];
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t in_x = 0;
    std::uint64_t in_y = 0;
    for (std::size_t k = reach.x.first; k < reach.x.end; ++k) in_x |= x_[k * words_ + word];
    for (std::size_t k = reach.y.first; k < reach.y.end; ++k) in_y |= y_[k * words_ + word];
    std::uint64_t left = in_x & in_y;
    while (left != 0) {
      const unsigned bit = static_cast<unsigned>(std::countr_zero(left)) / lane_count * lane_count;
      near_.push_back(static_cast<std::uint32_t>(64 * word + bit));
      left &= ~(std::uint64_t{0xf} << bit);
    }
  }
  return near_;
}

void Strips::set_bits(std::uint32_t ball, bool on) {
  const std::uint64_t bit = std::uint64_t{1} << (ball % 64);
  const auto change = [&](std::vector<std::uint64_t>& strips, Range range) {
    for (std::size_t k = range.first; k < range.end; ++k) {
      std::uint64_t& word = strips[k * words_ + ball / 64];
      word = on ? word | bit : word & ~bit;
    }
  };
  change(x_, reach_[ball].x);
  change(y_, reach_[ball].y);
}

}  // namespace cuelab::event
