#pragma once

#include <limits>

#include "laws/along_impulse/panel.hpp"
#include "laws/along_impulse/quick.hpp"

namespace cuelab::along_impulse {

/// Error of a panel in approach speeds, by its estimate.
inline constexpr double panel_error = 1e-8;
/// Friction gives way within this of its limit: the error is of the order of its square.
inline constexpr double given_way = 1e-5;
inline constexpr double never = std::numeric_limits<double>::infinity();

/// What changes along the impulse: the two slips, P and the work done at the contact.
struct State {
  Vec2 u;
  Vec2 c;
  double P = 0.0;
  double work = 0.0;
};

/// Rates by P, at one point or at the nodes of a panel.
template <class S>
struct Rates {
  Plane<S> u{};
  Plane<S> c{};
  S v_n{};
};

/// How the slip at the contact is treated.
enum class Nose : std::uint8_t { slips, sticks };

/// Where a panel ends, as in panel.hpp.
enum class End : std::uint8_t { length, speed, work, slip };

struct Plan {
  End end = End::length;
  double length = 0.0;
  double grade = 0.0;
  double work = 0.0;  ///< left to be done, for End::work
};

struct Solution {
  State end;
  double h = 0.0;
  double error = never;
};

/// An impact that quick_impulses() follows, in progress.
class Quick {
 public:
  explicit Quick(const Impact<1>& at) : at_(at), r_(at.ball_terms[0]) {}

  std::optional<Impulses<1>> follow();

 private:
  bool usual() const;
  bool begin();
  bool advance();
  bool close_nose(double way);
  bool halt_nose();
  void release_nose();
  double margin(Vec2 c) const;
  double turn_nose(LaneVec& u_hat, const LaneVec& u, const LaneVec& c_hat, Lanes pace) const;
  Solution solve(const Plan& plan) const;
  bool accept(const Solution& panel, const Plan& plan);
  void arrive(const State& end);
  double v_n(const State& s) const;
  Impulses<1> impulses() const;

  template <class S>
  Plane<S> nose_friction(const Plane<S>& u, const Plane<S>& c) const;
  template <class S>
  Rates<S> rates(const Plane<S>& u, const Plane<S>& c) const;

  const Impact<1>& at_;
  const BallTerms& r_;
  State s_;
  Vec2 u_hat_;  ///< direction of the slip at the contact
  Vec2 c_hat_;  ///< and at the slate
  Rates<double> f_;
  Nose nose_ = Nose::slips;
  bool compressing_ = true;
  bool over_ = false;
  double work_left_ = 0.0;   ///< of restitution
  double give_way_ = never;  ///< impulse until friction at the contact gives way
  double h_ = 1.5;           ///< longest panel as far as errors go
  double grade_ = 0.35;      ///< greatest grade
};

// --- the equations of impact.hpp, the ball on the slate, slipping there --------------------------

/// Friction at the contact for these directions of the slips.
template <class S>
[[gnu::always_inline]] inline Plane<S> Quick::nose_friction(const Plane<S>& u,
                                                            const Plane<S>& c) const {
  if (nose_ == Nose::slips) return -at_.friction.a * u;
  const S a_12 = (r_.across_1 * at_.cos * at_.cloth) * c.x;
  const S a_22 = (r_.own - at_.cos * at_.cos) + (r_.across_2 * at_.cos * at_.cloth) * c.y;
  const S t_2 = (r_.across_2 * r_.sin * at_.cloth * c.y - at_.cos * r_.sin) / a_22;
  return {((r_.across_1 * r_.sin * at_.cloth) * c.x - a_12 * t_2) / r_.own, t_2};
}

template <class S>
[[gnu::always_inline]] inline Rates<S> Quick::rates(const Plane<S>& u, const Plane<S>& c) const {
  const Plane<S> t = nose_friction<S>(u, c);
  const S N = r_.sin - at_.cos * t.y;
  const Plane<S> g = (-at_.cloth * N) * c;
  Rates<S> f;
  if (nose_ == Nose::slips) {
    f.u = {r_.own * t.x + r_.across_1 * g.x, r_.own * t.y + r_.across_2 * g.y + at_.cos * N};
  }
  f.c = {r_.own * g.x + r_.across_1 * t.x, r_.own * g.y + r_.across_2 * t.y + at_.cos};
  f.v_n = 1.0 + at_.cos * g.y - r_.sin * N;
  return f;
}

}  // namespace cuelab::along_impulse
