#include "film/film.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "film/ffmpeg.hpp"
#include "film/raster.hpp"

namespace cuelab::film {
namespace {

constexpr double caption = 30.0;      ///< height of the line above the picture, at full size [px]
constexpr double full_size = 1200.0;  ///< film width at full size [px]
constexpr double rest = 0.6;          ///< the last frame is held this long [s]

/// Film codecs need even sizes.
int even(double length) { return 2 * static_cast<int>(std::lround(0.5 * length)); }

/// Paints the frames: the background once, then trails, then what moves.
class Painter {
 public:
  static Result<Painter> make(const Recording& recording, const FilmOptions& options) {
    Painter painter(recording, options);
    if (auto prepared = painter.prepare(recording.scene); !prepared) return prepared.error();
    return painter;
  }

  int width() const { return width_; }
  int height() const { return height_; }

  /// A frame that contains all colours of the film.
  Result<Pixels> paint_colours() {
    frame_->copy(*background_);
    if (auto drawn = frame_->draw(animation_.paths, {0.0, top_}, scale_); !drawn)
      return drawn.error();
    return paint_moving(placed(pose_at(animation_, replay_, 0.0)), 0.0);
  }

  /// The frame at t, later than the last one.
  Pixels paint(double t) {
    const Pose pose = placed(pose_at(animation_, replay_, t));
    draw_trails(pose, t);
    frame_->copy(*background_);
    return paint_moving(pose, t);
  }

 private:
  Painter(const Recording& recording, const FilmOptions& options)
      : animation_(make_animation(recording.scene, recording.trajectory, options.viewpoint)),
        replay_(recording.trajectory),
        width_(even(options.width)),
        scale_(width_ / animation_.width),
        top_(std::round(std::max(caption * width_ / full_size, 16.0))),
        height_(even(top_ + scale_ * animation_.height)),
        fine_(recording.trajectory.t_end < 1.0) {}

  Result<std::monostate> prepare(const Scene& scene) {
    for (auto* canvas : {&background_, &frame_}) {
      auto blank = Canvas::blank(width_, height_, "#fbfaf6");
      if (!blank) return blank.error();
      *canvas = *std::move(blank);
    }
    if (auto drawn = background_->draw(animation_.background, {0.0, top_}, scale_); !drawn)
      return drawn;
    auto title = background_->draw(film_title(scene, full_size, caption), {}, top_ / caption);
    if (!title) return title;
    if (!animation_.turning.empty()) {
      auto blank = Canvas::blank(width_, height_);
      if (!blank) return blank.error();
      turning_ = *std::move(blank);
      if (auto drawn = turning_->draw(animation_.turning, {0.0, top_}, scale_); !drawn)
        return drawn;
    }
    return make_masks();
  }

  Result<std::monostate> make_masks() {
    constexpr int size = static_cast<int>(label_size);
    for (const AnimatedBall& ball : animation_.balls) {
      masks_.emplace_back();
      if (ball.colours.label.empty()) continue;
      auto canvas = Canvas::blank(size, size);
      if (!canvas) return canvas.error();
      if (auto drawn = canvas->draw(label_svg(ball.colours), {}, 1.0); !drawn) return drawn;
      const Pixels pixels = canvas->pixels();
      for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
          masks_.back().push_back(pixels.data[y * pixels.stride + 4 * x + 3]);
        }
      }
    }
    return std::monostate{};
  }

  Pixels paint_moving(const Pose& pose, double t) {
    Canvas& frame = *frame_;
    if (turning_) frame.overlay(*turning_, place(animation_.origin), pose.turn);
    for (const Pose::Line& link : pose.links) {
      frame.line(link.from, link.to, animation_.link_colour, scale_ * animation_.link_width);
    }
    frame.text({width_ - 0.35 * top_, 0.7 * top_}, time_text(t), 0.5 * top_);
    const Pixels pixels = frame.pixels();
    if (animation_.shadows) paint_shadows(pixels, pose.balls);
    for (const PosedBall& ball : pose.balls) {
      paint_ball(pixels, ball, animation_.balls[ball.index].colours, masks_[ball.index]);
    }
    return pixels;
  }

  Vec2 place(Vec2 p) const { return {scale_ * p.x, top_ + scale_ * p.y}; }

  /// The pose in pixels of the frame.
  Pose placed(Pose pose) const {
    for (PosedBall& ball : pose.balls) {
      ball.at = place(ball.at);
      ball.radius *= scale_;
      ball.height *= scale_;
    }
    for (Pose::Line& link : pose.links) link = {place(link.from), place(link.to)};
    return pose;
  }

  /// Extends every ball's trail since the last frame, through the ends of its pieces.
  void draw_trails(const Pose& pose, double t) {
    last_.resize(animation_.balls.size());
    for (const PosedBall& ball : pose.balls) {
      Vec2& last = last_[ball.index];
      const AnimatedBall& known = animation_.balls[ball.index];
      if (last_time_ && ball.opacity == 1.0 && !turning_) {
        const auto line_to = [&](Vec2 to) {
          background_->line(last, to, known.colours.path, 1.6 * scale_);
          last = to;
        };
        const std::vector<Piece>& pieces = replay_.pieces(known.body);
        auto piece = std::ranges::upper_bound(pieces, *last_time_, {}, &Piece::t0);
        for (; piece != pieces.end() && piece->t0 < t; ++piece) {
          line_to(place(on_picture(animation_, piece->r0)));
        }
        line_to(ball.at);
      }
      last = ball.at;
    }
    last_time_ = t;
  }

  std::string time_text(double t) const {
    return fine_ ? fmt::format("{:.2f} ms", 1e3 * t) : fmt::format("{:.2f} s", t);
  }

  Animation animation_;
  Replay replay_;
  int width_;
  double scale_;
  double top_;
  int height_;
  bool fine_;
  std::optional<Canvas> background_{};
  std::optional<Canvas> frame_{};
  std::optional<Canvas> turning_{};
  std::vector<LabelMask> masks_{};
  std::vector<Vec2> last_{};  ///< ends of the trails [px]
  std::optional<double> last_time_{};
};

std::span<const std::uint8_t> bytes_of(const Pixels& pixels) {
  return {pixels.data, pixels.stride * static_cast<std::size_t>(pixels.height)};
}

/// Sends all frames. If ffmpeg stops reading, `finish` reports its error.
Result<std::monostate> send_frames(Painter& painter, const Ffmpeg& ffmpeg,
                                   const FilmOptions& options) {
  if (options.gif) {
    const auto colours = painter.paint_colours();
    if (!colours) return colours.error();
    if (!ffmpeg.write(bytes_of(*colours))) return std::monostate{};
  }
  const std::vector<double> times = frame_times(options.span);
  const auto held = static_cast<std::size_t>(std::ceil(rest * options.span.fps));
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Pixels pixels = painter.paint(times[i]);
    const std::size_t copies = i + 1 == times.size() ? 1 + held : 1;
    for (std::size_t k = 0; k < copies; ++k) {
      if (!ffmpeg.write(bytes_of(pixels))) return std::monostate{};
    }
    if (options.progress && !options.progress(i + 1, times.size())) {
      return Error{"", "", "interrupted"};
    }
  }
  return std::monostate{};
}

/// Whether the file can be created; checked before the frames are painted.
bool can_create(const std::string& file) {
  std::FILE* opened = std::fopen(file.c_str(), "wb");
  if (opened == nullptr) return false;
  std::fclose(opened);
  return true;
}

Result<std::monostate> make_film(Painter& painter, const std::string& file,
                                 const FilmOptions& options) {
  auto ffmpeg = Ffmpeg::start({.width = painter.width(),
                               .height = painter.height(),
                               .fps = options.span.fps,
                               .gif = options.gif},
                              file);
  if (!ffmpeg) return ffmpeg.error();
  auto sent = send_frames(painter, *ffmpeg, options);
  return sent ? ffmpeg->finish() : sent;
}

}  // namespace

Result<std::monostate> save_film(const std::string& path, const Recording& recording,
                                 const FilmOptions& options) {
  auto painter = Painter::make(recording, options);
  if (!painter) return painter.error();

  // writing to an ffmpeg process that has ended must not end this process
  std::signal(SIGPIPE, SIG_IGN);
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  auto made = can_create(temporary) ? make_film(*painter, temporary, options)
                                    : Error{"", "", std::strerror(errno)};
  std::signal(SIGPIPE, SIG_DFL);
  if (made && std::rename(temporary.c_str(), path.c_str()) != 0) {
    made = Error{"", "", std::strerror(errno)};
  }
  if (made) return made;
  std::remove(temporary.c_str());
  return Error{path, "", "cannot be written: " + made.error().what};
}

}  // namespace cuelab::film
