#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cuelab/law_info.hpp"
#include "io/input_error.hpp"
#include "scene/text.hpp"

namespace cuelab {

/// Sets the parameters of a law that its table gives.
void read_parameters(const nlohmann::json& table, const LawInfo& info, void* law);

/// Adds every parameter of a law to its table, except those that are left out.
void write_parameters(nlohmann::ordered_json& table, const LawInfo& info, const void* law);

/// The law of a table: `otherwise` with the parameters that the table gives; if the table names
/// another law, that law's defaults with them. Throws `InputError` when there is no such law.
template <class Set>
Set read_law(const nlohmann::json& table, const std::string& path, Set otherwise) {
  const auto name = table.value("law", std::string(info_of(otherwise).name));
  std::optional<Set> law = std::move(otherwise);
  if (name != info_of(*law).name) law = make_law<Set>(name);
  if (!law) refuse(path + ".law", "unknown law " + in_quotes(name));
  read_parameters(table, info_of(*law), address_of(*law));
  return *std::move(law);
}

/// A law as its table. Throws `InputError` when scene files cannot hold it.
template <class Set>
nlohmann::ordered_json law_document(const Set& law, const std::string& path) {
  const LawInfo& info = info_of(law);
  if (!info.in_files) refuse(path, "a law of the calling program cannot be written to a file");
  nlohmann::ordered_json table{{"law", info.name}};
  write_parameters(table, info, address_of(law));
  return table;
}

}  // namespace cuelab
