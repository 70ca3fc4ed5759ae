#include "study/metric_values.hpp"

#include <algorithm>

namespace cuelab::study {
namespace {

/// What metrics ask about one run, each computed at most once.
class Question {
 public:
  explicit Question(const ShotRun& run)
      : run_(run), outcome_(outcome_of(run.scene, run.trajectory)) {}

  std::optional<double> answer(const Metric& metric, const MetricValues& before) {
    const Outcome& o = outcome_;
    const auto truth = [](bool yes) { return yes ? 1.0 : 0.0; };
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    switch (metric.kind) {
      case MetricKind::pot:
        return truth(std::ranges::any_of(o.pocketed, [&](const PocketedBall& p) {
          return p.ball == metric.ball && (!metric.pocket || p.pocket == *metric.pocket);
        }));
      case MetricKind::first_hit:
        return truth(o.first_hit == metric.ball);
      case MetricKind::scratch:
        return truth(o.scratch);
      case MetricKind::leave:
        return truth(!o.scratch && norm(o.cue_position - metric.centre) <= metric.radius);
      case MetricKind::three_cushion_point:
        return truth(o.three_cushion_point);
      case MetricKind::all:
        return truth(std::ranges::all_of(
            metric.of, [&](std::size_t part) { return before.value[part] == 1.0; }));
      case MetricKind::legal:
        return truth(ruling(metric).legal);
      case MetricKind::success:
        return truth(ruling(metric).success);
      case MetricKind::wins:
        return truth(ruling(metric).wins);
      case MetricKind::points:
        return static_cast<double>(ruling(metric).points);
      case MetricKind::pocketed:
        return count(o.pocketed.size() - (o.is_pocketed(o.cue_ball) ? 1 : 0));
      case MetricKind::cushions:
        return count(o.cushions_before + o.cushions_after);
      case MetricKind::balls_hit:
        return count(o.balls_hit.size());
      case MetricKind::spread:
        return o.spread;
      case MetricKind::time:
        return run_.trajectory.t_end;
      case MetricKind::cue_x:
        return coordinate(o.cue_ball, &Vec3::x);
      case MetricKind::cue_y:
        return coordinate(o.cue_ball, &Vec3::y);
      case MetricKind::end_x:
        return coordinate(metric.ball, &Vec3::x);
      case MetricKind::end_y:
        return coordinate(metric.ball, &Vec3::y);
    }
    return {};
  }

 private:
  const Ruling& ruling(const Metric& metric) {
    if (ruled_ != metric.rules) {
      ruling_ = judge(run_.scene, run_.trajectory, metric.rules);
      ruled_ = metric.rules;
    }
    return ruling_;
  }

  std::optional<double> coordinate(std::uint32_t ball, double Vec3::* axis) const {
    const BallState& state = run_.trajectory.final[ball];
    const bool gone = state.motion == Motion::pocketed || state.motion == Motion::off_table;
    if (gone) return {};
    return state.r.*axis;
  }

  const ShotRun& run_;
  Outcome outcome_;
  std::optional<Rules> ruled_{};
  Ruling ruling_{};
};

}  // namespace

MetricValues evaluate(std::span<const Metric> metrics, const ShotRun& run) {
  MetricValues values;
  if (run.status == ShotStatus::miscue) {
    for (std::size_t k = 0; k < metrics.size(); ++k) {
      if (is_chance(metrics[k].kind)) values.defined |= 1U << k;
    }
  }
  if (run.status != ShotStatus::done) return values;
  Question question(run);
  for (std::size_t k = 0; k < metrics.size(); ++k) {
    if (const auto value = question.answer(metrics[k], values)) {
      values.value[k] = *value;
      values.defined |= 1U << k;
    }
  }
  return values;
}

std::optional<Vec2> cue_end(const ShotRun& run) {
  if (run.status != ShotStatus::done) return {};
  const BallState& cue = run.trajectory.final[run.scene.shot ? run.scene.shot->ball : 0];
  if (cue.motion == Motion::pocketed || cue.motion == Motion::off_table) return {};
  return Vec2{cue.r.x, cue.r.y};
}

std::size_t Bins::index_of(double value) const {
  const double place = (value - low) / (high - low) * static_cast<double>(count);
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(count - 1)));
}

EndMap end_map_of(const Table& table) {
  // a table without edge: what lies near its origin
  const bool framed = table.length > 0.0 && table.width > 0.0;
  const double x = framed ? 0.5 * table.length : 2.0;
  const double y = framed ? 0.5 * table.width : 1.0;
  return {.x = {-x, x, 100}, .y = {-y, y, 50}};
}

Bins bins_of(const Metric& metric, const Table& table) {
  const EndMap map = end_map_of(table);
  switch (metric.kind) {
    case MetricKind::cue_x:
    case MetricKind::end_x:
      return map.x;
    case MetricKind::cue_y:
    case MetricKind::end_y:
      return map.y;
    case MetricKind::spread:
      return {0.0, map.x.high, 60};
    case MetricKind::time:
      return {0.0, 20.0, 80};
    default:
      return {-0.5, 15.5, 16};
  }
}

}  // namespace cuelab::study
