#include "smooth/sundials_stepper.hpp"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuelab::smooth {

namespace {

/// Error handler that prints nothing; failures show in return values.
void ignore_message(int, const char*, const char*, char*, void*) {}

/// The right-hand side in SUNDIALS's form. A positive return value asks for a shorter step.
int evaluate(double t, N_Vector y, N_Vector dydt, void* rhs) {
  double* f = N_VGetArrayPointer(dydt);
  (*static_cast<const Rhs*>(rhs))(t, N_VGetArrayPointer(y), f);
  const auto finite = [](double v) { return std::isfinite(v); };
  return std::all_of(f, f + N_VGetLength(y), finite) ? 0 : 1;
}

StepCounts operator+(const StepCounts& a, const StepCounts& b) {
  return {a.steps + b.steps, a.rhs + b.rhs, a.rejected + b.rejected};
}

/// A step of the library shorter than this has underflowed: t + h equals t up to rounding.
double shortest_step(double t) {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::abs(t);
}

}  // namespace

/// The SUNDIALS objects. The vector y uses the memory of `state`; never moved.
struct SundialsStepper::Solver {
  Solver(Rhs f, const Tolerances& tolerances, Integrator integrator, std::size_t size);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  bool create_cvode(const Tolerances& tolerances, N_Vector absolute);
  bool create_erkstep(const Tolerances& tolerances, N_Vector absolute);
  bool restart_at(double t, double h);
  double planned_step() const;
  bool set_longest(double h_max);
  int advance(double t_out, double* t);
  StepCounts since_restart() const;

  bool is_erk() const { return which == Integrator::erkstep; }
  N_Vector wrap(double* data) {
    return N_VMake_Serial(static_cast<sunindextype>(state.size()), data, context);
  }

  Rhs rhs;
  Integrator which;
  State state;
  double begin = 0.0;
  double end = 0.0;
  double first = 0.0;    // step asked for by the restart, 0 if none
  StepCounts before;     // counts up to the restart
  bool ready = false;    // everything could be created
  bool started = false;  // a step was tried since the restart

  SUNContext context = nullptr;
  N_Vector y = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver nonlinear = nullptr;
  void* memory = nullptr;
};

SundialsStepper::Solver::Solver(Rhs f, const Tolerances& tolerances, Integrator integrator,
                                std::size_t size)
    : rhs(f), which(integrator), state(size, 0.0) {
  if (SUNContext_Create(nullptr, &context) != 0) return;
  State copy = tolerances.absolute;
  copy.resize(size, copy.empty() ? 0.0 : copy.back());
  y = wrap(state.data());
  N_Vector absolute = wrap(copy.data());
  if (y != nullptr && absolute != nullptr) {
    ready = is_erk() ? create_erkstep(tolerances, absolute) : create_cvode(tolerances, absolute);
  }
  N_VDestroy(absolute);
}

bool SundialsStepper::Solver::create_cvode(const Tolerances& tolerances, N_Vector absolute) {
  const bool adams = which == Integrator::adams;
  memory = CVodeCreate(adams ? CV_ADAMS : CV_BDF, context);
  if (memory == nullptr) return false;
  const bool good = CVodeSetErrHandlerFn(memory, ignore_message, nullptr) == CV_SUCCESS &&
                    CVodeInit(memory, evaluate, 0.0, y) == CV_SUCCESS &&
                    CVodeSetUserData(memory, &rhs) == CV_SUCCESS &&
                    CVodeSVtolerances(memory, tolerances.relative, absolute) == CV_SUCCESS &&
                    CVodeSetMaxHnilWarns(memory, -1) == CV_SUCCESS;
  if (adams) {
    nonlinear = SUNNonlinSol_FixedPoint(y, 0, context);
    return good && CVodeSetNonlinearSolver(memory, nonlinear) == CV_SUCCESS;
  }
  const auto n = static_cast<sunindextype>(state.size());
  matrix = SUNDenseMatrix(n, n, context);
  linear = SUNLinSol_Dense(y, matrix, context);
  return good && CVodeSetLinearSolver(memory, linear, matrix) == CV_SUCCESS;
}

bool SundialsStepper::Solver::create_erkstep(const Tolerances& tolerances, N_Vector absolute) {
  memory = ERKStepCreate(evaluate, 0.0, y, context);
  if (memory == nullptr) return false;
  return ERKStepSetErrHandlerFn(memory, ignore_message, nullptr) == ARK_SUCCESS &&
         ERKStepSetUserData(memory, &rhs) == ARK_SUCCESS &&
         ERKStepSetTableNum(memory, ARKODE_DORMAND_PRINCE_7_4_5) == ARK_SUCCESS &&
         ERKStepSetInterpolantType(memory, ARK_INTERP_HERMITE) == ARK_SUCCESS &&
         ERKStepSetInterpolantDegree(memory, 4) == ARK_SUCCESS &&
         ERKStepSVtolerances(memory, tolerances.relative, absolute) == ARK_SUCCESS &&
         ERKStepSetMaxHnilWarns(memory, -1) == ARK_SUCCESS;
}

SundialsStepper::Solver::~Solver() {
  if (memory != nullptr && is_erk()) ERKStepFree(&memory);
  if (memory != nullptr) CVodeFree(&memory);
  if (nonlinear != nullptr) SUNNonlinSolFree(nonlinear);
  if (linear != nullptr) SUNLinSolFree(linear);
  if (matrix != nullptr) SUNMatDestroy(matrix);
  if (y != nullptr) N_VDestroy(y);
  if (context != nullptr) SUNContext_Free(&context);
}

bool SundialsStepper::Solver::restart_at(double t, double h) {
  first = std::max(h, 0.0);
  if (is_erk()) {
    return ERKStepReInit(memory, evaluate, t, y) == ARK_SUCCESS &&
           ERKStepSetInitStep(memory, first) == ARK_SUCCESS;
  }
  return CVodeReInit(memory, t, y) == CV_SUCCESS && CVodeSetInitStep(memory, first) == CV_SUCCESS;
}

double SundialsStepper::Solver::planned_step() const {
  double h = first;
  if (started) is_erk() ? ERKStepGetCurrentStep(memory, &h) : CVodeGetCurrentStep(memory, &h);
  return h;
}

/// The library's maximum step applies to steps it has yet to plan. The next one is planned already:
/// if it is too long, a stop time cuts it. No stop time is set otherwise: it would cut the step
/// after.
bool SundialsStepper::Solver::set_longest(double h_max) {
  const double h = planned_step();
  const bool fits = h > 0.0 && end + h <= end + h_max;
  const double t_stop = fits ? std::numeric_limits<double>::max() : end + h_max;
  if (is_erk()) {
    return ERKStepSetMaxStep(memory, h_max) == ARK_SUCCESS &&
           ERKStepSetStopTime(memory, t_stop) == ARK_SUCCESS;
  }
  return CVodeSetMaxStep(memory, h_max) == CV_SUCCESS &&
         CVodeSetStopTime(memory, t_stop) == CV_SUCCESS;
}

/// One step; t_out gives the direction, and bounds the first step if the library chooses it.
int SundialsStepper::Solver::advance(double t_out, double* t) {
  started = true;
  return is_erk() ? ERKStepEvolve(memory, t_out, y, t, ARK_ONE_STEP)
                  : CVode(memory, t_out, y, t, CV_ONE_STEP);
}

StepCounts SundialsStepper::Solver::since_restart() const {
  long steps = 0;
  long evaluations = 0;
  long for_jacobian = 0;
  long error_fails = 0;
  long solver_fails = 0;
  if (!started) return {};  // some counters are cleared by the first step only
  if (is_erk()) {
    ERKStepGetNumSteps(memory, &steps);
    ERKStepGetNumRhsEvals(memory, &evaluations);
    ERKStepGetNumErrTestFails(memory, &error_fails);
  } else {
    CVodeGetNumSteps(memory, &steps);
    CVodeGetNumRhsEvals(memory, &evaluations);
    CVodeGetNumErrTestFails(memory, &error_fails);
    CVodeGetNumStepSolveFails(memory, &solver_fails);
    if (linear != nullptr) CVodeGetNumLinRhsEvals(memory, &for_jacobian);
  }
  const auto count = [](long n) { return static_cast<std::uint64_t>(n); };
  return {count(steps), count(evaluations + for_jacobian), count(error_fails + solver_fails)};
}

SundialsStepper::SundialsStepper(Rhs rhs, const Tolerances& tolerances, Integrator which,
                                 std::size_t size)
    : solver_(std::make_unique<Solver>(rhs, tolerances, which, size)) {}
void SundialsStepper::resize(const Tolerances& tolerances, std::size_t size) {
  solver_ = std::make_unique<Solver>(solver_->rhs, tolerances, solver_->which, size);
}
SundialsStepper::~SundialsStepper() = default;
SundialsStepper::SundialsStepper(SundialsStepper&&) noexcept = default;
SundialsStepper& SundialsStepper::operator=(SundialsStepper&&) noexcept = default;

void SundialsStepper::restart(double t, const State& y, double h) {
  Solver& s = *solver_;
  s.before = counts();
  s.started = false;
  std::copy_n(y.begin(), std::min(y.size(), s.state.size()), s.state.begin());
  s.begin = s.end = t;
  s.ready = s.ready && s.restart_at(t, h);
}

bool SundialsStepper::step(double h_max) {
  Solver& s = *solver_;
  if (!s.ready || !(s.end + h_max > s.end) || !s.set_longest(h_max)) return false;
  double t = s.end;
  if (s.advance(s.end + h_max, &t) < 0) return false;
  if (!(t > s.end) || t - s.end < std::min(0.5 * h_max, shortest_step(t))) return false;
  s.begin = s.end;
  s.end = t;
  return true;
}

double SundialsStepper::begin() const { return solver_->begin; }
double SundialsStepper::end() const { return solver_->end; }
const State& SundialsStepper::state() const { return solver_->state; }

void SundialsStepper::interpolate(double t, State& y) const {
  Solver& s = *solver_;
  y = s.state;
  if (!s.started || t >= s.end) return;
  N_Vector out = s.wrap(y.data());
  s.is_erk() ? ERKStepGetDky(s.memory, t, 0, out) : CVodeGetDky(s.memory, t, 0, out);
  N_VDestroy(out);
}

StepCounts SundialsStepper::counts() const { return solver_->before + solver_->since_restart(); }

}  // namespace cuelab::smooth
