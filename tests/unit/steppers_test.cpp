// Every stepper against closed forms: accuracy, dense output, step bound, restart, blow-up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "smooth/dormand_prince.hpp"
#include "smooth/runge_kutta4.hpp"
#include "smooth/sundials_stepper.hpp"

namespace cuelab::smooth {
namespace {

/// Any stepper.
struct Stepper {
  virtual ~Stepper() = default;
  virtual void restart(double t, const State& y, double h) = 0;
  virtual bool step(double h_max) = 0;
  virtual double begin() const = 0;
  virtual double end() const = 0;
  virtual const State& state() const = 0;
  virtual void interpolate(double t, State& y) = 0;
  virtual StepCounts counts() const = 0;
};

template <class S>
struct Held final : Stepper {
  explicit Held(S s) : stepper(std::move(s)) {}
  void restart(double t, const State& y, double h) override { stepper.restart(t, y, h); }
  bool step(double h_max) override { return stepper.step(h_max); }
  double begin() const override { return stepper.begin(); }
  double end() const override { return stepper.end(); }
  const State& state() const override { return stepper.state(); }
  void interpolate(double t, State& y) override { stepper.interpolate(t, y); }
  StepCounts counts() const override { return stepper.counts(); }
  S stepper;
};

template <class S>
std::unique_ptr<Stepper> hold(S stepper) {
  return std::make_unique<Held<S>>(std::move(stepper));
}

using Make = std::function<std::unique_ptr<Stepper>(Rhs, const Tolerances&, std::size_t)>;

struct Method {
  std::string name;
  Make make;
  double slack = 1e3;  // error after some seconds / tolerance per step, at most
  bool adaptive = true;
};
std::ostream& operator<<(std::ostream& out, const Method& method) { return out << method.name; }

/// rk4 with the step that reaches the accuracy of the tolerance.
std::unique_ptr<Stepper> make_rk4(Rhs rhs, const Tolerances& tolerances, std::size_t) {
  return hold(RungeKutta4(rhs, tolerances, 0.25 * std::sqrt(std::sqrt(tolerances.relative))));
}

#if defined(CUELAB_SUNDIALS)
Make sundials(Integrator which) {
  return [which](Rhs rhs, const Tolerances& tolerances, std::size_t size) {
    return hold(SundialsStepper(rhs, tolerances, which, size));
  };
}
#endif

std::vector<Method> methods() {
  std::vector<Method> list = {{"rk4", make_rk4, 1e3, false}};
  list.push_back({"dormand_prince", [](Rhs rhs, const Tolerances& tolerances, std::size_t size) {
                    return hold(DormandPrince(rhs, tolerances, size));
                  }});
#if defined(CUELAB_SUNDIALS)
  list.push_back({"adams", sundials(Integrator::adams), 5e3});
  list.push_back({"bdf", sundials(Integrator::bdf), 5e3});
  list.push_back({"erkstep", sundials(Integrator::erkstep)});
#endif
  return list;
}

class Steppers : public ::testing::TestWithParam<Method> {
 protected:
  /// The state has four components, each with the same tolerance.
  static std::unique_ptr<Stepper> make(Rhs rhs, double tolerance) {
    return GetParam().make(rhs, {tolerance, State(4, tolerance)}, 4);
  }
};

INSTANTIATE_TEST_SUITE_P(All, Steppers, ::testing::ValuesIn(methods()),
                         [](const auto& drawn) { return drawn.param.name; });

// --- problems ------------------------------------------------------------------------------------

/// Two oscillators, of angular frequency 1 and 3, from rest at 1.
void oscillate(void*, double, const double* y, double* dydt) {
  dydt[0] = y[1];
  dydt[1] = -y[0];
  dydt[2] = y[3];
  dydt[3] = -9.0 * y[2];
}

State oscillators_at(double t) {
  return {std::cos(t), -std::sin(t), std::cos(3.0 * t), -3.0 * std::sin(3.0 * t)};
}

/// Constant forces that the caller may change: x'' = force.
void push(void* force, double, const double* y, double* dydt) {
  const double a = *static_cast<const double*>(force);
  dydt[0] = y[1];
  dydt[1] = a;
  dydt[2] = y[3];
  dydt[3] = -a;
}

/// y' = 1 / (1 - t), no solution at t = 1.
void pole_in_time(void*, double t, const double*, double* dydt) {
  std::fill_n(dydt, 4, 1.0 / (1.0 - t));
}

/// y' = y^2: y = 1 / (1 - t).
void pole_in_state(void*, double, const double* y, double* dydt) {
  for (int i = 0; i < 4; ++i) dydt[i] = y[i] * y[i];
}

double distance(const State& a, const State& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

bool run_to(Stepper& stepper, double t) {
  while (t - stepper.end() > 1e-14) {
    if (!stepper.step(t - stepper.end())) return false;
  }
  return true;
}

double oscillator_error(Stepper& stepper, double t) {
  stepper.restart(0.0, oscillators_at(0.0), 1e-4);
  EXPECT_TRUE(run_to(stepper, t));
  return distance(stepper.state(), oscillators_at(t));
}

// --- tests ---------------------------------------------------------------------------------------

TEST(RungeKutta4, ErrorFallsWithTheFourthPowerOfTheStep) {
  double last = 0.0;
  for (const double h : {1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256}) {
    RungeKutta4 rk4({oscillate, nullptr}, {}, h);
    auto stepper = hold(std::move(rk4));
    const double error = oscillator_error(*stepper, 4.0);
    if (last > 0.0) {
      EXPECT_NEAR(std::log2(last / error), 4.0, 0.1) << "h = " << h;
    }
    last = error;
  }
}

TEST(RungeKutta4, InterpolationIsExactAtTheEndsAndOfOrderFourInside) {
  double last = 0.0;
  for (const double h : {0.02, 0.01}) {
    RungeKutta4 stepper({oscillate, nullptr}, {}, h);
    const State start = oscillators_at(0.7);
    stepper.restart(0.7, start, h);
    ASSERT_TRUE(stepper.step(1.0));
    State y;
    stepper.interpolate(stepper.begin(), y);
    EXPECT_EQ(y, start);
    stepper.interpolate(stepper.end(), y);
    EXPECT_EQ(y, stepper.state());
    stepper.interpolate(0.7 + 0.5 * h, y);
    const double error = distance(y, oscillators_at(0.7 + 0.5 * h));
    if (last > 0.0) {
      EXPECT_NEAR(std::log2(last / error), 4.0, 0.3);
    }
    last = error;
  }
}

TEST_P(Steppers, OscillatorsFollowTheClosedForm) {
  double last = 1.0;
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    const double error = oscillator_error(*make({oscillate, nullptr}, tolerance), 10.0);
    EXPECT_LT(error, GetParam().slack * tolerance);
    EXPECT_LT(error, 0.3 * last);
    last = error;
  }
}

TEST_P(Steppers, DenseOutputFollowsTheClosedForm) {
  constexpr double tolerance = 1e-8;
  auto stepper = make({oscillate, nullptr}, tolerance);
  stepper->restart(0.0, oscillators_at(0.0), 1e-4);
  State y;
  double worst = 0.0;
  double worst_at_begin = 0.0;
  State before = stepper->state();
  while (stepper->end() < 5.0) {
    ASSERT_TRUE(stepper->step(0.5));
    const double h = stepper->end() - stepper->begin();
    for (const double part : {0.1, 0.3, 0.5, 0.8, 1.0}) {
      const double t = part == 1.0 ? stepper->end() : stepper->begin() + part * h;
      stepper->interpolate(t, y);
      worst = std::max(worst, distance(y, oscillators_at(t)));
    }
    EXPECT_LT(distance(y, stepper->state()), 1e-14);
    stepper->interpolate(stepper->begin(), y);
    worst_at_begin = std::max(worst_at_begin, distance(y, before));
    before = stepper->state();
  }
  EXPECT_LT(worst, GetParam().slack * tolerance);
  EXPECT_LT(worst_at_begin, 10.0 * tolerance);
}

TEST_P(Steppers, NoStepIsLongerThanAllowed) {
  auto stepper = make({oscillate, nullptr}, 1e-4);
  stepper->restart(0.0, oscillators_at(0.0), 1e-2);
  for (int k = 0; k < 40; ++k) {
    const double h_max = k % 4 == 3 ? 1e-5 : 1e-2 / (1 + k % 3);
    const double from = stepper->end();
    ASSERT_TRUE(stepper->step(h_max));
    EXPECT_EQ(stepper->begin(), from);
    EXPECT_GT(stepper->end(), from);
    EXPECT_LE(stepper->end(), from + h_max);
  }
  EXPECT_LT(distance(stepper->state(), oscillators_at(stepper->end())), 1e-2);
}

TEST_P(Steppers, AConstantBoundIsReachedByEveryStep) {
  auto stepper = make({oscillate, nullptr}, 1e-4);
  stepper->restart(0.0, oscillators_at(0.0), 1e-4);
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(stepper->step(1e-3));
  for (int k = 0; k < 100; ++k) {
    ASSERT_TRUE(stepper->step(1e-3));
    EXPECT_NEAR(stepper->end() - stepper->begin(), 1e-3, 1e-12);
  }
}

TEST_P(Steppers, RestartDiscardsTheHistoryBeforeAJump) {
  double force = -1.0;
  auto stepper = make({push, &force}, 1e-10);
  stepper->restart(0.0, {0.0, 2.0, 0.0, -2.0}, 1e-3);
  ASSERT_TRUE(run_to(*stepper, 1.0));
  EXPECT_LT(distance(stepper->state(), {1.5, 1.0, -1.5, -1.0}), 1e-9);

  const StepCounts first = stepper->counts();
  force = 3.0;
  const State turned = {1.5, -1.0, -1.5, 1.0};
  stepper->restart(1.0, turned, 1e-3);
  EXPECT_EQ(stepper->state(), turned);
  EXPECT_EQ(stepper->end(), 1.0);
  EXPECT_EQ(stepper->counts().steps, first.steps);
  ASSERT_TRUE(stepper->step(0.1));
  State y;
  const double s = 0.5 * (stepper->end() - 1.0);
  stepper->interpolate(1.0 + s, y);
  EXPECT_LT(
      distance(y, {1.5 - s + 1.5 * s * s, -1.0 + 3.0 * s, -1.5 + s - 1.5 * s * s, 1.0 - 3.0 * s}),
      1e-9);
  ASSERT_TRUE(run_to(*stepper, 2.0));
  EXPECT_LT(distance(stepper->state(), {2.0, 2.0, -2.0, -2.0}), 5e-9);
  EXPECT_GT(stepper->counts().steps, first.steps);
  EXPECT_GT(stepper->counts().rhs, first.rhs);
}

/// Where a stepper fails before t = 2; it must neither print nor run forever.
double give_up_time(Stepper& stepper, double y0) {
  ::testing::internal::CaptureStderr();
  stepper.restart(0.0, State(4, y0), 1e-3);
  int steps = 0;
  while (steps < 20000 && stepper.end() < 2.0 && stepper.step(0.125) &&
         stepper.end() - stepper.begin() > 1e-14) {
    ++steps;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_LT(steps, 20000);
  return stepper.end();
}

TEST_P(Steppers, APoleEndsTheRun) {
  // the fixed step may jump over the first and needs a few steps to overflow after the second
  const bool adaptive = GetParam().adaptive;
  EXPECT_LT(give_up_time(*make({pole_in_time, nullptr}, 1e-6), 0.0), adaptive ? 1.0 + 1e-9 : 2.1);
  EXPECT_LT(give_up_time(*make({pole_in_state, nullptr}, 1e-6), 1.0), adaptive ? 1.0 + 1e-4 : 1.1);
}

TEST_P(Steppers, CountsArePlausible) {
  auto stepper = make({oscillate, nullptr}, 1e-6);
  stepper->restart(0.0, oscillators_at(0.0), 1e-4);
  std::uint64_t steps = 0;
  while (stepper->end() < 5.0) {
    ASSERT_TRUE(stepper->step(1.0));
    ++steps;
  }
  const StepCounts counts = stepper->counts();
  EXPECT_EQ(counts.steps, steps);
  EXPECT_GE(counts.rhs, counts.steps);
  EXPECT_LE(counts.rhs, 10 * (counts.steps + counts.rejected) + 10);
  EXPECT_LT(counts.rejected, counts.steps);
}

}  // namespace
}  // namespace cuelab::smooth
