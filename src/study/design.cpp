// Which values the axes of a study have at a point.
#include <algorithm>
#include <cmath>

#include "cuelab/study.hpp"
#include "math/philox.hpp"
#include "study/quantile.hpp"
#include "study/sobol.hpp"

namespace cuelab {
namespace {

/// Keeps the random numbers of designs apart from those of strokes, which have few blocks.
constexpr std::uint32_t design_block = 1U << 16U;

double uniform(const Study& study, std::uint64_t point, std::size_t axis) {
  const auto stream = static_cast<std::uint32_t>(design_block + axis);
  if (study.design == DesignKind::random) {
    return uniform_pair({.seed = study.seed, .shot = point, .sample = 0}, stream)[0];
  }
  // the seed shifts all points of the sequence alike, digit by digit
  const std::uint32_t shift = philox_block(study.seed, 0, 0, stream)[0];
  const std::uint32_t x = study::sobol(axis, static_cast<std::uint32_t>(point)) ^ shift;
  constexpr double scale = 1.0 / 4294967296.0;
  return (static_cast<double>(x) + 0.5) * scale;
}

AxisValue value_at(const StudyAxis& axis, double u) {
  if (!axis.values.empty()) {
    const auto count = static_cast<double>(axis.values.size());
    return axis.values[std::min(axis.values.size() - 1, static_cast<std::size_t>(u * count))];
  }
  if (axis.deviation > 0.0) return axis.mean + axis.deviation * study::normal_quantile(u);
  return axis.from + u * (axis.to - axis.from);
}

AxisValue grid_value(const StudyAxis& axis, std::uint64_t k) {
  if (!axis.values.empty()) return axis.values[k];
  if (k + 1 == axis.count) return axis.to;
  const double share = static_cast<double>(k) / static_cast<double>(axis.count - 1);
  return axis.from + share * (axis.to - axis.from);
}

}  // namespace

bool StudyAxis::has_names() const {
  return std::ranges::any_of(values, [](const AxisValue& v) { return v.index() == 1; });
}

std::vector<AxisValue> point_values(const Study& study, std::uint64_t point) {
  if (study.design == DesignKind::list) return study.rows[point];
  std::vector<AxisValue> values(study.axes.size());
  for (std::size_t i = study.axes.size(); i-- > 0;) {
    const StudyAxis& axis = study.axes[i];
    if (study.design != DesignKind::grid) {
      values[i] = value_at(axis, uniform(study, point, i));
      continue;
    }
    const std::uint64_t size = axis.values.empty() ? axis.count : axis.values.size();
    values[i] = grid_value(axis, point % size);
    point /= size;
  }
  return values;
}

}  // namespace cuelab
