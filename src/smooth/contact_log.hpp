#pragma once

#include "smooth/equations.hpp"

namespace cuelab::smooth {

/// Keeps one record per contact of a run: approach speed, greatest force and depth.
class ContactLog {
 public:
  explicit ContactLog(const Equations& equations) : equations_(equations) {}

  /// Starts writing to `records`, which must outlive the run.
  void start(std::vector<ContactRecord>& records);
  /// A contact begins at time t with this closing speed; `event` is the index of its event.
  void begin(std::uint32_t contact, double t, double closing, std::uint32_t event);
  void end(std::uint32_t contact, std::uint32_t event);
  /// After an accepted step: updates the records of all active contacts.
  void update(double t, const double* y);

 private:
  /// A contact at the end of the last step.
  struct Entry {
    std::uint32_t record = none;  ///< index of its record while active
    double t = 0.0;
    double depth = 0.0;
    double closing = 0.0;
  };
  void update(std::uint32_t contact, double t, const double* y);

  const Equations& equations_;
  std::vector<ContactRecord>* records_ = nullptr;
  std::vector<Entry> entries_;  ///< per contact of the equations
};

}  // namespace cuelab::smooth
