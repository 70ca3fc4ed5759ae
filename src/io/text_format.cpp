#include "io/text_format.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

std::string string_text(const std::string& text) {
  // JSON's escapes are also those of a basic TOML string
  return ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// -0 would be read as the integer 0.
std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  return value == 0.0 && std::signbit(value) ? "-0.0" : number_text(value);
}

/// With a point or an exponent, so that TOML reads a float.
std::string toml_number(double value) {
  const std::string text = number_text(value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

/// Compact when `indent` is negative, else broken into lines down to values and lists of values.
void write_json(std::string& out, const ordered_json& value, int indent) {
  const bool structured =
      value.is_object() || (value.is_array() && !value.empty() && value.front().is_structured());
  const bool broken = indent >= 0 && structured && !value.empty();
  const int inner = broken ? indent + 2 : -1;
  const auto new_line = [&](int columns) {
    if (broken) out += '\n' + std::string(static_cast<std::size_t>(columns), ' ');
  };
  if (value.is_number_float()) {
    out += json_number(value.get<double>());
  } else if (value.is_string()) {
    out += string_text(value.get_ref<const std::string&>());
  } else if (value.is_object()) {
    out += '{';
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      if (!first) out += ',';
      first = false;
      new_line(inner);
      out += string_text(key) + (indent >= 0 ? ": " : ":");
      write_json(out, member, inner);
    }
    new_line(indent);
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    bool first = true;
    for (const ordered_json& element : value) {
      if (!first) out += indent >= 0 && !broken ? ", " : ",";
      first = false;
      new_line(inner);
      write_json(out, element, inner);
    }
    new_line(indent);
    out += ']';
  } else {
    out += value.dump();
  }
}

void write_toml_value(std::string& out, const ordered_json& value) {
  if (value.is_number_float()) {
    out += toml_number(value.get<double>());
  } else if (value.is_string()) {
    out += string_text(value.get_ref<const std::string&>());
  } else if (value.is_object()) {
    out += "{ ";
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      out += (first ? "" : ", ") + key + " = ";
      first = false;
      write_toml_value(out, member);
    }
    out += " }";
  } else if (value.is_array()) {
    out += '[';
    bool first = true;
    for (const ordered_json& element : value) {
      if (!first) out += ", ";
      first = false;
      write_toml_value(out, element);
    }
    out += ']';
  } else {
    out += value.dump();
  }
}

bool is_table_list(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

/// Tables of the top become [sections], tables within them stay inline, lists of tables [[lists]].
void write_toml_table(std::string& out, const ordered_json& table, const std::string& path) {
  const auto is_section = [&](const ordered_json& value) {
    return is_table_list(value) || (path.empty() && value.is_object());
  };
  for (const auto& [key, value] : table.items()) {
    if (is_section(value)) continue;
    out += key + " = ";
    write_toml_value(out, value);
    out += '\n';
  }
  for (const auto& [key, value] : table.items()) {
    if (!is_section(value)) continue;
    const std::string below = path.empty() ? key : fmt::format("{}.{}", path, key);
    if (value.is_object()) {
      out += "\n[" + below + "]\n";
      write_toml_table(out, value, below);
      continue;
    }
    for (const ordered_json& element : value) {
      out += "\n[[" + below + "]]\n";
      write_toml_table(out, element, below);
    }
  }
}

}  // namespace

std::string to_json(const ordered_json& document) {
  std::string out;
  write_json(out, document, -1);
  return out;
}

std::string to_indented_json(const ordered_json& document) {
  std::string out;
  write_json(out, document, 0);
  return out + '\n';
}

std::string to_toml(const ordered_json& document) {
  std::string out;
  write_toml_table(out, document, "");
  return out;
}

}  // namespace cuelab
