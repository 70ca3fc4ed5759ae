#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cuelab/table.hpp"
#include "cuelab/trajectory.hpp"
#include "laws/impacts.hpp"

namespace cuelab::stepped {

/// A part of the table that a ball overlaps, and where.
struct PartContact {
  Agent part{};      ///< cushion, jaw or pocket
  NoseContact at{};  ///< of cushions and jaws
};

/// The table for a ball of one radius.
class TableParts {
 public:
  TableParts(const Table& table, double ball_radius);

  std::size_t size() const { return noses_.size() + discs_.size(); }

  /// Quick test with one box: true only if a ball centred here overlaps no part.
  bool is_clear(Vec2 at) const {
    return at.x > clear_.low.x && at.x < clear_.high.x && at.y > clear_.low.y &&
           at.y < clear_.high.y;
  }

  /// The contact with the part of this index, if the ball overlaps it.
  std::optional<PartContact> contact(std::size_t part, const BallState& ball) const;

 private:
  struct Nose {
    Vec2 from, along;
    double length = 0.0;
    Agent part{};
  };
  struct Disc {
    Vec2 centre;
    double radius = 0.0;
    Agent part{};
  };
  struct Box {
    Vec2 low, high;
  };

  Box reach_of(const Nose& nose) const;
  Box reach_of(const Disc& disc) const;
  void find_clear_box();
  std::optional<PartContact> touched(Vec2 nearest, double radius, const BallState& ball) const;
  std::optional<PartContact> nose_contact(const Nose& nose, const BallState& ball) const;
  std::optional<PartContact> disc_contact(const Disc& disc, const BallState& ball) const;

  double ball_radius_ = 0.0;
  double contact_distance_ = 0.0;
  double sin_theta_ = 0.0;
  double nose_height_ = 0.0;
  bool vertical_faces_ = false;
  std::vector<Nose> noses_;
  std::vector<Disc> discs_;
  Box clear_{};
};

}  // namespace cuelab::stepped
