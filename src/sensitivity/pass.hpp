#pragma once

#include <span>
#include <vector>

#include "sensitivity/bent_track.hpp"
#include "sensitivity/motion.hpp"
#include "sensitivity/nose.hpp"

namespace cuelab::sensitivity {

/// One pass over the events and pieces of a run, for up to N columns: between events the closed
/// forms of the motions, at events the derivative of the instant, of the contact normal and of the
/// law. Every state after an event is compared with the record, so a result that does not follow
/// from the scene's laws (a calmed impact, say) is found and marked.
template <std::size_t N>
class Pass {
 public:
  using S = Dual<N>;
  using State = DualState<S>;

  /// `variations`: one per column of this pass, null where laws are constant.
  Pass(const Scene& scene, const Trajectory& trajectory, std::span<Variation* const> variations);

  /// Columns `first` to `first + N` (or fewer) of `out`, whose arrays have their sizes already.
  /// `start`: derivatives of the states after the stroke, ball * columns + column.
  void run(std::span<const StateTangent> start, std::size_t first, Derivatives& out);

 private:
  void begin(std::span<const StateTangent> start);
  void replay();
  void handle(std::uint32_t index);
  void handle_silent(std::uint32_t piece);
  void collide(const Event& event);
  void hit_nose(const Event& event);
  void fall(const Event& event);
  void end_motion(const Event& event);
  void land(const Event& event, State before, const S& t);

  const BallSpec& spec(std::uint32_t ball) const { return scene_.balls[ball].spec; }
  std::optional<S> time_of(double t, const S& gap, double rate, const S& since, Undefined& why);
  void arrive(std::uint32_t ball, double t);
  void go_on(std::uint32_t piece, State s, const S& t);
  void go_on_bent(std::uint32_t piece, const State& s, const S& t, const Flow& flow);
  void lose(std::uint32_t piece, Undefined reason);
  void store(std::uint32_t piece);
  void note_time(const S& t);

  const Scene& scene_;
  const Trajectory& trajectory_;
  std::span<Variation* const> variations_;
  const PatchCloth* patch_;  ///< null on other cloths
  std::vector<Track<N>> tracks_;
  std::uint32_t event_ = 0;  ///< being handled
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  Derivatives* out_ = nullptr;
};

extern template class Pass<4>;
extern template class Pass<8>;

}  // namespace cuelab::sensitivity
