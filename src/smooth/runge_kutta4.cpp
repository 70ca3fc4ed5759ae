#include "smooth/runge_kutta4.hpp"

#include <algorithm>

namespace cuelab::smooth {

namespace {

/// out = y + h k
void advance(const State& y, double h, const State& k, State& out) {
  for (std::size_t i = 0; i < y.size(); ++i) out[i] = y[i] + h * k[i];
}

}  // namespace

RungeKutta4::RungeKutta4(Rhs rhs, const Tolerances&, double h) : rhs_(rhs), h_(h) {}

void RungeKutta4::resize(const Tolerances&, std::size_t) { counts_ = {}; }

void RungeKutta4::evaluate(double t, const State& y, State& dydt) {
  rhs_(t, y.data(), dydt.data());
  ++counts_.rhs;
}

void RungeKutta4::restart(double t, const State& y, double) {
  t0_ = t1_ = t;
  y1_ = y;
  for (State* s : {&y0_, &f0_, &f1_, &k2_, &k3_, &k4_, &trial_}) s->resize(y.size());
  y0_ = y;
  evaluate(t, y1_, f1_);
  f0_ = f1_;
}

/// The stages after the first one, f1_, of a step that begins at t1_.
void RungeKutta4::evaluate_stages(double h) {
  advance(y1_, 0.5 * h, f1_, trial_);
  evaluate(t1_ + 0.5 * h, trial_, k2_);
  advance(y1_, 0.5 * h, k2_, trial_);
  evaluate(t1_ + 0.5 * h, trial_, k3_);
  advance(y1_, h, k3_, trial_);
  evaluate(t1_ + h, trial_, k4_);
}

bool RungeKutta4::step(double h_max) {
  const double h = std::min(h_, h_max);
  if (!(t1_ + h > t1_)) return false;
  evaluate_stages(h);
  for (std::size_t i = 0; i < y1_.size(); ++i) {
    trial_[i] = y1_[i] + h / 6.0 * (f1_[i] + 2.0 * (k2_[i] + k3_[i]) + k4_[i]);
  }
  if (!is_finite(trial_)) return false;
  t0_ = t1_;
  t1_ += h;
  y0_.swap(y1_);
  y1_.swap(trial_);
  f0_.swap(f1_);
  evaluate(t1_, y1_, f1_);
  ++counts_.steps;
  return true;
}

void RungeKutta4::interpolate(double t, State& y) const {
  y = y1_;
  const double h = t1_ - t0_;
  if (!(h > 0.0)) return;
  const double x = (t - t0_) / h;
  const double a0 = (1.0 + 2.0 * x) * (1.0 - x) * (1.0 - x);
  const double a1 = x * x * (3.0 - 2.0 * x);
  const double b0 = h * x * (1.0 - x) * (1.0 - x);
  const double b1 = h * x * x * (x - 1.0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = a0 * y0_[i] + b0 * f0_[i] + a1 * y1_[i] + b1 * f1_[i];
  }
}

}  // namespace cuelab::smooth
