#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cuelab {

/// Checks every key of a document against the table of keys. Throws `InputError` at the first
/// unknown or missing key, wrong type or value out of range.
void validate(const nlohmann::json& document);

/// The same for the document of a study.
void validate_study(const nlohmann::json& document);

/// Fills in the defaults of a valid study.
void fill_study_defaults(nlohmann::json& document);

/// The same two for the document of a goal file.
void validate_goal(const nlohmann::json& document);
void fill_goal_defaults(nlohmann::json& document);

/// Fills in the default of every key that is left out, except where it depends on the preset or on
/// other laws (`KeyRow::by_reader`). The document must be valid.
void fill_defaults(nlohmann::json& document);

/// The first feature of a valid, filled document that its engine does not have yet, as "key: ...",
/// or "".
/// The event engine does not read [smooth].
std::string find_not_built(const nlohmann::json& document);

}  // namespace cuelab
