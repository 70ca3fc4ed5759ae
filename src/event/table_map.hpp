#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cuelab/table.hpp"
#include "cuelab/trajectory.hpp"
#include "event/contact_time.hpp"

namespace cuelab {

/// Gap between a ball and a nose, and how it changes.
struct NoseGap {
  Vec3 n;                  ///< unit, toward the ball; level for a ball on the cloth
  double gap = 0.0;        ///< [m]
  double curvature = 0.0;  ///< part of the gap's acceleration due to the turning of n [m/s^2]
  bool is_beside = false;  ///< the ball is beyond the end of a straight nose
};

/// The first contact of a ball with the table.
struct TableHit {
  double t = never;    ///< from the start of the search [s]
  Agent part;          ///< cushion, jaw or pocket; an end of a cushion counts as the cushion
  Vec2 normal;         ///< unit, from the part toward the ball on the cloth; of a pocket: unused
  Vec3 flight_normal;  ///< the same for a ball in the air, at the contact
  std::uint32_t surface = none;  ///< of the nose, for `TableMap::gap_to`
};

/// The path of a ball in the air from the instant of the search.
struct FlightPath {
  Vec3 r;
  Vec3 v;
  Vec3 a;
};

/// The path of a ball on the cloth from the instant of the search.
struct PlanarPath {
  Vec2 r;
  Vec2 v;
  Vec2 a;
};

/// The table as the centre of a ball of one radius sees it: parts grown by the contact distance.
class TableMap {
 public:
  TableMap(const Table& table, double ball_radius);

  /// First contact with the table within the window, leaving out the surfaces `held`.
  TableHit first_hit(const PlanarPath& path, double window, std::uint64_t& roots,
                     std::span<const std::uint32_t> held = {}) const;

  /// First contact of a ball in the air with the cushions, leaving out the surfaces `held`. It may
  /// pass over them.
  TableHit first_hit(const FlightPath& path, double window, std::uint64_t& roots,
                     std::span<const std::uint32_t> held = {}) const;

  /// Number of surfaces of noses; the two sides of a straight nose count as two.
  std::uint32_t surface_count() const {
    return static_cast<std::uint32_t>(2 * walls_.size() + discs_.size());
  }

  /// Gap between a nose and a ball in this state, on the cloth or in the air.
  NoseGap gap_to(std::uint32_t surface, const BallState& s) const;

  /// Slope of the contact normal: a ball on the cloth is pushed down by sin_theta.
  double sin_theta() const { return sin_theta_; }

 private:
  struct Wall {
    Vec2 from, along, normal;
    double length;
    Agent part;
    Vec2 low, high;  ///< box in which the ball's centre can touch it
  };
  struct Disc {
    Vec2 centre;
    double reach;
    Agent part;
  };
  /// A side of the inner rectangle and the stretches of it that are cushion.
  struct Side {
    Vec2 outward;
    double distance = 0.0;
    struct Stretch {
      double from, to;
      std::uint32_t wall;
    };
    std::vector<Stretch> stretches;
  };

  void add_ends(const Table& table);
  void find_inner_rectangle();
  bool inner_rectangle_is_clear() const;
  static double entry_time(const Wall& wall, const PlanarPath& path);
  TableHit hit_wall(const Wall& wall, const PlanarPath& path, double window,
                    std::span<const std::uint32_t> held) const;
  TableHit scan(const PlanarPath& path, double window, std::uint64_t& roots,
                std::span<const std::uint32_t> held) const;

  TableHit hit_wall_in_flight(const Wall& wall, const FlightPath& path, double window,
                              std::uint64_t& roots) const;
  TableHit hit_disc_in_flight(const Disc& disc, const FlightPath& path, double window,
                              std::uint64_t& roots) const;

  // surfaces are numbered: both sides of every wall, then the discs
  std::uint32_t surface_of(const Wall& wall, bool behind) const {
    return static_cast<std::uint32_t>(2 * (&wall - walls_.data()) + (behind ? 1 : 0));
  }
  std::uint32_t surface_of(const Disc& disc) const {
    return static_cast<std::uint32_t>(2 * walls_.size() + (&disc - discs_.data()));
  }

  double ball_radius_ = 0.0;
  double nose_height_ = 0.0;
  bool vertical_walls_ = false;
  double contact_distance_ = 0.0;  ///< from the nose, of the centre of a ball on the cloth
  double sin_theta_ = 0.0;
  std::vector<Wall> walls_;
  std::vector<Disc> discs_;
  std::array<Side, 4> sides_;  ///< outward +x, -x, +y, -y
  std::array<double, 4> side_distances_{};
  bool has_inner_ = false;  ///< nothing can be touched inside the inner rectangle
};

}  // namespace cuelab
