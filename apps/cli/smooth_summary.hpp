#pragma once

#include <string>

#include "run_summary.hpp"

namespace cuelab::cli {

// Parts of the summary that differ for the smooth engine.

/// Events, with one line per contact.
std::string contacts_table(const RunSummary& summary);

/// The energy ledger.
std::string ledger_text(const Trajectory& trajectory);

/// Cost of the integration.
std::string integration_cost(const RunSummary& summary);

}  // namespace cuelab::cli
