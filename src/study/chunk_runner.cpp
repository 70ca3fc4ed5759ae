#include "study/chunk_runner.hpp"

#include <algorithm>
#include <exception>

#include "io/input_error.hpp"
#include "scene/angles.hpp"
#include "study/parallel.hpp"

namespace cuelab::study {
namespace {

/// Shots that one thread plays in a row.
constexpr std::uint64_t block_size = 256;

const Trajectory& no_trajectory() {
  static const Trajectory empty;
  return empty;
}

/// One run, whatever happens.
ShotStatus run_safely(ShotRunner& runner, const std::optional<Shot>& shot) noexcept {
  try {
    return runner.run(shot);
  } catch (const std::exception&) {
    return ShotStatus::failed;  // out of memory
  }
}

ShotRow row_of(const ShotRun& run, const MetricValues& metrics) {
  ShotRow row{.stroke = {}, .status = static_cast<std::uint8_t>(run.status), .metrics = metrics};
  if (const auto& shot = run.scene.shot) {
    row.stroke = {shot->speed, degrees(shot->heading), shot->side, shot->height,
                  degrees(shot->elevation)};
  }
  return row;
}

}  // namespace

ChunkRunner::ChunkRunner(const Study& study, unsigned threads)
    : study_(study),
      threads_(threads),
      scenes_(study, nlohmann::json::parse(study.document).at("scene")),
      map_(end_map_of(study.scene.table)) {
  for (const Metric& metric : study.metrics) bins_.push_back(bins_of(metric, study.scene.table));
  by_numbers_ = !scenes_.is_one_table() && scenes_.are_numbers_enough();
}

Tally ChunkRunner::run(std::uint64_t chunk,
                       const std::function<void(std::uint64_t shots)>& progress) {
  const std::uint64_t first = chunk * study_.chunk;
  const std::uint64_t last = std::min(first + study_.chunk, study_.shots());
  for (Worker& worker : workers_) worker.counts = empty_tally(study_);
  std::vector<Tally> blocks((last - first + block_size - 1) / block_size);
  in_parallel(blocks.size(), threads_, 1, [&](std::size_t begin, std::size_t end) {
    Worker& worker = workers_.local();
    if (worker.counts.ends.empty()) worker.counts = empty_tally(study_);
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint64_t from = first + k * block_size;
      const Range shots{from, std::min(from + block_size, last)};
      blocks[k] = run_block(shots, worker);
      if (progress) progress(shots.last - shots.first);
    }
  });
  Tally result = empty_tally(study_);
  for (Tally& block : blocks) result.join(std::move(block));
  for (Worker& worker : workers_) result.join(std::move(worker.counts));
  return result;
}

Tally ChunkRunner::run_block(Range shots, Worker& worker) const {
  Tally tally;
  for (std::uint64_t shot = shots.first; shot < shots.last;) {
    const std::uint64_t point = shot / study_.samples;
    const std::uint64_t begin = point * study_.samples;
    const std::uint64_t end = std::min(begin + study_.samples, shots.last);
    run_point(point, {shot - begin, end - begin}, worker, tally);
    shot = end;
  }
  return tally;
}

ShotStatus ChunkRunner::set_up(const std::vector<AxisValue>& values, Worker& worker,
                               std::optional<Shot>& shot) const {
  if (scenes_.is_one_table()) {
    if (!worker.runner) {
      worker.runner.emplace(study_.scene, options_);
      worker.scene = study_.scene;
    }
    worker.scene.shot = study_.scene.shot;
    shot = scenes_.shot_of(worker.scene, values);
    return shot ? ShotStatus::done : ShotStatus::bad_shot;
  }
  try {
    if (by_numbers_) {
      worker.scene = study_.scene;
      shot = scenes_.shot_of(worker.scene, values);
      if (!shot || find_fault(worker.scene)) return ShotStatus::bad_scene;
    } else {
      worker.scene = scenes_.scene_of(values);
      shot = worker.scene.shot;
      if (!shot || unsupported_reason(worker.scene)) return ShotStatus::bad_scene;
    }
    worker.runner.emplace(worker.scene, options_);
    return ShotStatus::done;
  } catch (const InputError&) {
    return ShotStatus::bad_scene;
  } catch (const std::exception&) {
    return ShotStatus::bad_scene;
  }
}

void ChunkRunner::run_point(std::uint64_t point, Range samples, Worker& worker,
                            Tally& tally) const {
  const std::vector<AxisValue> values = point_values(study_, point);
  const Noise noise = scenes_.noise_of(values);
  PointTally& sums = tally.points.emplace_back();
  sums.point = point;
  sums.metrics.resize(study_.metrics.size());
  const auto take = [&](const ShotRun& run) {
    const MetricValues found = evaluate(study_.metrics, run);
    ++sums.runs[static_cast<std::size_t>(run.status)];
    for (std::size_t k = 0; k < study_.metrics.size(); ++k) {
      if ((found.defined >> k & 1U) == 0) continue;
      sums.metrics[k].add(found.value[k]);
      auto& histogram = worker.counts.histograms[k];
      if (!histogram.empty()) ++histogram[bins_[k].index_of(found.value[k])];
    }
    if (const auto end = cue_end(run)) ++worker.counts.ends[map_.index_of(*end)];
    if (study_.keep_shots) tally.shots.push_back(row_of(run, found));
  };

  std::optional<Shot> shot;
  const ShotStatus fault = set_up(values, worker, shot);
  for (std::uint64_t sample = samples.first; sample < samples.last; ++sample) {
    if (fault != ShotStatus::done) {
      take({0, fault, study_.scene, no_trajectory()});
      continue;
    }
    const Draw draw{
        .seed = study_.seed, .shot = study_.common_random_numbers ? 0 : point, .sample = sample};
    ShotRunner& runner = *worker.runner;
    const double radius = runner.scene().balls[shot->ball].spec.radius;
    const ShotStatus status = run_safely(runner, executed(*shot, noise, draw, radius));
    const bool done = status == ShotStatus::done;
    take({0, status, runner.scene(), done ? runner.trajectory() : no_trajectory()});
  }
}

}  // namespace cuelab::study
