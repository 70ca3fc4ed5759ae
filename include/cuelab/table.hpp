#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuelab/physics.hpp"
#include "cuelab/result.hpp"
#include "cuelab/vec.hpp"

namespace cuelab {

/// A straight cushion: its nose line seen from above; balls may hit it from both sides.
struct Cushion {
  std::string id;
  Vec2 from;  ///< [m]
  Vec2 to;    ///< [m]
  friend bool operator==(const Cushion&, const Cushion&) = default;
};

/// A rounded cushion end: a vertical cylinder (plane contact) or a circle at nose height (line).
struct Jaw {
  std::string id;
  Vec2 centre;          ///< [m]
  double radius = 0.0;  ///< [m]
  friend bool operator==(const Jaw&, const Jaw&) = default;
};

/// A hole: a ball on the cloth whose centre enters the circle falls.
struct Pocket {
  std::string id;
  Vec2 centre;          ///< [m]
  double radius = 0.0;  ///< [m]
  double depth = 0.08;  ///< a fallen ball rests at z = -depth [m]
  friend bool operator==(const Pocket&, const Pocket&) = default;
};

/// A named point of the cloth, such as "foot" or "black".
struct Spot {
  std::string id;
  Vec2 at;  ///< [m]
  friend bool operator==(const Spot&, const Spot&) = default;
};

/// Where a ball meets a cushion: the nose line at cushion height, or a vertical wall. A slanted
/// plane is such a wall that pushes a ball on the cloth in the direction of a nose at cushion
/// height, as some other simulators have it; it serves comparisons with them.
enum class CushionContact { line, plane, slanted_plane };
std::string_view name_of(CushionContact contact);

/// The playing area. No parts at all is an open plane without an edge.
struct Table {
  std::string preset;           ///< name of the preset it was made from, or ""
  double length = 0.0;          ///< along x between the noses [m]; 0 means no bounds
  double width = 0.0;           ///< along y [m]
  double cushion_height = 0.0;  ///< of the nose above the cloth [m]
  CushionContact contact = CushionContact::line;
  std::vector<Cushion> cushions;
  std::vector<Jaw> jaws;
  std::vector<Pocket> pockets;
  std::vector<Spot> spots;
  friend bool operator==(const Table&, const Table&) = default;
};

/// A predefined table with its balls and coefficients. Its laws are those of `Physics`.
struct TablePreset {
  std::string_view name;            ///< as in scene files, e.g. "pool-9ft"
  std::string_view summary;         ///< one line
  std::string_view source;          ///< of the dimensions, and which are estimates
  double ball_radius;               ///< [m]
  double ball_mass;                 ///< [kg]
  Physics physics;                  ///< of its cloth, balls and cushions
  std::string_view physics_source;  ///< of those coefficients
};

/// All presets in the order they are listed to users.
const std::vector<TablePreset>& table_presets();

/// The preset of that name, or nullptr.
const TablePreset* find_preset(std::string_view name);

/// The table of a preset. Error when the name is unknown.
Result<Table> make_table(std::string_view preset);

/// Adds head, centre and foot spot, on the long centre line, to a table that is not a preset; none
/// to a table without length.
void add_default_spots(Table& table);

/// The spot of that name, or nullptr.
const Spot* find_spot(const Table& table, std::string_view id);

}  // namespace cuelab
