// Balls as pixels: the same colours and pattern as in ball_drawing.cpp, with the ball's
// orientation. The page of src/draw/replay paints them by the same rules.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cuelab/animation.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/svg.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr int samples = 3;                     ///< per pixel and direction
constexpr Vec3 light{-0.42, 0.5, 0.7573};      ///< unit, towards the light
constexpr Vec3 halfway{-0.224, 0.267, 0.937};  ///< unit, halfway between light and viewer

struct Colour {
  double red = 0.0;
  double green = 0.0;
  double blue = 0.0;
};

Colour colour_of(std::string_view hex) {
  std::array<double, 3> channels{};
  for (std::size_t i = 0; i < 3; ++i) {
    int value = 0;
    const char* at = hex.data() + 1 + 2 * i;
    std::from_chars(at, at + 2, value, 16);
    channels[i] = value;
  }
  return {channels[0], channels[1], channels[2]};
}

Colour mixed(const Colour& a, const Colour& b, double share) {
  return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green),
          a.blue + share * (b.blue - a.blue)};
}

/// The parsed colours of a ball.
struct BallSurface {
  const BallColours& colours;
  const LabelMask& mask;
  Colour fill = colour_of(colours.fill);
  Colour spot = colours.spot.empty() ? fill : colour_of(colours.spot);
  Colour cream = colour_of(ball_pattern.cream);
  Colour paper = colour_of(ball_pattern.disc);
  Colour ink = colour_of(colours.disc ? ball_pattern.ink : ball_pattern.plain_ink);
};

/// Colour of a point of the surface, in the ball's own axes; the labels face +z and -z.
Colour surface_colour(const BallSurface& surface, const Vec3& p) {
  Colour base = surface.colours.striped && std::abs(p.y) > ball_pattern.stripe_half ? surface.cream
                                                                                    : surface.fill;
  if (surface.colours.label.empty() || surface.mask.empty()) {
    const double axis = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return axis > ball_pattern.spot_cosine ? surface.spot : base;
  }
  if (p.x * p.x + p.y * p.y > ball_pattern.label_disc * ball_pattern.label_disc) return base;
  if (surface.colours.disc) base = surface.paper;
  const double across = (p.z > 0.0 ? p.x : -p.x) / ball_pattern.label_disc;
  const auto cell = [](double v) {
    const double place = 0.5 * (v + 1.0) * static_cast<double>(label_size);
    return std::min(label_size - 1, static_cast<std::size_t>(std::max(0.0, place)));
  };
  const double dark =
      surface.mask[cell(-p.y / ball_pattern.label_disc) * label_size + cell(across)] / 255.0;
  return mixed(base, surface.ink, dark);
}

Colour lit(const Colour& c, const Vec3& n) {
  const double diffuse = 0.5 + 0.56 * std::max(0.0, dot(n, light));
  const double gloss = std::max(0.0, dot(n, halfway));
  const double shine = 150.0 * std::pow(gloss, 48.0);
  const auto channel = [&](double v) { return std::min(255.0, v * diffuse + shine); };
  return {channel(c.red), channel(c.green), channel(c.blue)};
}

/// Blends a colour over a pixel.
void blend(const Pixels& pixels, int x, int y, const Colour& c, double opacity) {
  std::uint8_t* at =
      pixels.data + static_cast<std::size_t>(y) * pixels.stride + 4 * static_cast<std::size_t>(x);
  const std::array<double, 4> over{c.blue, c.green, c.red, 255.0};
  for (std::size_t i = 0; i < over.size(); ++i) {
    at[i] = static_cast<std::uint8_t>(std::lround(over[i] * opacity + at[i] * (1.0 - opacity)));
  }
}

/// Calls `paint(x, y)` for the existing pixels of the square around a disc.
template <class Paint>
void for_pixels(const Pixels& pixels, Vec2 at, double reach, Paint paint) {
  if (!(std::abs(at.x) < 1e6 && std::abs(at.y) < 1e6)) return;
  const int left = std::max(0, static_cast<int>(std::floor(at.x - reach)));
  const int right = std::min(pixels.width - 1, static_cast<int>(std::ceil(at.x + reach)));
  const int top = std::max(0, static_cast<int>(std::floor(at.y - reach)));
  const int bottom = std::min(pixels.height - 1, static_cast<int>(std::ceil(at.y + reach)));
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) paint(x, y);
  }
}

}  // namespace

void paint_ball(const Pixels& pixels, const PosedBall& ball, const BallColours& colours,
                const LabelMask& mask) {
  const BallSurface surface{colours, mask};
  const Quat back{ball.turn.w, -ball.turn.x, -ball.turn.y, -ball.turn.z};
  const double r = ball.radius;
  for_pixels(pixels, ball.at, r, [&](int x, int y) {
    Colour sum;
    int inside = 0;
    for (int k = 0; k < samples * samples; ++k) {
      const int row = k / samples;
      const double u = (x + (k % samples + 0.5) / samples - ball.at.x) / r;
      const double v = (ball.at.y - y - (row + 0.5) / samples) / r;
      const double rest = 1.0 - u * u - v * v;
      if (rest < 0.0) continue;
      const Vec3 n{u, v, std::sqrt(rest)};
      const Colour c = lit(surface_colour(surface, rotate(back, n)), n);
      sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
      ++inside;
    }
    if (inside == 0) return;
    const Colour mean{sum.red / inside, sum.green / inside, sum.blue / inside};
    blend(pixels, x, y, mean, ball.opacity * inside / (samples * samples));
  });
}

void paint_shadows(const Pixels& pixels, std::span<const PosedBall> balls) {
  constexpr double darkest = 0.42;
  constexpr double soft = 0.35;  // width of the soft edge, of the radius
  for (const PosedBall& ball : balls) {
    if (ball.opacity < 1.0) continue;
    const double away = 0.22 * ball.radius + 0.5 * ball.height;
    const Vec2 at{ball.at.x + away, ball.at.y + away};
    const double edge = ball.radius * soft + 0.2 * ball.height;
    const double reach = ball.radius + edge;
    for_pixels(pixels, at, reach, [&](int x, int y) {
      const double d = norm(Vec2{x + 0.5, y + 0.5} - at);
      if (d >= reach) return;
      blend(pixels, x, y, {}, darkest * std::min(1.0, (reach - d) / (2.0 * edge)));
    });
  }
}

std::string label_svg(const BallColours& colours) {
  Svg svg(static_cast<double>(label_size), static_cast<double>(label_size));
  const double half = 0.5 * static_cast<double>(label_size);
  svg.open("g", {{"transform", "translate(" + number(half) + " " + number(half) + ")"}});
  draw_label_text(svg, half, colours.label, "#000000");
  return std::move(svg).finish();
}

}  // namespace cuelab
