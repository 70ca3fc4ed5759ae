#include "smooth/contact_log.hpp"

#include <algorithm>

namespace cuelab::smooth {

void ContactLog::start(std::vector<ContactRecord>& records) {
  records_ = &records;
  entries_.assign(equations_.contacts.size(), Entry{});
}

void ContactLog::begin(std::uint32_t contact, double t, double closing, std::uint32_t event) {
  const auto record = static_cast<std::uint32_t>(records_->size());
  records_->push_back({.begin = event, .approach_speed = std::max(closing, 0.0)});
  entries_[contact] = {.record = record, .t = t, .depth = 0.0, .closing = closing};
}

void ContactLog::end(std::uint32_t contact, std::uint32_t event) {
  (*records_)[entries_[contact].record].end = event;
  entries_[contact].record = none;
}

void ContactLog::update(double t, const double* y) {
  for (const std::uint32_t contact : equations_.active) update(contact, t, y);
}

/// Between two steps the depth follows the cubic through its values and rates at their ends.
void ContactLog::update(std::uint32_t index, double t, const double* y) {
  const Contact& contact = equations_.contacts[index];
  const ContactState now = equations_.contact_state(contact, y);
  Entry& last = entries_[index];
  const double depth = -now.gap;
  const double h = t - last.t;
  double deepest = depth;
  if (last.closing > 0.0 && now.closing < 0.0 && h > 0.0) {
    const double s = last.closing / (last.closing - now.closing);
    const double step = depth - last.depth;
    deepest = last.depth + s * s * (3.0 - 2.0 * s) * step +
              h * s * (1.0 - s) * ((1.0 - s) * last.closing - s * now.closing);
  }
  ContactRecord& record = (*records_)[last.record];
  record.depth = std::max(record.depth, deepest);
  record.peak_force =
      std::max(record.peak_force, equations_.normal_force_of(contact, {now.gap, now.closing}));
  last = {.record = last.record, .t = t, .depth = depth, .closing = now.closing};
}

}  // namespace cuelab::smooth
