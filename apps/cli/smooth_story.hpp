#pragma once

#include <string>

#include "story.hpp"

namespace cuelab::cli {

/// What a run of the smooth engine is told with instead of the tables of the event engine:
/// events with one line per contact, the energy ledger, the cost of the integration.
std::string contacts_table(const Story& story);
std::string ledger_text(const Trajectory& trajectory);
std::string integration_cost(const Story& story);

}  // namespace cuelab::cli
