#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/scene.hpp"

namespace cuelab {

// Shapes and colours of tables and balls, shared by pictures, films, the replay page and the
// viewer. Points are in metres in the plane of the cloth; colours are "#rrggbb".

/// A corner of an outline, and the line or arc that leads to it from the previous corner.
struct OutlineCorner {
  Vec2 at;                 ///< [m]
  double arc = 0.0;        ///< radius of that arc, 0 for a straight line [m]
  bool clockwise = false;  ///< direction of that arc, seen from above
};

/// A cushion seen from above: facing, jaw, nose, jaw, facing; closed by a straight line along its
/// back.
using CushionOutline = std::vector<OutlineCorner>;

/// The baulk line of a snooker table, at x from rail to rail, and its D.
struct BaulkLine {
  double x = 0.0;        ///< [m]
  double radius = 0.0;   ///< of the D [m]
  bool at_low_x = true;  ///< the D opens towards low x
};

/// The parts of a table seen from above, around the centre of the cloth.
struct TableShape {
  /// The table has noses on all four edges, hence rails and a wooden frame. Otherwise all cushions
  /// and jaws are loose.
  bool framed = false;
  double cushion_depth = 0.0;              ///< from the nose to the wood [m]
  double rail_width = 0.0;                 ///< from the nose to the outer edge of the wood [m]
  std::vector<CushionOutline> cushions{};  ///< rubber, with the cut-outs of the pockets
  std::vector<Cushion> loose_cushions{};   ///< those that belong to no rail
  std::vector<Jaw> loose_jaws{};           ///< those that belong to no rail
  std::vector<Pocket> pockets{};           ///< the holes
  std::vector<Vec2> diamonds{};            ///< on the wood
  std::vector<Vec2> spots{};               ///< on the cloth
  std::optional<BaulkLine> baulk{};
};
TableShape table_shape(const Table& table);

/// The colours of a table.
struct TableColours {
  std::string_view cloth;
  std::string_view cushion;
  std::string_view markings = "#ffffff";
  std::string_view diamonds = "#f3ead2";
};
TableColours table_colours(const Table& table);

/// Colours and pattern of a ball and the colour of its path.
struct BallColours {
  std::string_view fill{};  ///< of the ball, or of its stripe
  std::string_view path{};  ///< a tint of it that shows on the cloth; `fill` itself if black
  bool striped = false;
  bool disc = true;         ///< the label is on a white disc, otherwise white on the ball
  std::string label{};      ///< on the ball, "" for none
  std::string_view spot{};  ///< of the rotation marks of unlabelled balls, "" for none
};

/// Pool balls by number, cue, carom and snooker balls by name, all others from a palette. On a
/// snooker table numbers are reds. The balls of other systems are steel.
BallColours ball_colours(const Scene& scene, std::size_t ball);

/// The pattern of all balls, on a ball of radius 1 in its own axes: a stripe is the band |y| <
/// stripe_half; labels are centred on +z and -z, spots on all six half-axes.
struct BallPattern {
  double stripe_half = 0.6;
  double label_disc = 0.56;                ///< radius of the label's disc, seen along z
  double spot_cosine = 0.955;              ///< cosine of a spot's angular radius
  std::string_view cream = "#f8f4e8";      ///< of a striped ball outside its band
  std::string_view disc = "#fffdf6";       ///< behind the label
  std::string_view ink = "#17171a";        ///< of a label on a disc
  std::string_view plain_ink = "#ffffff";  ///< of a label without disc
};
inline constexpr BallPattern ball_pattern{};

}  // namespace cuelab
