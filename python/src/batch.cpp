// Batches: every run writes its results where NumPy will read them.
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <thread>

#include "common.hpp"
#include "scene/angles.hpp"
#include "scene/text.hpp"

namespace cuelab::python {
namespace {

constexpr std::array<const char*, 5> columns = {"speed", "heading", "side", "height", "elevation"};

[[noreturn]] void refuse(const std::string& where, double value, const std::string& allowed) {
  const std::string found = std::isfinite(value) ? number_text(value)
                            : std::isnan(value)  ? "nan"
                                                 : "infinite";
  throw refusal(where + ": is " + found + ", must be " + allowed);
}

std::string at(std::size_t index) { return std::to_string(index); }

/// The strokes of an array (N, 5): speed, heading [degree], side, height, elevation [degree].
std::vector<Shot> shots_of(const Numbers& strikes, std::size_t ball) {
  // what scene files allow; what exceeds the cue's miscue limit is a status, not an error
  constexpr std::array<Range, 5> ranges = {{{.min = 0.0, .max = 100.0},
                                            {.min = -36000.0, .max = 36000.0},
                                            {.min = -1.0, .max = 1.0},
                                            {.min = -1.0, .max = 1.0},
                                            {.min = 0.0, .max = 90.0}}};
  std::vector<Shot> shots(static_cast<std::size_t>(strikes.shape(0)));
  const double* row = strikes.data();
  for (std::size_t k = 0; k < shots.size(); ++k, row += 5) {
    for (std::size_t c = 0; c < 5; ++c) {
      if (ranges[c].contains(row[c])) continue;
      refuse("strikes[" + at(k) + ", " + at(c) + "] (" + columns[c] + ")", row[c],
             range_text(ranges[c]));
    }
    shots[k] = {.ball = ball,
                .speed = row[0],
                .heading = radians(row[1]),
                .side = row[2],
                .height = row[3],
                .elevation = radians(row[4])};
  }
  return shots;
}

/// The positions (N, balls, 3); finite.
std::vector<Vec3> positions_of(const Numbers& balls) {
  std::vector<Vec3> positions(static_cast<std::size_t>(balls.size()) / 3);
  const double* place = balls.data();
  for (std::size_t k = 0; k < positions.size(); ++k, place += 3) {
    for (std::size_t c = 0; c < 3; ++c) {
      if (std::isfinite(place[c])) continue;
      const auto count = static_cast<std::size_t>(balls.shape(1));
      refuse("balls[" + at(k / count) + ", " + at(k % count) + ", " + at(c) + "]", place[c],
             "finite");
    }
    positions[k] = {place[0], place[1], place[2]};
  }
  return positions;
}

std::vector<SceneNumber> numbers_of(const Scene& scene, const std::vector<std::string>& keys,
                                    const Numbers& values) {
  std::vector<SceneNumber> numbers;
  for (const std::string& key : keys) {
    if (key.starts_with("shot.")) {
      throw refusal("params: " + key + ": belongs to the stroke, use strikes");
    }
    numbers.push_back(number_of(scene, key));
  }
  const double* value = values.data();
  for (std::size_t k = 0; k < static_cast<std::size_t>(values.size()); ++k, ++value) {
    const SceneNumber& number = numbers[k % numbers.size()];
    if (number.range().contains(*value)) continue;
    const std::string allowed = range_text(number.range());
    refuse("params[\"" + number.key() + "\"][" + at(k / numbers.size()) + "]", *value,
           allowed.empty() ? "finite" : allowed);
  }
  return numbers;
}

/// Where one kind of result goes; null if it is not wanted.
template <class T>
T* target(const py::dict& outputs, const char* name, std::size_t size) {
  if (!outputs.contains(name)) return nullptr;
  const auto array = outputs[name].cast<py::array>();
  const bool fits = py::isinstance<py::array_t<T, py::array::c_style>>(array) &&
                    static_cast<std::size_t>(array.size()) == size && array.writeable();
  if (!fits) {
    throw refusal("out[\"" + std::string(name) +
                  "\"]: must be a writeable, C-contiguous array of the right shape and type");
  }
  return static_cast<T*>(py::array(array).mutable_data());
}

/// Pocket codes below zero.
constexpr std::int8_t in_play = -1, off_table = -2, not_played = -3;

/// Writes the results of runs into arrays of NumPy; called from several threads at once.
class Writer {
 public:
  Writer(const Scene& scene, const BatchOptions& options, std::size_t runs, const py::dict& outputs,
         bool events)
      : options_(options), balls_(scene.balls.size()), caller_(std::this_thread::get_id()) {
    final_ = target<double>(outputs, "final", runs * balls_ * 3);
    velocity_ = target<double>(outputs, "velocity", runs * balls_ * 3);
    spin_ = target<double>(outputs, "spin", runs * balls_ * 3);
    pocket_ = target<std::int8_t>(outputs, "pocket", runs * balls_);
    status_ = target<std::uint8_t>(outputs, "status", runs);
    t_end_ = target<double>(outputs, "t_end", runs);
    strikes_ = target<double>(outputs, "strikes", runs * 5);
    positions_ = target<double>(outputs, "positions", runs * balls_ * 3 * options.at.size());
    jacobian_ = target<double>(outputs, "jacobian", runs * balls_ * 15);
    margin_ = target<double>(outputs, "margin", runs * 5);
    if (events) events_.resize(runs);
    if (jacobian_ == nullptr && margin_ == nullptr) return;
    Scene with_shot = scene;
    with_shot.shot = Shot{};
    for (const std::string& key : options.derivatives) {
      numbers_.push_back(value_or_raise(SceneNumber::find(with_shot, key)));
    }
  }

  void take(const ShotRun& run) {
    const std::size_t k = run.index;
    if (status_ != nullptr) status_[k] = static_cast<std::uint8_t>(run.status);
    if (t_end_ != nullptr) t_end_[k] = run.trajectory.t_end;
    if (strikes_ != nullptr) take_strike(k, run.scene.shot.value_or(Shot{}));
    take_states(k, run);
    if (pocket_ != nullptr) take_pockets(k, run);
    if (positions_ != nullptr) take_samples(k, run);
    if (jacobian_ != nullptr || margin_ != nullptr) take_derivatives(k, run);
    if (!events_.empty()) {
      events_[k].reserve(run.trajectory.events.size());
      for (const Event& event : run.trajectory.events) events_[k].push_back(row_of(event));
    }
    check_signals();
  }

  const std::atomic<bool>& cancel() const { return cancel_; }

  /// All events in a row, and where those of each run begin.
  py::tuple joined_events() const {
    py::array_t<std::int64_t> offsets(static_cast<py::ssize_t>(events_.size() + 1));
    std::int64_t* offset = offsets.mutable_data();
    *offset = 0;
    for (const auto& list : events_) {
      offset[1] = offset[0] + static_cast<std::int64_t>(list.size());
      ++offset;
    }
    py::array_t<EventRow> all(static_cast<py::ssize_t>(*offset));
    EventRow* place = all.mutable_data();
    for (const auto& list : events_) place = std::copy(list.begin(), list.end(), place);
    return py::make_tuple(offsets, all);
  }

 private:
  static void put(const Vec3& v, double* place) { place[0] = v.x, place[1] = v.y, place[2] = v.z; }

  void take_strike(std::size_t k, const Shot& shot) const {
    double* place = strikes_ + k * 5;
    place[0] = shot.speed, place[1] = degrees(shot.heading), place[2] = shot.side;
    place[3] = shot.height, place[4] = degrees(shot.elevation);
  }

  void take_states(std::size_t k, const ShotRun& run) const {
    for (std::size_t i = 0; i < balls_; ++i) {
      const std::size_t place = (k * balls_ + i) * 3;
      const BallState state =
          i < run.trajectory.final.size() ? run.trajectory.final[i] : BallState{};
      if (final_ != nullptr) put(state.r, final_ + place);
      if (velocity_ != nullptr) put(state.v, velocity_ + place);
      if (spin_ != nullptr) put(state.w, spin_ + place);
    }
  }

  void take_pockets(std::size_t k, const ShotRun& run) const {
    std::int8_t* const pockets = pocket_ + k * balls_;
    const auto& states = run.trajectory.final;
    for (std::size_t i = 0; i < balls_; ++i) {
      const bool is_out = i < states.size() && states[i].motion == Motion::off_table;
      const bool was_out = run.scene.balls[i].start.motion == Motion::pocketed;
      pockets[i] = was_out ? not_played : is_out ? off_table : in_play;
    }
    for (const Event& event : run.trajectory.events) {
      if (event.type == EventType::ball_pocket) {
        pockets[event.ball] = static_cast<std::int8_t>(event.other.index);
      }
    }
  }

  void take_samples(std::size_t k, const ShotRun& run) const {
    const std::size_t size = options_.at.size() * balls_ * 3;
    double* place = positions_ + k * size;
    if (run.status != ShotStatus::done) {
      std::fill_n(place, size, 0.0);
      return;
    }
    for (const Snapshot& snapshot : samples_at(run.trajectory, options_.at)) {
      for (const Sample& body : snapshot.bodies) {
        put(body.state.r, place);
        place += 3;
      }
    }
  }

  void take_derivatives(std::size_t k, const ShotRun& run) const {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (jacobian_ != nullptr) std::fill_n(jacobian_ + k * balls_ * 15, balls_ * 15, nan);
    if (margin_ != nullptr) std::fill_n(margin_ + k * 5, 5, 0.0);
    if (run.status != ShotStatus::done) return;
    const auto found = differentiate(run.scene, run.trajectory, numbers_);
    if (!found) return;
    for (std::size_t i = 0; i < balls_ && jacobian_ != nullptr; ++i) {
      for (std::size_t c = 0; c < 5; ++c) {
        if (!found->is_defined(i, c)) continue;
        const Vec3& d = found->final[i * 5 + c].r;
        double* const place = jacobian_ + (k * balls_ + i) * 15 + c;
        place[0] = d.x, place[5] = d.y, place[10] = d.z;
      }
    }
    if (margin_ == nullptr) return;
    std::ranges::transform(margins(run.scene, run.trajectory, *found), margin_ + k * 5,
                           &Margin::distance);
  }

  /// Ctrl-C ends the batch; only the thread that called may ask.
  void check_signals() {
    if (std::this_thread::get_id() != caller_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_check_ < std::chrono::milliseconds(50)) return;
    last_check_ = now;
    if (!cancel_ && !no_signal()) cancel_ = true;
  }

  const BatchOptions& options_;
  std::size_t balls_;
  std::thread::id caller_;
  std::chrono::steady_clock::time_point last_check_ = std::chrono::steady_clock::now();
  std::atomic<bool> cancel_ = false;
  std::vector<SceneNumber> numbers_{};
  std::vector<std::vector<EventRow>> events_{};
  double *final_ = nullptr, *velocity_ = nullptr, *spin_ = nullptr, *t_end_ = nullptr;
  double *strikes_ = nullptr, *positions_ = nullptr, *jacobian_ = nullptr, *margin_ = nullptr;
  std::int8_t* pocket_ = nullptr;
  std::uint8_t* status_ = nullptr;
};

/// What a batch computes, without the arrays. The Python layer fills it.
struct Settings {
  std::size_t ball = 0;
  std::array<double, 5> noise{};  ///< speed, heading [degree], side, height [m], elevation [degree]
  std::size_t samples = 1;
  std::uint64_t seed = 0;
  bool common_random_numbers = false;
  StopConditions stop{};
  unsigned threads = 0;
  bool events = false;
};

py::object rollout(const Scene& scene, const Settings& settings, const Numbers& strikes,
                   const Numbers& balls, const std::vector<std::string>& keys,
                   const Numbers& values, const Numbers& times, const py::dict& outputs) {
  const auto count = static_cast<std::size_t>(strikes.size()) / 5;
  const bool fits = strikes.ndim() == 2 && strikes.shape(1) == 5 &&
                    (balls.size() == 0 || (balls.ndim() == 3 && balls.shape(2) == 3)) &&
                    static_cast<std::size_t>(values.size()) == count * keys.size();
  if (!fits) throw refusal("strikes, balls or params: wrong shape");
  const auto shots = shots_of(strikes, settings.ball);
  const auto positions = positions_of(balls);
  BatchOptions options;
  options.at.assign(times.data(), times.data() + times.size());
  options.noise = {.side = settings.noise[2],
                   .height = settings.noise[3],
                   .elevation = radians(settings.noise[4]),
                   .heading = radians(settings.noise[1]),
                   .speed = settings.noise[0]};
  options.samples = settings.samples;
  options.seed = settings.seed;
  options.common_random_numbers = settings.common_random_numbers;
  options.stop = settings.stop;
  options.threads = settings.threads;
  options.vary.positions = positions;
  options.vary.numbers = numbers_of(scene, keys, values);
  options.vary.values = {values.data(), static_cast<std::size_t>(values.size())};
  if (outputs.contains("jacobian") || outputs.contains("margin")) {
    if (scene.run.engine != Engine::event) {
      throw refusal("keep: jacobian and margin need the event engine");
    }
    for (const char* column : columns) options.derivatives.push_back("shot." + std::string(column));
  }
  Writer writer(scene, options, count * settings.samples, outputs, settings.events);
  options.cancel = &writer.cancel();
  std::optional<Error> fault;
  {
    const py::gil_scoped_release unlocked;
    fault = visit_strikes(scene, shots, options, [&](const ShotRun& run) { writer.take(run); });
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (fault) throw refusal(fault->message());
  if (!settings.events) return py::none();
  return writer.joined_events();
}

}  // namespace

void bind_batch(py::module_& module) {
  py::class_<Settings>(module, "BatchSettings")
      .def(py::init<>())
      .def_readwrite("ball", &Settings::ball)
      .def_readwrite("noise", &Settings::noise)
      .def_readwrite("samples", &Settings::samples)
      .def_readwrite("seed", &Settings::seed)
      .def_readwrite("common_random_numbers", &Settings::common_random_numbers)
      .def_readwrite("threads", &Settings::threads)
      .def_readwrite("events", &Settings::events)
      .def(
          "stop_when",
          [](Settings& s, bool first_hit, bool first_pocketed, std::optional<std::uint32_t> at_rest,
             std::optional<std::size_t> event_count) {
            s.stop = {first_hit, first_pocketed, at_rest, event_count};
          },
          py::arg("first_hit"), py::arg("first_pocketed"), py::arg("at_rest"),
          py::arg("event_count"));
  module.def("rollout", &rollout, py::arg("scene"), py::arg("settings"), py::arg("strikes"),
             py::arg("balls"), py::arg("keys"), py::arg("values"), py::arg("times"),
             py::arg("outputs"));
}

}  // namespace cuelab::python
