// The runs of a batch gathered in flat arrays.
#include <algorithm>
#include <utility>

#include "cuelab/batch.hpp"

namespace cuelab {
namespace {

/// What has a different length in every run, until all are there.
using EventLists = std::vector<std::vector<BatchEvent>>;

class Collector {
 public:
  Collector(BatchResult& result, const BatchOptions& options) : result_(result), options_(options) {
    const std::size_t runs = result.first_ball.size() - 1;
    const std::size_t balls = result.first_ball.back();
    result.status.resize(runs);
    result.shots.resize(runs);
    result.t_end.resize(runs);
    result.stop.resize(runs);
    result.final.resize(balls);
    result.pocket.resize(balls, none);
    result.times = options.at.size();
    result.samples.resize(balls * result.times);
    result.columns = options.derivatives.size();
    result.tangents.resize(balls * result.columns);
    result.undefined.resize(balls * result.columns, Undefined::not_reproduced);
    if (options.margins) result.margins.resize(runs * result.columns);
    if (options.events) lists_.resize(runs);
  }

  void take(const ShotRun& run) {
    const std::size_t k = run.index;
    result_.status[k] = run.status;
    if (run.scene.shot) result_.shots[k] = *run.scene.shot;
    if (run.status != ShotStatus::done) return;
    const Trajectory& trajectory = run.trajectory;
    result_.t_end[k] = trajectory.t_end;
    result_.stop[k] = trajectory.stop;
    const std::size_t first = result_.first_ball[k];
    std::ranges::copy(trajectory.final, result_.final.begin() + static_cast<std::ptrdiff_t>(first));
    for (const Event& event : trajectory.events) {
      if (event.type == EventType::ball_pocket) {
        result_.pocket[first + event.ball] = event.other.index;
      }
    }
    if (options_.events) take_events(k, trajectory);
    if (!options_.at.empty()) take_samples(first, trajectory);
    if (!options_.derivatives.empty()) take_derivatives(run, first);
  }

  void join_events() {
    if (!options_.events) return;
    result_.first_event.assign(1, 0);
    for (const auto& list : lists_) {
      result_.events.insert(result_.events.end(), list.begin(), list.end());
      result_.first_event.push_back(result_.events.size());
    }
  }

 private:
  void take_events(std::size_t run, const Trajectory& trajectory) {
    lists_[run].reserve(trajectory.events.size());
    for (const Event& event : trajectory.events) {
      lists_[run].push_back({event.t, event.type, event.ball, event.other});
    }
  }

  void take_samples(std::size_t first, const Trajectory& trajectory) {
    std::size_t place = first * options_.at.size();
    for (const Snapshot& snapshot : samples_at(trajectory, options_.at)) {
      for (const Sample& body : snapshot.bodies) result_.samples[place++] = body.state;
    }
  }

  void take_derivatives(const ShotRun& run, std::size_t first) {
    std::vector<SceneNumber> numbers;
    for (const std::string& key : options_.derivatives) {
      auto number = SceneNumber::find(run.scene, key);
      if (!number) return;  // this scene has none; its places stay undefined
      numbers.push_back(*std::move(number));
    }
    const auto found = differentiate(run.scene, run.trajectory, numbers);
    if (!found) return;
    const std::size_t columns = numbers.size();
    for (std::size_t i = 0; i < found->undefined.size(); ++i) {
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t place = (first + i) * columns + c;
        result_.tangents[place] = found->final[i * columns + c];
        result_.undefined[place] =
            found->undefined[i] != Undefined::no ? found->undefined[i] : found->column_undefined[c];
      }
    }
    if (!options_.margins) return;
    std::ranges::copy(margins(run.scene, run.trajectory, *found),
                      result_.margins.begin() + static_cast<std::ptrdiff_t>(run.index * columns));
  }

  BatchResult& result_;
  const BatchOptions& options_;
  EventLists lists_{};
};

}  // namespace

Result<BatchResult> simulate_strikes(const Scene& scene, std::span<const Shot> shots,
                                     const BatchOptions& options) {
  for (const std::string& key : options.derivatives) {
    Scene with_shot = scene;
    with_shot.shot = Shot{};
    if (auto number = SceneNumber::find(with_shot, key); !number) return number.error();
  }
  BatchResult result;
  for (std::size_t k = 0; k <= shots.size() * options.samples; ++k) {
    result.first_ball.push_back(k * scene.balls.size());
  }
  Collector collector(result, options);
  const auto fault =
      visit_strikes(scene, shots, options, [&](const ShotRun& run) { collector.take(run); });
  if (fault) return *fault;
  collector.join_events();
  return result;
}

Result<BatchResult> simulate_scenes(std::span<const Scene> scenes, const BatchOptions& options) {
  BatchResult result;
  result.first_ball.push_back(0);
  for (const Scene& scene : scenes) {
    for (std::size_t i = 0; i < options.samples; ++i) {
      result.first_ball.push_back(result.first_ball.back() + scene.balls.size());
    }
  }
  Collector collector(result, options);
  const auto fault =
      visit_scenes(scenes, options, [&](const ShotRun& run) { collector.take(run); });
  if (fault) return *fault;
  collector.join_events();
  return result;
}

}  // namespace cuelab
