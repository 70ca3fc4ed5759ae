// Studies: played chunk by chunk into a journal, then joined as arrays and as an HDF5 file.
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>

#include "common.hpp"
#include "cuelab/study.hpp"
#include "hdf5/module.hpp"
#include "scene/text.hpp"
#include "study/chunk_runner.hpp"
#include "study/journal.hpp"
#include "study/sweep_file.hpp"
#include "study/sweep_picture.hpp"

namespace cuelab::python {
namespace {

/// One estimate as a row of a structured array; NaN if it is not defined.
struct EstimateRow {
  double estimate, low, high;
  std::int64_t count;
};

EstimateRow row_of(const Estimate& e) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool defined = e.count > 0;
  return {.estimate = defined ? e.value : nan,
          .low = defined ? e.low : nan,
          .high = defined ? e.high : nan,
          .count = static_cast<std::int64_t>(e.count)};
}

template <class Row>
py::array_t<Row> array_of(const std::vector<Row>& rows) {
  return py::array_t<Row>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

/// Counts the shots, asks for signals and tells the caller how far the work is. `add` is called
/// from several threads; only the one that called may enter the interpreter.
class Watch {
 public:
  struct Stopped {};  ///< thrown to leave the work; the Python exception is set

  Watch(py::object tell, std::uint64_t all) : tell_(std::move(tell)), all_(all) {}

  void skip(std::uint64_t shots) { done_ += shots; }

  void add(std::uint64_t shots) {
    done_ += shots;
    if (std::this_thread::get_id() == caller_) ask(std::chrono::milliseconds(100));
    if (stopped_) throw Stopped{};
  }

  /// The caller hears that all is done.
  void finish() {
    ask(std::chrono::milliseconds(0));
    if (stopped_) throw Stopped{};
  }

 private:
  void ask(std::chrono::milliseconds pause) {
    const auto now = std::chrono::steady_clock::now();
    if (stopped_ || now - last_ < pause) return;
    last_ = now;
    const py::gil_scoped_acquire lock;
    stopped_ = PyErr_CheckSignals() != 0 || !told();
  }

  bool told() const {
    if (tell_.is_none()) return true;
    try {
      tell_(done_.load(), all_);
      return true;
    } catch (py::error_already_set& error) {
      error.restore();
      return false;
    }
  }

  py::object tell_;
  std::uint64_t all_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_{};
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// The part that writes HDF5 files, which alone needs that library.
Result<const hdf5::Module*> load_hdf5(const std::string& path) {
  void* const file = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = file != nullptr ? dlsym(file, "cuelab_hdf5_module") : nullptr;
  if (function == nullptr) return Error{path, "", std::string("cannot be loaded: ") + dlerror()};
  return reinterpret_cast<decltype(&cuelab_hdf5_module)>(function)();
}

/// The points of a study as they are joined.
struct PointColumns {
  std::vector<std::vector<double>> numbers;     ///< per axis
  std::vector<std::vector<std::string>> names;  ///< per axis
  std::vector<std::vector<EstimateRow>> metrics;
  std::vector<std::int64_t> runs, done, miscues;
  std::vector<double> strokes;  ///< (shots, 5)
  std::vector<std::uint8_t> statuses;
  std::vector<std::vector<double>> shot_metrics;

  explicit PointColumns(const Study& study)
      : numbers(study.axes.size()),
        names(study.axes.size()),
        metrics(study.metrics.size()),
        shot_metrics(study.metrics.size()) {}

  void take(const Study& study, std::span<const study::PointTally> points,
            std::span<const study::ShotRow> shots) {
    for (const study::PointTally& point : points) take_point(study, point);
    for (const study::ShotRow& shot : shots) take_shot(shot);
  }

 private:
  void take_point(const Study& study, const study::PointTally& point) {
    const auto values = point_values(study, point.point);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto* number = std::get_if<double>(&values[i]);
      if (!study.axes[i].has_names()) {
        numbers[i].push_back(*number);
      } else if (number != nullptr) {
        names[i].push_back(number_text(*number));
      } else {
        names[i].push_back(std::get<std::string>(values[i]));
      }
    }
    for (std::size_t k = 0; k < metrics.size(); ++k) {
      const bool chance = is_chance(study.metrics[k].kind);
      metrics[k].push_back(row_of(study::estimate_of(point.metrics[k], chance)));
    }
    const auto count = [&](ShotStatus status) {
      return static_cast<std::int64_t>(point.runs[static_cast<std::size_t>(status)]);
    };
    runs.push_back(static_cast<std::int64_t>(point.total()));
    done.push_back(count(ShotStatus::done));
    miscues.push_back(count(ShotStatus::miscue));
  }

  void take_shot(const study::ShotRow& shot) {
    strokes.insert(strokes.end(), shot.stroke.begin(), shot.stroke.end());
    statuses.push_back(shot.status);
    for (std::size_t k = 0; k < shot_metrics.size(); ++k) {
      const bool defined = (shot.metrics.defined >> k & 1U) != 0;
      shot_metrics[k].push_back(defined ? shot.metrics.value[k]
                                        : std::numeric_limits<double>::quiet_NaN());
    }
  }
};

/// A study that was played.
struct Sweep {
  Study study;
  study::Summary summary;
  PointColumns columns;
  std::vector<std::string> damage{};  ///< what journals had lost
};

Result<study::ChunkIndex> finished_chunks(const Study& study, const std::string& out,
                                          std::vector<std::string>& damage) {
  study::ChunkIndex finished;
  for (const std::string& file : study::journals_of(out)) {
    auto contents = study::read_journal(file, study);
    if (!contents) return contents.error();
    if (contents->damaged > 0) {
      damage.push_back(file + ": skipped " + std::to_string(contents->damaged) +
                       " damaged bytes; " + std::to_string(contents->chunks.size()) + " of " +
                       std::to_string(study.chunks()) + " chunks are whole");
    }
    finished.merge(contents->chunks);
  }
  return finished;
}

/// Plays the chunks that are missing, each saved in the journal before the next begins.
std::optional<Error> play(const Study& study, const std::string& out, unsigned threads,
                          Watch& watch, study::ChunkIndex& finished) {
  auto journal = study::Journal::open(out + ".journal", study);
  if (!journal) return journal.error();
  study::ChunkRunner runner(study, threads);
  for (const auto& [chunk, place] : finished) {
    watch.skip(std::min(study.chunk, study.shots() - chunk * study.chunk));
  }
  for (std::uint64_t chunk = 0; chunk < study.chunks(); ++chunk) {
    if (finished.contains(chunk)) continue;
    const auto tally = runner.run(chunk, [&](std::uint64_t shots) { watch.add(shots); });
    auto place = journal->append(chunk, study::encode(tally, study));
    if (!place) return place.error();
    finished[chunk] = *std::move(place);
  }
  watch.finish();
  return {};
}

Result<Sweep> played(const Study& study, const std::string& out, unsigned threads, Watch& watch) {
  std::vector<std::string> damage;
  auto finished = finished_chunks(study, out, damage);
  if (!finished) return finished.error();
  if (auto fault = play(study, out, threads, watch, *finished)) return *std::move(fault);
  PointColumns columns(study);
  auto summary = study::assemble(study, *finished, [&](auto points, auto shots) {
    columns.take(study, points, shots);
    return std::optional<Error>{};
  });
  if (!summary) return summary.error();
  return Sweep{study, *std::move(summary), std::move(columns), std::move(damage)};
}

/// The files, from the chunks of the journals, which are then removed.
std::optional<Error> written(const Study& study, const std::string& out, const std::string& csv,
                             const hdf5::Module& module) {
  std::vector<std::string> known;  // damage was told before
  const auto finished = finished_chunks(study, out, known);
  if (!finished) return finished.error();
  const auto summary = study::write_sweep(study, *finished, out, csv, module);
  if (!summary) return summary.error();
  for (const std::string& file : study::journals_of(out)) std::remove(file.c_str());
  return {};
}

/// Plays a study. With `module`, the path of the part that writes HDF5 files, the result is `out`;
/// without, only the journal beside `out` is written.
Sweep sweep(const Study& study, const std::string& out, const std::string& csv,
            const std::string& module_path, unsigned threads, const py::object& tell) {
  const hdf5::Module* module = nullptr;
  if (!module_path.empty()) module = value_or_raise(load_hdf5(module_path));
  Watch watch(tell, study.shots());
  std::optional<Result<Sweep>> found;
  std::optional<Error> fault;
  {
    const py::gil_scoped_release unlocked;
    try {
      found.emplace(played(study, out, threads, watch));
      if (*found && module != nullptr) fault = written(study, out, csv, *module);
    } catch (const Watch::Stopped&) {
    }
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (fault) throw refusal(fault->message());
  return value_or_raise(*std::move(found));
}

// --- what Python reads ---------------------------------------------------------------------------

py::dict axes(const Sweep& sweep) {
  py::dict all;
  for (std::size_t i = 0; i < sweep.study.axes.size(); ++i) {
    const StudyAxis& axis = sweep.study.axes[i];
    all[py::str(axis.key)] = axis.has_names() ? py::object(py::cast(sweep.columns.names[i]))
                                              : py::object(array_of(sweep.columns.numbers[i]));
  }
  return all;
}

py::dict metrics(const Sweep& sweep) {
  py::dict all;
  for (std::size_t k = 0; k < sweep.study.metrics.size(); ++k) {
    all[py::str(sweep.study.metrics[k].name)] = array_of(sweep.columns.metrics[k]);
  }
  return all;
}

py::dict overall(const Sweep& sweep) {
  py::dict all;
  for (std::size_t k = 0; k < sweep.study.metrics.size(); ++k) {
    const Metric& metric = sweep.study.metrics[k];
    const Estimate found = study::estimate_of(sweep.summary.metrics[k], is_chance(metric.kind));
    all[py::str(metric.name)] = array_of(std::vector<EstimateRow>{row_of(found)});
  }
  return all;
}

py::dict histograms(const Sweep& sweep) {
  py::dict all;
  for (std::size_t k = 0; k < sweep.study.metrics.size(); ++k) {
    const auto& counts = sweep.summary.counts.histograms[k];
    if (counts.empty()) continue;
    const Metric& metric = sweep.study.metrics[k];
    const study::Bins bins = study::bins_of(metric, sweep.study.scene.table);
    all[py::str(metric.name)] = py::make_tuple(array_of(counts), bins.low, bins.high);
  }
  return all;
}

/// Counts, and the ranges of x and y.
py::tuple ends(const Sweep& sweep) {
  const study::EndMap map = study::end_map_of(sweep.study.scene.table);
  return py::make_tuple(array_of(sweep.summary.counts.ends).reshape({map.y.count, map.x.count}),
                        py::make_tuple(map.x.low, map.x.high),
                        py::make_tuple(map.y.low, map.y.high));
}

py::dict shots(const Sweep& sweep) {
  py::dict all;
  const PointColumns& columns = sweep.columns;
  all["strikes"] = array_of(columns.strokes).reshape({columns.statuses.size(), std::size_t{5}});
  all["status"] = array_of(columns.statuses);
  for (std::size_t k = 0; k < sweep.study.metrics.size(); ++k) {
    all[py::str(sweep.study.metrics[k].name)] = array_of(columns.shot_metrics[k]);
  }
  return all;
}

std::vector<std::uint64_t> shape_of(const Study& study) {
  std::vector<std::uint64_t> shape;
  for (const StudyAxis& axis : study.axes) {
    shape.push_back(axis.values.empty() ? axis.count : axis.values.size());
  }
  if (study.design != DesignKind::grid || shape.empty()) shape = {study.points};
  return shape;
}

}  // namespace

void bind_sweep(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(EstimateRow, estimate, low, high, count);
  py::class_<Study>(module, "Study")
      .def_static(
          "load", [](const std::string& path) { return value_or_raise(load_study(path)); },
          py::arg("path"))
      .def_static(
          "parse",
          [](const std::string& text, const std::string& name) {
            return value_or_raise(parse_study(text, name));
          },
          py::arg("text"), py::arg("name"))
      .def_readonly("name", &Study::name)
      .def_readonly("points", &Study::points)
      .def_readonly("samples", &Study::samples)
      .def_property_readonly("design",
                             [](const Study& s) { return std::string(name_of(s.design)); })
      .def_property_readonly("shape", &shape_of)
      .def_readonly("keep_shots", &Study::keep_shots);
  py::class_<Sweep>(module, "Sweep")
      .def_readonly("damage", &Sweep::damage)
      .def("axes", &axes)
      .def("metrics", &metrics)
      .def("overall", &overall)
      .def("runs", [](const Sweep& s) { return array_of(s.columns.runs); })
      .def("done", [](const Sweep& s) { return array_of(s.columns.done); })
      .def("miscues", [](const Sweep& s) { return array_of(s.columns.miscues); })
      .def("histograms", &histograms)
      .def("ends", &ends)
      .def("shots", &shots)
      .def("svg", [](const Sweep& s) { return study::draw_sweep(s.study, s.summary); });
  module.def("sweep", &sweep, py::arg("study"), py::arg("out"), py::arg("csv"),
             py::arg("module_path"), py::arg("threads"), py::arg("tell"));
}

}  // namespace cuelab::python
