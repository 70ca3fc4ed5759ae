#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/draw.hpp"

namespace cuelab {

/// How a ball and its path are painted.
struct BallLook {
  std::string_view fill{};  ///< of the ball
  std::string_view path{};  ///< a tint of it that shows on the cloth
  bool striped = false;
  bool disc = true;         ///< the label stands on a white disc, otherwise white on the ball
  std::string label{};      ///< on the ball, "" for none
  std::string_view spot{};  ///< of the spots that show how a ball without label turns
};

/// A line that moves: from a ball to another ball or to a fixed point of the picture.
struct Link {
  std::size_t ball = 0;
  std::optional<std::size_t> other{};
  Vec2 fixed{};  ///< where it ends if there is no other ball [px]
};

/// A body that is drawn as a ball.
struct StageBall {
  std::size_t body = 0;  ///< index in the scene
  double radius = 0.0;   ///< [px]
  double rest = 0.0;     ///< of the centre above the cloth when it lies there [m]
  BallLook look{};
  std::optional<double> fallen{};  ///< when it falls into a pocket [s]
  Vec2 shift{};                    ///< that keeps fallen balls apart [px]
};

/// What a moving picture is made of: layers that stand still, each an SVG document of the
/// picture's size, and what moves on them.
struct Stage {
  Sight sight = Sight::top;
  double width = 0.0;            ///< [px]
  double height = 0.0;           ///< [px]
  Vec2 origin{};                 ///< of the world in the picture [px]
  double scale = 1.0;            ///< [px/m]
  std::string backdrop{};        ///< all that stands still
  std::string ways{};            ///< starts and paths, to be laid over it
  std::string turning{};         ///< a layer that turns about the origin, "" for none
  std::size_t turning_body = 0;  ///< with this body
  std::vector<StageBall> balls{};
  std::vector<Link> links{};
  std::string_view link_colour{};
  double link_width = 1.0;  ///< [px]
  bool shadows = false;     ///< balls cast shadows on what they lie on
};
Stage stage_of(const Scene& scene, const Trajectory& trajectory, Sight sight);

/// The line above a moving picture, with the scene's name, as an SVG document of that size.
std::string film_title(const Scene& scene, double width, double height);

/// World coordinates as the picture has them: x to the right, y up, z towards the eye.
Vec3 seen(Sight sight, const Vec3& world);
/// A ball's orientation, from its own axes to those of the picture.
Quat seen(Sight sight, const Quat& orientation);
/// How far a body has turned about the axis towards the eye, counter-clockwise [rad].
double seen_angle(Sight sight, const Quat& orientation);

/// Where a point of the world is in the picture [px].
Vec2 on_picture(const Stage& stage, const Vec3& world);

/// A ball at one instant.
struct PosedBall {
  std::size_t index = 0;  ///< in Stage::balls
  Vec2 at{};              ///< [px]
  double radius = 0.0;    ///< [px]
  double height = 0.0;    ///< above where it would rest [px]
  double opacity = 1.0;
  Quat turn{};  ///< from the ball's own axes to those of the picture
};

/// Everything that moves, at one instant; balls that are farther away come first.
struct Pose {
  struct Line {
    Vec2 from{};
    Vec2 to{};
  };
  std::vector<PosedBall> balls{};
  std::vector<Line> links{};
  double turn = 0.0;  ///< of the turning layer, counter-clockwise [rad]
};
Pose pose_at(const Stage& stage, const Replay& replay, double t);

/// The instants of the frames of a film that shows from..to at `fps` frames a second, slowed down
/// or sped up; the last frame shows `to`.
struct FilmSpan {
  double from = 0.0;   ///< [s]
  double to = 0.0;     ///< [s]
  double speed = 1.0;  ///< 1 is real time
  double fps = 30.0;
};
std::vector<double> frame_times(const FilmSpan& span);

/// Pixels of four bytes: blue, green, red, opacity; colours already multiplied by the opacity.
struct Pixels {
  std::uint8_t* data = nullptr;
  int width = 0;
  int height = 0;
  std::size_t stride = 0;  ///< bytes from row to row
};

/// How dark a ball's label is, row by row from the top, in a square around its disc.
inline constexpr std::size_t label_size = 64;
using LabelMask = std::vector<std::uint8_t>;

/// The label as an SVG document of that size, black on nothing.
std::string label_svg(const BallLook& look);

/// Paints a shaded ball with its marks where the orientation puts them; what lies outside the
/// pixels is left out. An empty mask is no label.
void paint_ball(const Pixels& pixels, const PosedBall& ball, const BallLook& look,
                const LabelMask& mask);

/// Paints the shadows of all balls.
void paint_shadows(const Pixels& pixels, std::span<const PosedBall> balls);

}  // namespace cuelab
