#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cuelab/table.hpp"
#include "laws/impacts.hpp"

namespace cuelab::stepped {

/// Which part of the table a ball overlaps, and where.
struct PartContact {
  std::uint32_t index = 0;  ///< cushions, then jaws, then pockets, as in Event::other
  bool is_pocket = false;
  NoseContact at{};  ///< of cushions and jaws
};

/// The table as a ball of one radius meets it.
class TableParts {
 public:
  TableParts(const Table& table, double ball_radius);

  std::size_t size() const { return walls_.size() + discs_.size(); }

  /// Whether a ball whose centre is here is clear of every part, by one comparison of boxes.
  bool is_clear(Vec2 at) const {
    return at.x > clear_.low.x && at.x < clear_.high.x && at.y > clear_.low.y &&
           at.y < clear_.high.y;
  }

  /// The contact with the part of this number, if the ball overlaps it.
  std::optional<PartContact> contact(std::size_t part, const BallState& ball) const;

 private:
  struct Wall {
    Vec2 from, along;
    double length = 0.0;
    std::uint32_t index = 0;
  };
  struct Disc {
    Vec2 centre;
    double radius = 0.0;
    std::uint32_t index = 0;
    bool is_pocket = false;
  };
  struct Box {
    Vec2 low, high;
  };

  Box reach_of(const Wall& wall) const;
  Box reach_of(const Disc& disc) const;
  void find_clear_box();
  std::optional<PartContact> touched(Vec2 nearest, double radius, const BallState& ball) const;
  std::optional<PartContact> wall_contact(const Wall& wall, const BallState& ball) const;
  std::optional<PartContact> disc_contact(const Disc& disc, const BallState& ball) const;

  double ball_radius_ = 0.0;
  double contact_distance_ = 0.0;
  double sin_theta_ = 0.0;
  double nose_height_ = 0.0;
  bool vertical_walls_ = false;
  std::vector<Wall> walls_;
  std::vector<Disc> discs_;
  Box clear_{};
};

}  // namespace cuelab::stepped
