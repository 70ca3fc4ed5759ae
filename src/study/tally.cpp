#include "study/tally.hpp"

#include <bit>
#include <cmath>
#include <numeric>

#include "study/quantile.hpp"

namespace cuelab::study {

void Moments::add(double value) {
  // Welford's update [Chan1983]
  const double old_mean = count > 0 ? sum / static_cast<double>(count) : value;
  ++count;
  sum += value;
  squares += (value - old_mean) * (value - sum / static_cast<double>(count));
}

void Moments::join(const Moments& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  // [Chan1983, eq. (2.1)]
  const auto n = static_cast<double>(count), m = static_cast<double>(other.count);
  const double apart = other.sum / m - sum / n;
  squares += other.squares + apart * apart * (n * m / (n + m));
  sum += other.sum;
  count += other.count;
}

Estimate estimate_of(const Moments& moments, bool chance) {
  Estimate result{.count = moments.count};
  if (moments.count == 0) return chance ? Estimate{.high = 1.0} : result;
  const auto n = static_cast<double>(moments.count);
  result.value = moments.sum / n;
  if (chance) {
    // [Wilson1927]
    constexpr double z = 1.9599639845, z2 = z * z;
    const double p = result.value;
    const double middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    const double half = z * std::sqrt(p * (1.0 - p) / n + z2 / (4.0 * n * n)) / (1.0 + z2 / n);
    result.low = moments.sum == 0.0 ? 0.0 : std::max(0.0, middle - half);
    result.high = moments.sum == n ? 1.0 : std::min(1.0, middle + half);
    return result;
  }
  result.low = result.high = result.value;
  if (moments.count < 2) return result;
  const double half =
      student_quantile_975(moments.count - 1) * std::sqrt(moments.squares / (n - 1.0) / n);
  result.low -= half;
  result.high += half;
  return result;
}

std::uint64_t PointTally::total() const {
  return std::accumulate(runs.begin(), runs.end(), std::uint64_t{0});
}

void PointTally::join(const PointTally& other) {
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i] += other.runs[i];
  for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i].join(other.metrics[i]);
}

Tally empty_tally(const Study& study) {
  Tally tally;
  for (const Metric& metric : study.metrics) {
    const std::size_t bins = is_chance(metric.kind) ? 0 : bins_of(metric, study.scene.table).count;
    tally.histograms.emplace_back(bins);
  }
  tally.ends.resize(end_map_of(study.scene.table).size());
  return tally;
}

void Tally::join(Tally&& next) {
  for (PointTally& point : next.points) {
    if (!points.empty() && points.back().point == point.point) {
      points.back().join(point);
    } else {
      points.push_back(std::move(point));
    }
  }
  const auto add = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
    for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
  };
  for (std::size_t k = 0; k < next.histograms.size(); ++k) {
    add(histograms[k], next.histograms[k]);
  }
  add(ends, next.ends);
  shots.insert(shots.end(), next.shots.begin(), next.shots.end());
}

// --- bytes ---------------------------------------------------------------------------------------

namespace {

/// Counts in as few bytes as they need, numbers as their bits.
class Writer {
 public:
  void count(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }
  void number(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned i = 0; i < 64; i += 8) bytes_ += static_cast<char>(bits >> i);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads them back; after an error everything is 0.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t count() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = next();
      value |= (byte & 0x7fU) << shift;
      if (byte < 0x80U) return value;
    }
    good_ = false;
    return 0;
  }
  double number() {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += 8) bits |= next() << i;
    return std::bit_cast<double>(bits);
  }
  /// A count of things that take at least a byte each.
  std::size_t size() {
    const std::uint64_t n = count();
    good_ = good_ && n <= rest_.size();
    return good_ ? n : 0;
  }
  bool is_good() const { return good_; }
  bool is_done() const { return good_ && rest_.empty(); }

 private:
  std::uint64_t next() {
    good_ = good_ && !rest_.empty();
    if (!good_) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;
  bool good_ = true;
};

PointTally read_point(Reader& in, std::size_t metrics) {
  PointTally point{.point = in.count()};
  for (std::uint64_t& runs : point.runs) runs = in.count();
  for (std::size_t k = 0; k < metrics; ++k) {
    Moments m{.count = in.count()};
    m.sum = in.number();
    m.squares = in.number();
    point.metrics.push_back(m);
  }
  return point;
}

ShotRow read_shot(Reader& in, std::size_t metrics) {
  ShotRow row;
  for (double& x : row.stroke) x = in.number();
  row.status = static_cast<std::uint8_t>(in.count());
  row.metrics.defined = static_cast<std::uint32_t>(in.count());
  for (std::size_t k = 0; k < metrics; ++k) row.metrics.value[k] = in.number();
  return row;
}

}  // namespace

std::string encode(const Tally& tally, const Study& study) {
  Writer out;
  out.count(tally.points.size());
  for (const PointTally& point : tally.points) {
    out.count(point.point);
    for (const std::uint64_t runs : point.runs) out.count(runs);
    for (const Moments& m : point.metrics) {
      out.count(m.count);
      out.number(m.sum);
      out.number(m.squares);
    }
  }
  for (const auto& histogram : tally.histograms) {
    for (const std::uint64_t n : histogram) out.count(n);
  }
  for (const std::uint64_t n : tally.ends) out.count(n);
  out.count(tally.shots.size());
  for (const ShotRow& row : tally.shots) {
    for (const double x : row.stroke) out.number(x);
    out.count(row.status);
    out.count(row.metrics.defined);
    for (std::size_t k = 0; k < study.metrics.size(); ++k) out.number(row.metrics.value[k]);
  }
  return out.take();
}

std::optional<Tally> decode(std::string_view bytes, const Study& study) {
  Reader in(bytes);
  Tally tally = empty_tally(study);
  const std::size_t points = in.size();
  for (std::size_t i = 0; i < points && in.is_good(); ++i) {
    tally.points.push_back(read_point(in, study.metrics.size()));
  }
  for (auto& histogram : tally.histograms) {
    for (std::uint64_t& n : histogram) n = in.count();
  }
  for (std::uint64_t& n : tally.ends) n = in.count();
  const std::size_t shots = in.size();
  for (std::size_t i = 0; i < shots && in.is_good(); ++i) {
    tally.shots.push_back(read_shot(in, study.metrics.size()));
  }
  if (!in.is_done()) return {};
  return tally;
}

}  // namespace cuelab::study
