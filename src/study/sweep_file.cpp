#include "study/sweep_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cuelab/batch.hpp"
#include "cuelab/version.hpp"
#include "scene/text.hpp"

namespace cuelab::study {
namespace {

using hdf5::Column;
using hdf5::ColumnType;

/// Removes what processes that no longer exist have left behind.
void remove_remains(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path file = fs::absolute(path);
  const std::string begin = file.filename().string() + '.', end = ".tmp";
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(file.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || !name.ends_with(end)) continue;
    pid_t process = 0;
    const char* last = name.data() + name.size() - end.size();
    const auto read = std::from_chars(name.data() + begin.size(), last, process);
    if (read.ec != std::errc{} || read.ptr != last || process <= 0) continue;
    if (::kill(process, 0) != 0 && errno == ESRCH) fs::remove(entry.path(), ignored);
  }
}

/// A file beside its name until it is complete; removed if that never happens.
class Temporary {
 public:
  explicit Temporary(const std::string& path)
      : path_(path), temporary_(fmt::format("{}.{}.tmp", path, ::getpid())) {
    remove_remains(path);
  }
  ~Temporary() {
    if (!kept_) std::remove(temporary_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::string& name() const { return temporary_; }

  /// Errors name the file that is wanted.
  Error named(Error error) const {
    if (error.file == temporary_) error.file = path_;
    return error;
  }

  std::optional<Error> keep() {
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
      return Error{path_, "", fmt::format("cannot be written: {}", std::strerror(errno))};
    }
    kept_ = true;
    sync_folder_of(path_);
    return {};
  }

 private:
  std::string path_;
  std::string temporary_;
  bool kept_ = false;
};

constexpr std::array<const char*, 5> stroke_names = {"speed", "heading", "side", "height",
                                                     "elevation"};
constexpr std::array<const char*, 5> stroke_units = {"m/s", "deg", "", "", "deg"};

std::string text_of_value(const AxisValue& value) {
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  return number_text(std::get<double>(value));
}

/// Writes the columns of a study; remembers the first error.
class SweepWriter {
 public:
  SweepWriter(const Study& study, const hdf5::Module& module) : study_(study), module_(module) {}
  ~SweepWriter() {
    if (file_ != nullptr) module_.discard(file_);
  }
  SweepWriter(const SweepWriter&) = delete;
  SweepWriter& operator=(const SweepWriter&) = delete;

  std::optional<Error> open(const std::string& path) {
    auto file = module_.create(path, root_attributes());
    if (!file) return file.error();
    file_ = *file;
    const std::size_t document =
        add({.path = "study",
             .type = ColumnType::text,
             .shape = {1},
             .text_size = study_.document.size(),
             .attributes = {{"meaning", "the study as JSON, scene included"}}});
    texts(document, {study_.document});
    for (const StudyAxis& axis : study_.axes) axes_.push_back(add(axis_column(axis)));
    runs_ = add(counts("points/runs", "shots played"));
    done_ = add(counts("points/done", "of them, with a result"));
    miscues_ = add(counts("points/miscues", "of them, miscues; every chance is missed"));
    for (const Metric& metric : study_.metrics) metrics_.push_back(add_metric(metric));
    if (study_.keep_shots) add_shots();
    return error_;
  }

  std::optional<Error> write(std::span<const PointTally> points, std::span<const ShotRow> shots) {
    write_axes(points);
    write_counts(points);
    for (std::size_t k = 0; k < study_.metrics.size(); ++k) write_metric(points, k);
    if (study_.keep_shots) write_shots(shots);
    return error_;
  }

  std::optional<Error> finish(const Tally& counted) {
    for (std::size_t k = 0; k < study_.metrics.size(); ++k) {
      if (counted.histograms[k].empty()) continue;
      const Metric& metric = study_.metrics[k];
      const Bins bins = bins_of(metric, study_.scene.table);
      integers(add({.path = "histograms/" + metric.name,
                    .type = ColumnType::count,
                    .shape = {bins.count},
                    .attributes = {{"low", bins.low},
                                   {"high", bins.high},
                                   {"unit", metric.unit},
                                   {"meaning", "runs by value, in equal parts of low to high"}}}),
               counted.histograms[k]);
    }
    const EndMap map = end_map_of(study_.scene.table);
    integers(add({.path = "cue_ball_ends",
                  .type = ColumnType::count,
                  .shape = {map.y.count, map.x.count},
                  .attributes = {{"x", std::vector<double>{map.x.low, map.x.high}},
                                 {"y", std::vector<double>{map.y.low, map.y.high}},
                                 {"unit", std::string("m")},
                                 {"meaning", "cue balls that end there, rows along y"}}}),
             counted.ends);
    if (error_) return error_;
    return module_.finish(std::exchange(file_, nullptr));
  }

 private:
  struct MetricColumns {
    std::size_t estimate, low, high, count;
  };

  hdf5::Attributes root_attributes() const {
    std::vector<std::uint64_t> shape;
    for (const StudyAxis& axis : study_.axes) {
      shape.push_back(axis.values.empty() ? axis.count : axis.values.size());
    }
    if (study_.design != DesignKind::grid || shape.empty()) shape = {study_.points};
    return {{"format", std::string("cuelab sweep 1")},
            {"name", study_.name},
            {"cuelab_version", std::string(version)},
            {"hdf5_version", module_.version()},
            {"design", std::string(name_of(study_.design))},
            {"shape", shape},
            {"points", study_.points},
            {"samples", study_.samples},
            {"seed", study_.seed},
            {"confidence", 0.95}};
  }

  std::size_t add(const Column& column) {
    if (error_) return 0;
    const auto added = module_.add_column(file_, column);
    if (!added) error_ = added.error();
    return added ? *added : 0;
  }

  Column counts(const std::string& path, const std::string& meaning) const {
    return {.path = path,
            .type = ColumnType::count,
            .shape = {study_.points},
            .attributes = {{"meaning", meaning}}};
  }

  Column axis_column(const StudyAxis& axis) const {
    Column column{.path = "points/" + axis.key,
                  .shape = {study_.points},
                  .attributes = {{"unit", axis.unit}, {"label", axis.label}}};
    if (!axis.has_names()) return column;
    column.type = ColumnType::text;
    for (const AxisValue& value : axis.values) {
      column.text_size = std::max(column.text_size, text_of_value(value).size());
    }
    return column;
  }

  MetricColumns add_metric(const Metric& metric) {
    const auto column = [&](const char* name, const char* meaning) {
      return add({.path = "metrics/" + metric.name + "/" + name,
                  .shape = {study_.points},
                  .attributes = {{"unit", metric.unit}, {"meaning", std::string(meaning)}}});
    };
    const char* value = is_chance(metric.kind) ? "chance" : "mean";
    return {.estimate = column("estimate", value),
            .low = column("low", "lower limit of the confidence interval"),
            .high = column("high", "upper limit of the confidence interval"),
            .count = add(counts("metrics/" + metric.name + "/count",
                                "runs in which it is defined; if 0, estimate means nothing"))};
  }

  void add_shots() {
    const std::vector<std::uint64_t> all{study_.shots()};
    for (std::size_t i = 0; i < stroke_names.size(); ++i) {
      shots_.push_back(add({.path = std::string("shots/") + stroke_names[i],
                            .shape = all,
                            .attributes = {{"unit", std::string(stroke_units[i])},
                                           {"meaning", std::string("as executed")}}}));
    }
    shots_.push_back(add({.path = "shots/status",
                          .type = ColumnType::count,
                          .shape = all,
                          .attributes = {{"meaning", status_names()}}}));
    shots_.push_back(add({.path = "shots/defined",
                          .type = ColumnType::count,
                          .shape = all,
                          .attributes = {{"meaning", "bit k: metric k has a value"}}}));
    for (const Metric& metric : study_.metrics) {
      shots_.push_back(add(
          {.path = "shots/" + metric.name, .shape = all, .attributes = {{"unit", metric.unit}}}));
    }
  }

  static std::string status_names() {
    std::string names;
    for (std::size_t i = 0; i < status_count; ++i) {
      names += fmt::format("{}{} {}", i > 0 ? ", " : "", i, name_of(static_cast<ShotStatus>(i)));
    }
    return names;
  }

  void numbers(std::size_t column, const std::vector<double>& values) {
    if (!error_) error_ = module_.write_numbers(file_, column, values);
  }
  void integers(std::size_t column, const std::vector<std::uint64_t>& values) {
    if (!error_) error_ = module_.write_counts(file_, column, values);
  }
  void texts(std::size_t column, const std::vector<std::string>& values) {
    if (!error_) error_ = module_.write_texts(file_, column, values);
  }

  void write_axes(std::span<const PointTally> points) {
    std::vector<std::vector<AxisValue>> values;
    values.reserve(points.size());
    for (const PointTally& point : points) values.push_back(point_values(study_, point.point));
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      std::vector<double> plain;
      std::vector<std::string> names;
      const bool named = study_.axes[i].has_names();
      for (const auto& row : values) {
        if (named) {
          names.push_back(text_of_value(row[i]));
        } else {
          plain.push_back(std::get<double>(row[i]));
        }
      }
      numbers(axes_[i], plain);
      texts(axes_[i], names);
    }
  }

  void write_counts(std::span<const PointTally> points) {
    std::vector<std::uint64_t> runs, done, miscues;
    for (const PointTally& point : points) {
      runs.push_back(point.total());
      done.push_back(point.runs[static_cast<std::size_t>(ShotStatus::done)]);
      miscues.push_back(point.runs[static_cast<std::size_t>(ShotStatus::miscue)]);
    }
    integers(runs_, runs);
    integers(done_, done);
    integers(miscues_, miscues);
  }

  void write_metric(std::span<const PointTally> points, std::size_t k) {
    std::vector<double> value, low, high;
    std::vector<std::uint64_t> count;
    for (const PointTally& point : points) {
      const Estimate e = estimate_of(point.metrics[k], is_chance(study_.metrics[k].kind));
      value.push_back(e.value);
      low.push_back(e.low);
      high.push_back(e.high);
      count.push_back(e.count);
    }
    numbers(metrics_[k].estimate, value);
    numbers(metrics_[k].low, low);
    numbers(metrics_[k].high, high);
    integers(metrics_[k].count, count);
  }

  void write_shots(std::span<const ShotRow> shots) {
    std::size_t column = 0;
    std::vector<double> values(shots.size());
    const auto put = [&](const auto& of) {
      std::ranges::transform(shots, values.begin(), of);
      numbers(shots_[column++], values);
    };
    for (std::size_t i = 0; i < stroke_names.size(); ++i) {
      put([i](const ShotRow& row) { return row.stroke[i]; });
    }
    std::vector<std::uint64_t> status, defined;
    for (const ShotRow& row : shots) {
      status.push_back(row.status);
      defined.push_back(row.metrics.defined);
    }
    integers(shots_[column++], status);
    integers(shots_[column++], defined);
    for (std::size_t k = 0; k < study_.metrics.size(); ++k) {
      put([k](const ShotRow& row) { return row.metrics.value[k]; });
    }
  }

  const Study& study_;
  const hdf5::Module& module_;
  hdf5::File* file_ = nullptr;
  std::optional<Error> error_{};
  std::vector<std::size_t> axes_{};
  std::size_t runs_ = 0, done_ = 0, miscues_ = 0;
  std::vector<MetricColumns> metrics_{};
  std::vector<std::size_t> shots_{};
};

/// The points as CSV, a line each.
class CsvWriter {
 public:
  CsvWriter(const Study& study, const std::string& path)
      : study_(study), path_(path), file_(std::fopen(path.c_str(), "wb")) {
    std::string header;
    for (const StudyAxis& axis : study.axes) header += axis.key + ",";
    header += "runs,done,miscues";
    for (const Metric& metric : study.metrics) {
      header += fmt::format(",{0},{0}_low,{0}_high,{0}_count", metric.name);
    }
    put(header + "\n");
  }
  ~CsvWriter() {
    if (file_ != nullptr) std::fclose(file_);
  }
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  std::optional<Error> write(std::span<const PointTally> points) {
    std::string text;
    for (const PointTally& point : points) {
      for (const AxisValue& value : point_values(study_, point.point)) {
        text += text_of_value(value) + ",";
      }
      text += fmt::format("{},{},{}", point.total(),
                          point.runs[static_cast<std::size_t>(ShotStatus::done)],
                          point.runs[static_cast<std::size_t>(ShotStatus::miscue)]);
      for (std::size_t k = 0; k < study_.metrics.size(); ++k) {
        const Estimate e = estimate_of(point.metrics[k], is_chance(study_.metrics[k].kind));
        text += e.count == 0 ? std::string(",,,,0")
                             : fmt::format(",{},{},{},{}", number_text(e.value), number_text(e.low),
                                           number_text(e.high), e.count);
      }
      text += "\n";
    }
    put(text);
    return error_;
  }

  std::optional<Error> finish() {
    if (file_ != nullptr && !error_ && (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0)) {
      note_error();
    }
    return error_;
  }

 private:
  void put(const std::string& text) {
    if (error_) return;
    if (file_ == nullptr || std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
      note_error();
    }
  }
  void note_error() {
    error_ = Error{path_, "", fmt::format("cannot be written: {}", std::strerror(errno))};
  }

  const Study& study_;
  std::string path_;
  std::FILE* file_;
  std::optional<Error> error_{};
};

}  // namespace

Result<Summary> write_sweep(const Study& study, const ChunkIndex& chunks, const std::string& path,
                            const std::string& csv, const hdf5::Module& module) {
  Temporary file(path);
  SweepWriter writer(study, module);
  if (auto fault = writer.open(file.name())) return file.named(*std::move(fault));
  std::optional<Temporary> csv_file;
  std::optional<CsvWriter> csv_writer;
  if (!csv.empty()) {
    csv_file.emplace(csv);
    csv_writer.emplace(study, csv_file->name());
  }
  const auto sink = [&](std::span<const PointTally> points, std::span<const ShotRow> shots) {
    auto fault = writer.write(points, shots);
    if (!fault && csv_writer) fault = csv_writer->write(points);
    return fault;
  };
  const auto named = [&](Error error) {
    return file.named(csv_file ? csv_file->named(std::move(error)) : std::move(error));
  };
  auto summary = assemble(study, chunks, sink);
  if (!summary) return named(summary.error());
  auto fault = writer.finish(summary->counts);
  if (!fault && csv_writer) fault = csv_writer->finish();
  if (!fault && csv_file) fault = csv_file->keep();
  if (!fault) fault = file.keep();
  if (fault) return named(*std::move(fault));
  return summary;
}

}  // namespace cuelab::study
