#include "sweep_text.hpp"

#include <fmt/format.h>

#include "cuelab/batch.hpp"
#include "json_text.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

using nlohmann::ordered_json;

std::string shown(const AxisValue& value) {
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  return fmt::format("{:.6g}", std::get<double>(value));
}

/// "shot.heading = 12.5, shot.speed = 2"
std::string point_text(const Study& study, std::uint64_t point) {
  std::string text;
  const auto values = point_values(study, point);
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{} = {}{}{}", i > 0 ? ", " : "", study.axes[i].key, shown(values[i]),
                        study.axes[i].unit.empty() ? "" : " ", study.axes[i].unit);
  }
  return text;
}

std::string estimate_text(const Estimate& e) {
  if (e.count == 0) return "none";
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", e.value, e.low, e.high);
}

ordered_json estimate_json(const Estimate& e) {
  return {{"estimate", e.value}, {"low", e.low}, {"high", e.high}, {"count", e.count}};
}

Estimate overall(const Study& study, const study::Summary& summary, std::size_t k) {
  return study::estimate_of(summary.metrics[k], is_chance(study.metrics[k].kind));
}

std::string count_text(std::uint64_t n, const char* word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

}  // namespace

std::string info_text(const Study& study, bool json) {
  if (json) {
    ordered_json axes = ordered_json::array();
    for (const StudyAxis& axis : study.axes) axes.push_back(axis.key);
    return json_line({{"schema", 1},
                      {"name", study.name},
                      {"design", name_of(study.design)},
                      {"axes", axes},
                      {"points", study.points},
                      {"samples", study.samples},
                      {"shots", study.shots()},
                      {"chunk", study.chunk},
                      {"chunks", study.chunks()}}) +
           "\n";
  }
  std::string text = fmt::format(
      "{}: {} of {}, {} each, {}; {} of {}\n", study.name.empty() ? "study" : study.name,
      name_of(study.design), count_text(study.points, "point"), count_text(study.samples, "sample"),
      count_text(study.shots(), "shot"), count_text(study.chunks(), "chunk"),
      count_text(study.chunk, "shot"));
  for (const StudyAxis& axis : study.axes) {
    text +=
        fmt::format("  varies {}{}\n", axis.key, axis.unit.empty() ? "" : " [" + axis.unit + "]");
  }
  return text;
}

std::string sweep_text(const Study& study, const study::Summary& summary) {
  std::string text = info_text(study, false);
  for (std::size_t i = 1; i < study::status_count; ++i) {
    if (summary.runs[i] == 0) continue;
    text += fmt::format("  {}: {}\n", name_of(static_cast<ShotStatus>(i)),
                        count_text(summary.runs[i], "shot"));
  }
  TextTable table({{"metric"}, {"all points (95 %)"}, {"greatest"}, {"at"}});
  for (std::size_t k = 0; k < study.metrics.size(); ++k) {
    const Metric& metric = study.metrics[k];
    table.add({metric.name + (metric.unit.empty() ? "" : " [" + metric.unit + "]"),
               estimate_text(overall(study, summary, k)), estimate_text(summary.best_estimate[k]),
               point_text(study, summary.best[k])});
  }
  return text + table.text();
}

std::string sweep_json(const Study& study, const study::Summary& summary) {
  ordered_json metrics = ordered_json::object();
  for (std::size_t k = 0; k < study.metrics.size(); ++k) {
    ordered_json best = estimate_json(summary.best_estimate[k]);
    const auto values = point_values(study, summary.best[k]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::visit([&](const auto& value) { best["at"][study.axes[i].key] = value; }, values[i]);
    }
    metrics[study.metrics[k].name] = {{"all", estimate_json(overall(study, summary, k))},
                                      {"greatest", std::move(best)}};
  }
  ordered_json runs = ordered_json::object();
  for (std::size_t i = 0; i < study::status_count; ++i) {
    runs[std::string(name_of(static_cast<ShotStatus>(i)))] = summary.runs[i];
  }
  return json_line({{"schema", 1},
                    {"name", study.name},
                    {"points", study.points},
                    {"samples", study.samples},
                    {"runs", std::move(runs)},
                    {"metrics", std::move(metrics)}});
}

}  // namespace cuelab::cli
