#pragma once

#include <string>
#include <vector>

namespace cuelab::cli {

/// A column: words are left-aligned, numbers right-aligned.
struct Column {
  std::string title;
  bool right = false;
};

/// Rows of text under aligned titles.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell per column; missing cells are empty.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  /// The table; every line is indented by two and ends with a newline.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A value with a fixed number of decimals; never "-0.0000".
std::string figure(double value, int decimals);

/// A duration in us, ms or s.
std::string time_text(double seconds);

/// `text` wrapped to `width` characters; all lines but the first are indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace cuelab::cli
