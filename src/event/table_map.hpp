#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuelab/table.hpp"
#include "cuelab/trajectory.hpp"
#include "event/contact_time.hpp"

namespace cuelab {

/// What of the table a ball meets.
enum class PartKind : std::uint8_t { cushion, jaw, pocket };

/// When and what. `index` counts cushions, then jaws, then pockets, as in Event::other; an end of
/// a cushion counts as the cushion.
struct TableHit {
  double t = never;  ///< from the start of the search [s]
  PartKind kind = PartKind::cushion;
  std::uint32_t index = none;
  Vec2 normal;           ///< unit, from the part toward the ball on the cloth; of a pocket: unused
  Vec3 flight_normal;    ///< the same for a ball in the air, at the contact
  double reach = never;  ///< distance of the centres at a jaw or cushion end; never: straight
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

  /// First contact with the table within the window, leaving out the round part `held`.
  TableHit first_hit(const PlanarPath& path, double window, std::uint64_t& roots,
                     std::uint32_t held = none) const;

  /// First contact of a ball in the air with the cushions. It may pass over them.
  TableHit first_hit(const FlightPath& path, double window, std::uint64_t& roots) const;

  /// Slope of the contact normal: a ball on the cloth is pushed down by sin_theta.
  double sin_theta() const { return sin_theta_; }

 private:
  struct Wall {
    Vec2 from, along, normal;
    double length;
    std::uint32_t index;
    Vec2 low, high;  ///< box in which the ball's centre can touch it
  };
  struct Disc {
    Vec2 centre;
    double reach;
    PartKind kind;
    std::uint32_t index;
  };
  /// A side of the inner rectangle and the stretches of it that are cushion.
  struct Side {
    Vec2 outward;
    double distance = 0.0;
    struct Stretch {
      double from, to;
      std::uint32_t index;
    };
    std::vector<Stretch> stretches;
  };

  void add_ends(const Table& table);
  void find_inner_rectangle();
  bool inner_rectangle_is_clear() const;
  TableHit hit_wall(const Wall& wall, const PlanarPath& path, double window) const;
  TableHit scan(const PlanarPath& path, double window, std::uint64_t& roots,
                std::uint32_t held) const;

  TableHit hit_wall_in_flight(const Wall& wall, const FlightPath& path, double window,
                              std::uint64_t& roots) const;
  TableHit hit_disc_in_flight(const Disc& disc, const FlightPath& path, double window,
                              std::uint64_t& roots) const;

  double ball_radius_ = 0.0;
  double nose_height_ = 0.0;
  bool vertical_walls_ = false;
  double contact_distance_ = 0.0;
  double sin_theta_ = 0.0;
  std::vector<Wall> walls_;
  std::vector<Disc> discs_;
  std::array<Side, 4> sides_;  ///< outward +x, -x, +y, -y
  std::array<double, 4> side_distances_{};
  bool has_inner_ = false;  ///< nothing can be touched inside the inner rectangle
};

}  // namespace cuelab
