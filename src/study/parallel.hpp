#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>
#include <vector>

namespace cuelab::study {

/// Calls body(first, last) for parts of 0 .. count, on several threads; 0: all cores.
template <class Body>
void in_parallel(std::size_t count, unsigned threads, std::size_t grain, const Body& body) {
  if (threads == 1) return body(0, count);
#ifdef __SANITIZE_THREAD__
  // the sanitizer cannot see how oneTBB synchronises its threads; plain ones take their place
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < (threads == 0 ? 4 : threads); ++i) {
    workers.emplace_back([&] {
      for (std::size_t k = next.fetch_add(grain); k < count; k = next.fetch_add(grain)) {
        body(k, std::min(k + grain, count));
      }
    });
  }
#else
  std::optional<tbb::global_control> limit;
  if (threads > 1) limit.emplace(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& part) { body(part.begin(), part.end()); });
  });
#endif
}

}  // namespace cuelab::study
