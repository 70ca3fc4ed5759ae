#include "draw/event_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "draw/ball_drawing.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {
namespace {

/// A contact with the cloth slower than this is not a landing [m/s].
constexpr double min_landing = 0.05;

bool over_pocket(const Table& table, Vec2 at) {
  return std::ranges::any_of(table.pockets,
                             [&](const Pocket& p) { return norm(at - p.centre) < p.radius; });
}

/// The glyph of a contact that begins. Over a pocket only the fall is marked.
std::optional<Glyph> glyph_of_contact(const Event& event, double approach, const Scene& scene,
                                      const Trajectory& trajectory) {
  const AgentKind kind = event.other.kind;
  if (kind == AgentKind::ball) return Glyph::ball_ball;
  if (kind == AgentKind::cushion || kind == AgentKind::jaw) return Glyph::cushion;
  if (kind != AgentKind::cloth || approach < min_landing) return {};
  if (event.piece >= trajectory.pieces.size()) return {};
  if (over_pocket(scene.table, flat(trajectory.pieces[event.piece].r0))) return {};
  return Glyph::slate;
}

std::optional<Glyph> glyph_of(EventType type) {
  switch (type) {
    case EventType::ball_ball:
      return Glyph::ball_ball;
    case EventType::ball_cushion:
      return Glyph::cushion;
    case EventType::ball_pocket:
      return Glyph::pocket;
    case EventType::sliding_rolling:
      return Glyph::rolling;
    case EventType::ball_slate:
      return Glyph::slate;
    case EventType::ball_floor:
      return Glyph::floor;
    default:
      return {};
  }
}

constexpr std::size_t max_numbers = 30;
constexpr std::size_t max_marks = 2000;  ///< more would clutter the picture
constexpr double glyph_size = 3.2;       ///< half its width [px]
constexpr double label_height = 10.0;    ///< font size [px]
constexpr double digit_width = 5.8;      ///< [px]

constexpr std::string_view mark_outline = "#10211f";

struct PlacedMark {
  Vec2 at;  ///< in the picture
  Glyph glyph;
};

/// Position of a ball just before an event.
Vec2 place_before(const Replay& replay, std::size_t ball, double t) {
  const std::vector<Piece>& pieces = replay.pieces(ball);
  const auto after =
      std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.t0 >= t; });
  return after == pieces.begin() ? flat(pieces.front().r0) : flat(state_on(*(after - 1), t).r);
}

/// The point of contact of two balls, the edge of a pocket, the ball's centre for anything else.
Vec2 place_of(const Event& event, Glyph glyph, const Subject& subject) {
  const Scene& scene = subject.scene;
  if (glyph == Glyph::pocket) {
    return place_before(subject.replay, event.ball, event.t);
  }
  const Vec2 a = flat(subject.replay.state(event.ball, event.t).r);
  if (glyph != Glyph::ball_ball || event.other.kind != AgentKind::ball) return a;
  const Vec2 b = flat(subject.replay.state(event.other.index, event.t).r);
  const double R_a = scene.balls[event.ball].spec.radius;
  const double R_b = scene.balls[event.other.index].spec.radius;
  return a + (R_a / (R_a + R_b)) * (b - a);
}

bool is_numbered(Glyph glyph) {
  return glyph == Glyph::ball_ball || glyph == Glyph::cushion || glyph == Glyph::pocket;
}

Box box_around(Vec2 centre, double half_width, double half_height) {
  return {{centre.x - half_width, centre.y - half_height},
          {centre.x + half_width, centre.y + half_height}};
}

/// The box of a number, with some space around it.
Box label_box(Vec2 centre, double width) {
  return box_around(centre, 0.5 * width + 2.0, 0.5 * label_height + 1.0);
}

/// Finds a free place for a label near a point.
class LabelPlacer {
 public:
  explicit LabelPlacer(const Box& frame) : frame_(frame) {}

  void occupy(const Box& box) { taken_.push_back(box); }

  Vec2 place(Vec2 anchor, double width) {
    constexpr std::array<double, 10> distances{10, 14, 19, 26, 34, 43, 54, 66, 80, 95};
    constexpr int directions = 16;
    constexpr double pi = 3.14159265358979323846;
    double best_cost = 1e300;
    Vec2 best = anchor;
    for (const double distance : distances) {
      for (int k = 0; k < directions; ++k) {
        // start above and to the right, the preferred place
        const double angle = pi * (0.25 + 2.0 * k / directions);
        const Vec2 p = anchor + distance * Vec2{std::cos(angle), -std::sin(angle)};
        const double cost = 0.5 * distance + cost_of(label_box(p, width));
        if (cost < best_cost) {
          best_cost = cost;
          best = p;
        }
      }
    }
    occupy(label_box(best, width));
    return best;
  }

 private:
  double cost_of(const Box& box) const {
    double cost = box.width() * box.height() - overlap(box, frame_);
    for (const Box& other : taken_) cost += overlap(box, other);
    return 10.0 * cost;
  }

  Box frame_;
  std::vector<Box> taken_;
};

void draw_number(Svg& svg, std::size_t order, Vec2 anchor, Vec2 at) {
  if (norm(at - anchor) > 14.0) {
    PathData leader;
    leader.move(anchor).line(at);
    svg.leaf("path", {{"d", leader.text()},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", 0.55},
                      {"stroke-width", 0.7}});
  }
  svg.text("text", std::to_string(order),
           {{"x", at.x},
            {"y", at.y + 0.36 * label_height},
            {"font-size", label_height},
            {"text-anchor", "middle"},
            {"fill", "#ffffff"},
            {"stroke", mark_outline},
            {"stroke-width", 2.4},
            {"stroke-linejoin", "round"},
            {"paint-order", "stroke"}});
}

std::vector<PlacedMark> marks_of(const View& view, const Subject& subject) {
  std::vector<PlacedMark> marks;
  for (const EventMark& marked : subject.marks) {
    if (marks.size() == max_marks) break;
    const Event& event = subject.trajectory.events[marked.event];
    marks.push_back({view(place_of(event, marked.glyph, subject)), marked.glyph});
  }
  return marks;
}

}  // namespace

std::vector<EventMark> event_marks(const Scene& scene, const Trajectory& trajectory) {
  const std::vector<Event>& events = trajectory.events;
  std::vector<double> approach(events.size());
  for (const ContactRecord& contact : trajectory.contacts) {
    if (contact.begin < events.size()) approach[contact.begin] = contact.approach_speed;
  }
  std::vector<EventMark> marked;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto glyph = events[i].type == EventType::contact_begin
                           ? glyph_of_contact(events[i], approach[i], scene, trajectory)
                           : glyph_of(events[i].type);
    if (glyph) marked.push_back({i, *glyph});
  }
  return marked;
}

void draw_glyph(Svg& svg, Glyph glyph, Vec2 at) {
  const double s = glyph_size;
  const auto shape = [&](const PathData& path, std::string_view fill, std::string_view stroke) {
    svg.leaf("path",
             {{"d", path.text()}, {"fill", fill}, {"stroke", stroke}, {"stroke-width", 1.0}});
  };
  const auto point = [&](double x, double y) { return Vec2{at.x + s * x, at.y + s * y}; };
  PathData path;
  switch (glyph) {
    case Glyph::ball_ball:
      svg.leaf("circle", {{"cx", at.x},
                          {"cy", at.y},
                          {"r", s},
                          {"fill", "#ffffff"},
                          {"stroke", mark_outline},
                          {"stroke-width", 1.0}});
      break;
    case Glyph::cushion:
      path.move(point(-1, -1)).line(point(1, -1)).line(point(1, 1)).line(point(-1, 1));
      shape(path.close(), "#ffd166", mark_outline);
      break;
    case Glyph::pocket:
      path.move(point(-1.2, -1.2)).line(point(1.2, 1.2));
      path.move(point(1.2, -1.2)).line(point(-1.2, 1.2));
      svg.leaf("path", {{"d", path.text()}, {"stroke", "#ff6b6b"}, {"stroke-width", 2.0}});
      break;
    case Glyph::rolling:
      path.move(point(-0.9, 0)).line(point(0, -0.9)).line(point(0.9, 0)).line(point(0, 0.9));
      shape(path.close(), "#9bf0d8", mark_outline);
      break;
    case Glyph::slate:
      path.move(point(-1, -0.8)).line(point(1, -0.8)).line(point(0, 1));
      shape(path.close(), "#e3d7ff", mark_outline);
      break;
    case Glyph::floor:
      path.move(point(-1, -0.8)).line(point(1, -0.8)).line(point(0, 1));
      shape(path.close(), "#ff6b6b", mark_outline);
      break;
  }
}

void draw_transitions(Svg& svg, const View& view, const Subject& subject) {
  svg.open("g", {{"id", "transitions"}});
  for (const PlacedMark& mark : marks_of(view, subject)) {
    if (!is_numbered(mark.glyph)) draw_glyph(svg, mark.glyph, mark.at);
  }
  svg.close();
}

void draw_impacts(Svg& svg, const View& view, const Subject& subject) {
  std::vector<PlacedMark> marks = marks_of(view, subject);
  std::erase_if(marks, [](const PlacedMark& mark) { return !is_numbered(mark.glyph); });
  svg.open("g", {{"id", "impacts"}});
  LabelPlacer placer(view.frame());
  for (std::size_t b = 0; b < subject.trajectory.final.size(); ++b) {
    const double r = picture_radius(view, subject.scene.balls[b]);
    placer.occupy(box_around(view(flat(subject.trajectory.final[b].r)), 0.8 * r, 0.8 * r));
  }
  for (const PlacedMark& mark : marks) placer.occupy(box_around(mark.at, glyph_size, glyph_size));

  // numbers first, so that no leader crosses a glyph
  for (std::size_t i = 0; i < marks.size() && i < max_numbers; ++i) {
    const double width = digit_width * (i + 1 > 9 ? 2.0 : 1.0);
    draw_number(svg, i + 1, marks[i].at, placer.place(marks[i].at, width));
  }
  for (const PlacedMark& mark : marks) draw_glyph(svg, mark.glyph, mark.at);
  svg.close();
}

}  // namespace cuelab::draw
