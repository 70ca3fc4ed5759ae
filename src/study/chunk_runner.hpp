#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <functional>
#include <memory>

#include "study/point_scene.hpp"
#include "study/shot_runner.hpp"
#include "study/tally.hpp"

namespace cuelab::study {

/// Computes chunks of a study. What a chunk finds depends only on the study and the chunk's number:
/// shots are tallied in blocks of fixed size, which are joined in order.
class ChunkRunner {
 public:
  /// `threads` 0: all cores.
  ChunkRunner(const Study& study, unsigned threads);

  /// `progress` is called now and then, from several threads, with the number of shots done since.
  Tally run(std::uint64_t chunk, const std::function<void(std::uint64_t shots)>& progress = {});

 private:
  /// What a thread keeps from shot to shot.
  struct Worker {
    std::optional<ShotRunner> runner{};
    Scene scene{};   ///< for `PointScenes::shot_of`
    Tally counts{};  ///< histograms and ends, whose sums do not depend on the order
  };
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  Tally run_block(Range shots, Worker& worker) const;
  /// Makes the worker's engine that of a point and finds its stroke; `done` unless that fails.
  ShotStatus set_up(const std::vector<AxisValue>& values, Worker& worker,
                    std::optional<Shot>& shot) const;
  void run_point(std::uint64_t point, Range samples, Worker& worker, Tally& tally) const;

  const Study& study_;
  unsigned threads_;
  PointScenes scenes_;
  bool by_numbers_ = false;  ///< whether setting coefficients makes the scene of a point
  EndMap map_;
  std::vector<Bins> bins_{};  ///< per metric
  BatchOptions options_{};    ///< of the runners
  tbb::enumerable_thread_specific<Worker> workers_{};
};

}  // namespace cuelab::study
