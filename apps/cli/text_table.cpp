#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace cuelab::cli {
namespace {

/// Number of code points of UTF-8 text, which is the width of everything printed here.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

void append_cell(std::string& line, const std::string& cell, std::size_t width, bool right) {
  const std::string padding(width - std::min(width, width_of(cell)), ' ');
  line += right ? padding + cell : cell + padding;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = width_of(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, width_of(row[c]));
    widths.push_back(width);
  }

  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line = " ";
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      line += c == 0 ? " " : "  ";
      append_cell(line, cell_of(c), widths[c], columns_[c].right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  add_line([&](std::size_t c) { return columns_[c].title; });
  for (const auto& row : rows_) {
    add_line([&](std::size_t c) { return row[c]; });
  }
  return out;
}

std::string figure(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", 1e6 * seconds);
  return seconds < 1.0 ? fmt::format("{:.2f} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string out;
  std::string word;
  std::size_t column = 0;
  while (words >> word) {
    const std::size_t length = width_of(word);
    if (column > 0 && column + 1 + length > width) {
      out += "\n" + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) out += " ";
    out += word;
    column += length + (column > 0 ? 1 : 0);
  }
  return out;
}

}  // namespace cuelab::cli
