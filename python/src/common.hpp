#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "cuelab/cuelab.hpp"

namespace cuelab::python {

namespace py = pybind11;

/// C-contiguous numbers; anything else was refused or converted by the Python layer.
using Numbers = py::array_t<double, py::array::c_style>;

/// A ValueError. Python would cut its text at a null character.
inline py::value_error refusal(std::string text) {
  std::ranges::replace(text, '\0', '?');
  return py::value_error(text);
}

/// The value, or a ValueError with the library's message.
template <class T>
T value_or_raise(Result<T> result) {
  if (!result) throw refusal(result.error().message());
  return *std::move(result);
}

/// One event as a row of a structured array.
struct EventRow {
  double t = 0.0;           ///< [s]
  std::int32_t ball = 0;    ///< index of the (first) ball
  std::int32_t other = -1;  ///< index among the parts of that kind, -1: nothing
  std::uint8_t type = 0;    ///< EventType
  std::uint8_t kind = 0;    ///< AgentKind
};

inline EventRow row_of(const Event& event) {
  const bool alone = event.other.kind == AgentKind::nothing;
  return {.t = event.t,
          .ball = static_cast<std::int32_t>(event.ball),
          .other = alone ? -1 : static_cast<std::int32_t>(event.other.index),
          .type = static_cast<std::uint8_t>(event.type),
          .kind = static_cast<std::uint8_t>(event.other.kind)};
}

/// A run and what is needed to read it.
struct Run {
  Scene scene;
  Trajectory trajectory;
  std::vector<Snapshot> samples;
  std::vector<Quat> start{};  ///< orientation of each body at t = 0, to which samples are relative
};

/// A number of a scene by its key; an unknown key is answered with the nearest known one.
SceneNumber number_of(const Scene& scene, const std::string& key);

/// Lets waiting signals such as Ctrl-C raise their exception; called now and then during long work
/// without the lock of the interpreter. Returns false if one was raised.
bool no_signal();

/// "nine-ball", "open" and so on, as in `Rules`.
Rules rules_of(const std::string& game, bool is_break, const std::string& target,
               const std::string& nominated);

void bind_scene(py::module_& module);
void bind_run(py::module_& module);
void bind_batch(py::module_& module);
void bind_score(py::module_& module);
void bind_shape(py::module_& module);
void bind_sweep(py::module_& module);
void bind_bodies(py::module_& module);
void bind_lists(py::module_& module);

}  // namespace cuelab::python
