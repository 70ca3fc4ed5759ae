#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <optional>

namespace cuelab::study {

/// Calls body(first, last) for parts of 0 .. count, on several threads; 0: all cores.
template <class Body>
void in_parallel(std::size_t count, unsigned threads, std::size_t grain, const Body& body) {
  if (threads == 1) return body(0, count);
  std::optional<tbb::global_control> limit;
  if (threads > 1) limit.emplace(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads));
  // says to race detectors that know nothing of the library what it guarantees
  std::atomic<std::size_t> fence{0};
  fence.fetch_add(1, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const tbb::blocked_range<std::size_t>& part) {
                        static_cast<void>(fence.load(std::memory_order_acquire));
                        body(part.begin(), part.end());
                        fence.fetch_add(1, std::memory_order_acq_rel);
                      });
  });
  static_cast<void>(fence.load(std::memory_order_acquire));
}

}  // namespace cuelab::study
