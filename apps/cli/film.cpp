#include "film.hpp"

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

#include "console.hpp"
#include "ffmpeg.hpp"
#include "progress.hpp"
#include "raster.hpp"

namespace cuelab::cli {
namespace {

constexpr double caption = 30.0;      ///< height of the line above the picture, at full size [px]
constexpr double full_size = 1200.0;  ///< width to which that belongs [px]
constexpr double rest = 0.6;          ///< the last frame stays this long [s]

/// A film codec wants even numbers.
int even(double length) { return 2 * static_cast<int>(std::lround(0.5 * length)); }

/// Paints the frames: what stands still once, trails as they grow, then what moves.
class Painter {
 public:
  static Result<Painter> make(const Recording& recording, const FilmWishes& wishes) {
    Painter painter(recording, wishes);
    if (auto prepared = painter.prepare(recording.scene); !prepared) return prepared.error();
    return painter;
  }

  int width() const { return width_; }
  int height() const { return height_; }

  /// A picture with all the colours of the film.
  Result<Pixels> paint_colours() {
    frame_->copy(*ground_);
    if (auto drawn = frame_->draw(stage_.ways, {0.0, top_}, scale_); !drawn) return drawn.error();
    return paint_moving(placed(pose_at(stage_, replay_, 0.0)), 0.0);
  }

  /// The frame at t, later than the last one.
  Pixels paint(double t) {
    const Pose pose = placed(pose_at(stage_, replay_, t));
    draw_trails(pose, t);
    frame_->copy(*ground_);
    return paint_moving(pose, t);
  }

 private:
  Painter(const Recording& recording, const FilmWishes& wishes)
      : stage_(stage_of(recording.scene, recording.trajectory, wishes.sight)),
        replay_(recording.trajectory),
        width_(even(wishes.width)),
        scale_(width_ / stage_.width),
        top_(std::round(std::max(caption * width_ / full_size, 16.0))),
        height_(even(top_ + scale_ * stage_.height)),
        fine_(recording.trajectory.t_end < 1.0) {}

  Result<std::monostate> prepare(const Scene& scene) {
    for (auto* canvas : {&ground_, &frame_}) {
      auto blank = Canvas::blank(width_, height_, "#fbfaf6");
      if (!blank) return blank.error();
      *canvas = *std::move(blank);
    }
    if (auto drawn = ground_->draw(stage_.backdrop, {0.0, top_}, scale_); !drawn) return drawn;
    auto title = ground_->draw(film_title(scene, full_size, caption), {}, top_ / caption);
    if (!title) return title;
    if (!stage_.turning.empty()) {
      auto blank = Canvas::blank(width_, height_);
      if (!blank) return blank.error();
      turning_ = *std::move(blank);
      if (auto drawn = turning_->draw(stage_.turning, {0.0, top_}, scale_); !drawn) return drawn;
    }
    return make_masks();
  }

  Result<std::monostate> make_masks() {
    constexpr int size = static_cast<int>(label_size);
    for (const StageBall& ball : stage_.balls) {
      masks_.emplace_back();
      if (ball.look.label.empty()) continue;
      auto canvas = Canvas::blank(size, size);
      if (!canvas) return canvas.error();
      if (auto drawn = canvas->draw(label_svg(ball.look), {}, 1.0); !drawn) return drawn;
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
    if (turning_) frame.lay(*turning_, place(stage_.origin), pose.turn);
    for (const Pose::Line& link : pose.links) {
      frame.line(link.from, link.to, stage_.link_colour, scale_ * stage_.link_width);
    }
    frame.text({width_ - 0.35 * top_, 0.7 * top_}, time_text(t), 0.5 * top_);
    const Pixels pixels = frame.pixels();
    if (stage_.shadows) paint_shadows(pixels, pose.balls);
    for (const PosedBall& ball : pose.balls) {
      paint_ball(pixels, ball, stage_.balls[ball.index].look, masks_[ball.index]);
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

  /// Adds what every ball has gone since the last frame, corner by corner.
  void draw_trails(const Pose& pose, double t) {
    last_.resize(stage_.balls.size());
    for (const PosedBall& ball : pose.balls) {
      Vec2& last = last_[ball.index];
      const StageBall& known = stage_.balls[ball.index];
      if (last_time_ && ball.opacity == 1.0 && !turning_) {
        const auto line_to = [&](Vec2 to) {
          ground_->line(last, to, known.look.path, 1.6 * scale_);
          last = to;
        };
        const std::vector<Piece>& pieces = replay_.pieces(known.body);
        auto piece = std::ranges::upper_bound(pieces, *last_time_, {}, &Piece::t0);
        for (; piece != pieces.end() && piece->t0 < t; ++piece) {
          line_to(place(on_picture(stage_, piece->r0)));
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

  Stage stage_;
  Replay replay_;
  int width_;
  double scale_;
  double top_;
  int height_;
  bool fine_;
  std::optional<Canvas> ground_{};
  std::optional<Canvas> frame_{};
  std::optional<Canvas> turning_{};
  std::vector<LabelMask> masks_{};
  std::vector<Vec2> last_{};  ///< where trails end [px]
  std::optional<double> last_time_{};
};

std::span<const std::uint8_t> bytes_of(const Pixels& pixels) {
  return {pixels.data, pixels.stride * static_cast<std::size_t>(pixels.height)};
}

/// Sends all frames; says what went wrong, if anything. That ffmpeg stops reading it says itself.
Result<std::monostate> send_frames(Painter& painter, const Ffmpeg& ffmpeg,
                                   const FilmWishes& wishes) {
  if (wishes.gif) {
    const auto colours = painter.paint_colours();
    if (!colours) return colours.error();
    if (!ffmpeg.write(bytes_of(*colours))) return std::monostate{};
  }
  const std::vector<double> times = frame_times(wishes.span);
  const auto held = static_cast<std::size_t>(std::ceil(rest * wishes.span.fps));
  ProgressBar bar(static_cast<double>(times.size()), wishes.quiet);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Pixels pixels = painter.paint(times[i]);
    const std::size_t copies = i + 1 == times.size() ? 1 + held : 1;
    for (std::size_t k = 0; k < copies; ++k) {
      if (is_interrupted()) return Error{"", "", "interrupted"};
      if (!ffmpeg.write(bytes_of(pixels))) return std::monostate{};
    }
    bar.show_count(i + 1, times.size(), "frames");
  }
  return std::monostate{};
}

/// Whether a file of that name can be made, before the long work.
bool can_be_made(const std::string& file) {
  std::FILE* opened = std::fopen(file.c_str(), "wb");
  if (opened == nullptr) return false;
  std::fclose(opened);
  return true;
}

Result<std::monostate> make_film(Painter& painter, const std::string& file,
                                 const FilmWishes& wishes) {
  auto ffmpeg = Ffmpeg::start({.width = painter.width(),
                               .height = painter.height(),
                               .fps = wishes.span.fps,
                               .gif = wishes.gif},
                              file);
  if (!ffmpeg) return ffmpeg.error();
  auto sent = send_frames(painter, *ffmpeg, wishes);
  return sent ? ffmpeg->finish() : sent;
}

}  // namespace

Result<std::monostate> save_film(const std::string& path, const Recording& recording,
                                 const FilmWishes& wishes) {
  auto painter = Painter::make(recording, wishes);
  if (!painter) return painter.error();

  // an ffmpeg that gives up must not end us
  const Undisturbed guard;
  std::signal(SIGPIPE, SIG_IGN);
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  auto made = can_be_made(temporary) ? make_film(*painter, temporary, wishes)
                                     : Error{"", "", std::strerror(errno)};
  std::signal(SIGPIPE, SIG_DFL);
  if (made && std::rename(temporary.c_str(), path.c_str()) != 0) {
    made = Error{"", "", std::strerror(errno)};
  }
  if (made) return made;
  std::remove(temporary.c_str());
  return Error{path, "", "cannot be written: " + made.error().what};
}

}  // namespace cuelab::cli
