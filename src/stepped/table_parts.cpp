#include "stepped/table_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/geometry.hpp"

namespace cuelab::stepped {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

}  // namespace

TableParts::TableParts(const Table& table, double ball_radius)
    : ball_radius_(ball_radius),
      contact_distance_(touching_distance(table, {.radius = ball_radius}, ball_radius)),
      sin_theta_(table.contact == CushionContact::plane
                     ? 0.0
                     : std::clamp((table.cushion_height - ball_radius) / ball_radius, -1.0, 1.0)),
      nose_height_(table.cushion_height),
      vertical_faces_(table.contact != CushionContact::line) {
  std::uint32_t index = 0;
  for (const Cushion& cushion : table.cushions) {
    const double length = norm(cushion.to - cushion.from);
    noses_.push_back({.from = cushion.from,
                      .along = (1.0 / length) * (cushion.to - cushion.from),
                      .length = length,
                      .part = {AgentKind::cushion, index}});
    for (const Vec2 end : {cushion.from, cushion.to}) {
      if (!ends_in_jaw(table, end)) discs_.push_back({.centre = end, .part = noses_.back().part});
    }
    ++index;
  }
  index = 0;
  for (const Jaw& jaw : table.jaws) {
    discs_.push_back(
        {.centre = jaw.centre, .radius = jaw.radius, .part = {AgentKind::jaw, index++}});
  }
  index = 0;
  for (const Pocket& pocket : table.pockets) {
    discs_.push_back(
        {.centre = pocket.centre, .radius = pocket.radius, .part = {AgentKind::pocket, index++}});
  }
  find_clear_box();
}

TableParts::Box TableParts::reach_of(const Nose& nose) const {
  const Vec2 to = nose.from + nose.length * nose.along;
  const Vec2 grown{ball_radius_, ball_radius_};
  return {Vec2{std::min(nose.from.x, to.x), std::min(nose.from.y, to.y)} - grown,
          Vec2{std::max(nose.from.x, to.x), std::max(nose.from.y, to.y)} + grown};
}

TableParts::Box TableParts::reach_of(const Disc& disc) const {
  const double reach = disc.radius + ball_radius_;
  const Vec2 grown{reach, reach};
  return {disc.centre - grown, disc.centre + grown};
}

/// A box that no part reaches into: starting from the bounding box of all parts, every part trims
/// the side that costs the least area.
void TableParts::find_clear_box() {
  std::vector<Box> reaches;
  reaches.reserve(size());
  for (const Nose& nose : noses_) reaches.push_back(reach_of(nose));
  for (const Disc& disc : discs_) reaches.push_back(reach_of(disc));
  clear_ = {{-endless, -endless}, {endless, endless}};
  if (reaches.empty()) return;

  clear_ = {{endless, endless}, {-endless, -endless}};
  for (const Box& box : reaches) {
    clear_.low = {std::min(clear_.low.x, box.low.x), std::min(clear_.low.y, box.low.y)};
    clear_.high = {std::max(clear_.high.x, box.high.x), std::max(clear_.high.y, box.high.y)};
  }
  const auto room = [](const Box& box) {
    return std::max(0.0, box.high.x - box.low.x) * std::max(0.0, box.high.y - box.low.y);
  };
  for (const Box& box : reaches) {
    const bool apart = box.low.x >= clear_.high.x || box.high.x <= clear_.low.x ||
                       box.low.y >= clear_.high.y || box.high.y <= clear_.low.y;
    if (apart) continue;
    const Box cuts[] = {{{box.high.x, clear_.low.y}, clear_.high},
                        {{clear_.low.x, box.high.y}, clear_.high},
                        {clear_.low, {box.low.x, clear_.high.y}},
                        {clear_.low, {clear_.high.x, box.low.y}}};
    clear_ = *std::ranges::max_element(cuts, {}, room);
  }
}

std::optional<PartContact> TableParts::contact(std::size_t part, const BallState& ball) const {
  return part < noses_.size() ? nose_contact(noses_[part], ball)
                              : disc_contact(discs_[part - noses_.size()], ball);
}

/// Contact of a ball with the line or circle of a nose. `nearest` is the centre of the circle, or
/// the foot on the line with no radius.
std::optional<PartContact> TableParts::touched(Vec2 nearest, double radius,
                                               const BallState& ball) const {
  const Vec2 out = flat(ball.r) - nearest;
  const double distance = norm(out);
  if (distance == 0.0) return std::nullopt;
  const Vec2 normal = (1.0 / distance) * out;
  if (ball.motion != Motion::airborne) {
    if (distance >= radius + contact_distance_) return std::nullopt;
    return PartContact{.at = {.normal = normal, .sin_theta = sin_theta_, .flight_normal = {}}};
  }
  const double across = distance - radius;
  const double up = vertical_faces_ ? 0.0 : ball.r.z - nose_height_;
  const double gap = std::sqrt(across * across + up * up);
  if (gap >= ball_radius_ || gap == 0.0) return std::nullopt;
  const double level = across / gap;
  return PartContact{.at = {.normal = {},
                            .sin_theta = 0.0,
                            .flight_normal = {level * normal.x, level * normal.y, up / gap}}};
}

std::optional<PartContact> TableParts::nose_contact(const Nose& nose, const BallState& ball) const {
  const double foot = dot(nose.along, flat(ball.r) - nose.from);
  if (foot < 0.0 || foot > nose.length) return std::nullopt;
  auto found = touched(nose.from + foot * nose.along, 0.0, ball);
  if (found) found->part = nose.part;
  return found;
}

std::optional<PartContact> TableParts::disc_contact(const Disc& disc, const BallState& ball) const {
  if (disc.part.kind == AgentKind::pocket) {
    const bool falls =
        ball.motion != Motion::airborne && norm(flat(ball.r) - disc.centre) < disc.radius;
    return falls ? std::optional<PartContact>({.part = disc.part}) : std::nullopt;
  }
  auto found = touched(disc.centre, disc.radius, ball);
  if (found) found->part = disc.part;
  return found;
}

}  // namespace cuelab::stepped
