#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/appearance.hpp"
#include "cuelab/draw.hpp"

namespace cuelab {

/// A moving line from a ball to another ball or to a fixed point of the picture.
struct Link {
  std::size_t ball = 0;
  std::optional<std::size_t> other{};
  Vec2 fixed{};  ///< its end if there is no other ball [px]
};

/// A body that is drawn as a ball.
struct AnimatedBall {
  std::size_t body = 0;  ///< index in the scene
  double radius = 0.0;   ///< [px]
  double rest = 0.0;     ///< height of the centre when it lies on the cloth [m]
  BallColours colours{};
  std::optional<double> pocketed_at{};  ///< when it falls into a pocket [s]
  Vec2 shift{};                         ///< offset that keeps pocketed balls apart [px]
};

/// The parts of a moving picture: static layers, each an SVG document of the picture's size, and
/// the bodies that move on them.
struct Animation {
  Viewpoint viewpoint = Viewpoint::top;
  double width = 0.0;            ///< [px]
  double height = 0.0;           ///< [px]
  Vec2 origin{};                 ///< of the world in the picture [px]
  double scale = 1.0;            ///< [px/m]
  std::string background{};      ///< everything static
  std::string paths{};           ///< start positions and paths, drawn over it
  std::string turning{};         ///< a layer that rotates about the origin, "" for none
  std::size_t turning_body = 0;  ///< the body it rotates with
  std::vector<AnimatedBall> balls{};
  std::vector<Link> links{};
  std::string_view link_colour{};
  double link_width = 1.0;  ///< [px]
  bool shadows = false;     ///< balls cast shadows on the cloth
};
Animation make_animation(const Scene& scene, const Trajectory& trajectory, Viewpoint viewpoint);

/// The title line above a moving picture, with the scene's name, as an SVG document of that size.
std::string film_title(const Scene& scene, double width, double height);

/// World coordinates in the frame of the view: x to the right, y up, z towards the viewer.
Vec3 in_view(Viewpoint viewpoint, const Vec3& world);
/// A ball's orientation: rotates its own axes into those of the view.
Quat in_view(Viewpoint viewpoint, const Quat& orientation);
/// Rotation of a body about the axis towards the viewer, counter-clockwise [rad].
double view_angle(Viewpoint viewpoint, const Quat& orientation);

/// Position in the picture of a point of the world [px].
Vec2 on_picture(const Animation& animation, const Vec3& world);

/// A ball at one instant.
struct PosedBall {
  std::size_t index = 0;  ///< in Animation::balls
  Vec2 at{};              ///< [px]
  double radius = 0.0;    ///< [px]
  double height = 0.0;    ///< above its resting height [px]
  double opacity = 1.0;
  Quat turn{};  ///< rotates the ball's own axes into those of the view
};

/// Everything that moves, at one instant; balls farther from the viewer come first.
struct Pose {
  struct Line {
    Vec2 from{};
    Vec2 to{};
  };
  std::vector<PosedBall> balls{};
  std::vector<Line> links{};
  double turn = 0.0;  ///< of the turning layer, counter-clockwise [rad]
};
Pose pose_at(const Animation& animation, const Replay& replay, double t);

/// The part of a run that a film shows, its speed and frame rate. `frame_times` gives the time of
/// every frame; the last one shows `to`.
struct FilmSpan {
  double from = 0.0;   ///< [s]
  double to = 0.0;     ///< [s]
  double speed = 1.0;  ///< 1 is real time
  double fps = 30.0;
};
std::vector<double> frame_times(const FilmSpan& span);

/// Pixels of four bytes: blue, green, red, alpha; colours are premultiplied by alpha.
struct Pixels {
  std::uint8_t* data = nullptr;
  int width = 0;
  int height = 0;
  std::size_t stride = 0;  ///< bytes per row
};

/// Coverage of a ball's label, row by row from the top, in a square around its disc.
inline constexpr std::size_t label_size = 64;
using LabelMask = std::vector<std::uint8_t>;

/// The label as an SVG document of that size, black on transparent.
std::string label_svg(const BallColours& colours);

/// Paints a shaded ball with its pattern turned by its orientation, clipped to the pixels. An empty
/// mask means no label.
void paint_ball(const Pixels& pixels, const PosedBall& ball, const BallColours& colours,
                const LabelMask& mask);

/// Paints the shadows of all balls.
void paint_shadows(const Pixels& pixels, std::span<const PosedBall> balls);

}  // namespace cuelab
