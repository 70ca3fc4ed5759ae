#include "smooth/dormand_prince.hpp"

#include <algorithm>
#include <boost/numeric/odeint/algebra/default_operations.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <utility>

#include "math/lanes.hpp"

namespace cuelab::smooth {

/// Applies Odeint's operations to four numbers at once.
struct LaneAlgebra {
  template <class Out, class Op, class... In>
  static void apply(Out& out, Op op, const In&... in) {
    for (std::size_t i = 0; i < out.size(); i += lane_count) {
      Lanes result;
      op(result, load(in.data() + i)...);
      std::memcpy(out.data() + i, &result, sizeof result);
    }
  }
  template <class S1, class S2, class S3, class Op>
  static void for_each3(S1& s1, S2& s2, S3& s3, Op op) {
    apply(s1, op, s2, s3);
  }
  template <class S1, class S2, class S3, class S4, class Op>
  static void for_each4(S1& s1, S2& s2, S3& s3, S4& s4, Op op) {
    apply(s1, op, s2, s3, s4);
  }
  template <class S1, class S2, class S3, class S4, class S5, class Op>
  static void for_each5(S1& s1, S2& s2, S3& s3, S4& s4, S5& s5, Op op) {
    apply(s1, op, s2, s3, s4, s5);
  }
  template <class S1, class S2, class S3, class S4, class S5, class S6, class Op>
  static void for_each6(S1& s1, S2& s2, S3& s3, S4& s4, S5& s5, S6& s6, Op op) {
    apply(s1, op, s2, s3, s4, s5, s6);
  }
  template <class S1, class S2, class S3, class S4, class S5, class S6, class S7, class Op>
  static void for_each7(S1& s1, S2& s2, S3& s3, S4& s4, S5& s5, S6& s6, S7& s7, Op op) {
    apply(s1, op, s2, s3, s4, s5, s6, s7);
  }
  template <class S1, class S2, class S3, class S4, class S5, class S6, class S7, class S8,
            class Op>
  static void for_each8(S1& s1, S2& s2, S3& s3, S4& s4, S5& s5, S6& s6, S7& s7, S8& s8, Op op) {
    apply(s1, op, s2, s3, s4, s5, s6, s7, s8);
  }
};

using Method =
    boost::numeric::odeint::runge_kutta_dopri5<State, double, State, double, LaneAlgebra>;

namespace {

/// x^(1/5) for x > 0: accurate enough for a step size, and the same bits everywhere.
double fifth_root(double x) {
  double r = std::sqrt(std::sqrt(x));
  for (int i = 0; i < 3; ++i) {
    const double r2 = r * r;
    r = 0.2 * (4.0 * r + x / (r2 * r2));
  }
  return r;
}

/// Ratio of the next step to this one, from this one's error in units of the tolerance.
double step_factor(double error) {
  constexpr double safety = 0.9;
  constexpr double least = 0.2;
  constexpr double most = 5.0;
  constexpr double small = 1e-4;  // below it the factor is `most` in any case
  constexpr double large = 1e4;   // above it `least`
  return std::clamp(safety / fifth_root(std::clamp(error, small, large)), least, most);
}

}  // namespace

struct DormandPrince::Impl {
  Rhs rhs;
  Tolerances tolerances;
  Method method;
  double t_old = 0.0, t_new = 0.0;
  double h_next = 0.0;
  State y_old, y_new, k_old, k_new, error;
  StepCounts counts;

  /// Largest error of the trial step, in units of its tolerance; infinite if any component is not
  /// finite.
  double error_of_step() const {
    const Lanes relative = splat(tolerances.relative);
    Lanes greatest = splat(0.0);
    Lanes poison = splat(0.0);
    for (std::size_t i = 0; i < error.size(); i += lane_count) {
      const Lanes size = max(abs(load(&y_old[i])), abs(load(&y_new[i])));
      const Lanes ratio = abs(load(&error[i])) / (load(&tolerances.absolute[i]) + relative * size);
      greatest = max(ratio, greatest);
      poison += 0.0 * ratio;  // not a number unless ratio is finite
    }
    const double most =
        std::max(std::max(greatest[0], greatest[1]), std::max(greatest[2], greatest[3]));
    const bool finite = poison[0] + poison[1] + poison[2] + poison[3] == 0.0;
    return finite ? most : HUGE_VAL;
  }

  void try_step(double h) {
    const auto system = [this](const State& y, State& k, double t) { rhs(t, y.data(), k.data()); };
    method.do_step(system, y_old, k_old, t_old, y_new, k_new, h, error);
    counts.rhs += 6;
  }
};

DormandPrince::DormandPrince(Rhs rhs, const Tolerances& tolerances, std::size_t size)
    : impl_(std::make_unique<Impl>()) {
  impl_->rhs = rhs;
  resize(tolerances, size);
}

void DormandPrince::resize(const Tolerances& tolerances, std::size_t size) {
  impl_->tolerances = tolerances;
  impl_->counts = {};
  for (State* s : {&impl_->y_old, &impl_->y_new, &impl_->k_old, &impl_->k_new, &impl_->error}) {
    s->assign(size, 0.0);
  }
  impl_->method.adjust_size(impl_->y_old);
}

DormandPrince::~DormandPrince() = default;
DormandPrince::DormandPrince(DormandPrince&&) noexcept = default;
DormandPrince& DormandPrince::operator=(DormandPrince&&) noexcept = default;

void DormandPrince::restart(double t, const State& y, double h) {
  impl_->t_old = impl_->t_new = t;
  impl_->y_new = y;
  impl_->rhs(t, impl_->y_new.data(), impl_->k_new.data());
  ++impl_->counts.rhs;
  if (h > 0.0) impl_->h_next = h;
}

bool DormandPrince::step(double h_max) {
  Impl& s = *impl_;
  std::swap(s.y_old, s.y_new);
  std::swap(s.k_old, s.k_new);
  s.t_old = s.t_new;
  double h = std::min(s.h_next, h_max);
  const bool cut = h < s.h_next;
  double most_growth = HUGE_VAL;
  for (;;) {
    const double t = s.t_old + h;
    if (!(t > s.t_old)) return false;
    s.try_step(h);
    const double error = s.error_of_step();
    const double factor = std::min(step_factor(error), most_growth);
    if (error <= 1.0) {
      s.t_new = t;
      s.h_next = cut ? std::max(s.h_next, factor * h) : factor * h;
      ++s.counts.steps;
      return true;
    }
    ++s.counts.rejected;
    most_growth = 1.0;  // a step that had to be repeated is not followed by a longer one
    h *= std::min(factor, 0.9);
    s.h_next = h;
  }
}

double DormandPrince::begin() const { return impl_->t_old; }
double DormandPrince::end() const { return impl_->t_new; }
const State& DormandPrince::state() const { return impl_->y_new; }

void DormandPrince::interpolate(double t, State& y) const {
  const Impl& s = *impl_;
  s.method.calc_state(t, y, s.y_old, s.k_old, s.t_old, s.y_new, s.k_new, s.t_new);
}

StepCounts DormandPrince::counts() const { return impl_->counts; }

}  // namespace cuelab::smooth
