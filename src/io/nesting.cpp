#include "io/nesting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/input_error.hpp"

namespace cuelab {
namespace {

/// The rest after a string that `text` begins with, in any of TOML's four kinds of quotes.
std::string_view after_string(std::string_view text) {
  const char quote = text.front();
  const std::string_view three = quote == '"' ? R"(""")" : "'''";
  const bool many_lines = text.starts_with(three);
  for (std::size_t i = many_lines ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (!many_lines && (text[i] == quote || text[i] == '\n')) {
      return text.substr(i + 1);
    } else if (many_lines && text.substr(i).starts_with(three)) {
      // up to two quotes before the end belong to the string
      std::size_t end = i + 3;
      while (end < std::min(text.size(), i + 5) && text[end] == quote) ++end;
      return text.substr(end);
    }
  }
  return {};
}

/// The levels that are open: one per bracket, and one per dot of the key before it.
class OpenLevels {
 public:
  void open() {
    dots_.push_back(0);
    add(1);
  }
  void close() {
    if (dots_.size() == 1) return end_key();
    end_key();
    dots_.pop_back();
    depth_ -= 1;
  }
  void dot() {
    ++dots_.back();
    add(1);
  }
  void end_key() {
    depth_ -= dots_.back();
    dots_.back() = 0;
  }
  void end_line() {
    if (dots_.size() == 1) end_key();
  }

 private:
  void add(int levels) {
    depth_ += levels;
    if (depth_ > max_depth) refuse_nesting();
  }

  std::vector<int> dots_{0};  ///< of the current key, for every open bracket
  int depth_ = 0;
};

}  // namespace

void refuse_nesting() { refuse("", fmt::format("nested deeper than {} levels", max_depth)); }

void check_toml_nesting(std::string_view text) {
  OpenLevels levels;
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"' || c == '\'') {
      text = after_string(text);
      continue;
    }
    if (c == '#') {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
      continue;
    }
    if (c == '[' || c == '{') levels.open();
    if (c == ']' || c == '}') levels.close();
    if (c == '.') levels.dot();
    if (c == ',') levels.end_key();
    if (c == '\n') levels.end_line();
    text.remove_prefix(1);
  }
}

}  // namespace cuelab
