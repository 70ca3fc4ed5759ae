#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuelab::fuzz {

/// Which promise was broken.
enum class Kind : std::uint8_t {
  not_finite,     ///< a number of the result
  time_order,     ///< events or pieces run back in time, or beyond the end
  jump,           ///< a ball is somewhere else from one piece to the next
  ball_overlap,   ///< two balls
  table_overlap,  ///< a ball on the cloth and a part of the table
  air_overlap,    ///< a ball in the air and a part of the table
  phantom,        ///< an impact of what does not touch
  outside,        ///< on the cloth beyond the cushions
  misplaced,      ///< the same from the start, and yet no fault was found
  energy,         ///< rises
  event_limit,    ///< the run does not end
  mirror,         ///< the mirrored scene gives another run
  rotation,       ///< the scene turned by half a turn does
  order,          ///< the scene with its balls in another order does
  file,           ///< the scene is another one after writing and reading
  refused,        ///< by `simulate`, though it has no fault
  approach,       ///< bodies still approach after their impact
  momentum,       ///< of two balls, not kept
  friction,       ///< greater than its coefficient allows
  crash,
  hang
};

inline constexpr std::array<std::string_view, 21> kind_names = {
    "not-finite", "time-order", "jump",      "ball-overlap", "table-overlap", "air-overlap",
    "phantom",    "outside",    "misplaced", "energy",       "event-limit",   "mirror",
    "rotation",   "order",      "file",      "refused",      "approach",      "momentum",
    "friction",   "crash",      "hang"};

constexpr std::string_view name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<Kind> find_kind(std::string_view name);

/// A broken promise.
struct Failure {
  Kind kind{};
  std::string details;
};

/// At most one failure of each kind, the first found.
class Failures {
 public:
  bool has(Kind kind) const {
    for (const Failure& failure : list_) {
      if (failure.kind == kind) return true;
    }
    return false;
  }
  void add(Kind kind, std::string details) {
    if (!has(kind)) list_.push_back({kind, std::move(details)});
  }
  const std::vector<Failure>& list() const { return list_; }

 private:
  std::vector<Failure> list_{};
};

}  // namespace cuelab::fuzz
