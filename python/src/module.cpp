// The module cuelab._core: what the Python package calls. Arguments were checked there; every
// function here still refuses what would be unsafe.
#include "common.hpp"

namespace cuelab::python {

bool no_signal() {
  const py::gil_scoped_acquire lock;
  return PyErr_CheckSignals() == 0;
}

}  // namespace cuelab::python

PYBIND11_MODULE(_core, module) {
  using namespace cuelab::python;
  PYBIND11_NUMPY_DTYPE(EventRow, t, ball, other, type, kind);
  module.attr("version") = cuelab::version;
  module.attr("event_dtype") = py::dtype::of<EventRow>();
  bind_scene(module);
  bind_run(module);
  bind_batch(module);
  bind_score(module);
  bind_shape(module);
  bind_sweep(module);
  bind_bodies(module);
  bind_lists(module);
}
