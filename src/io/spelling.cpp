#include "io/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cuelab {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // three rows of the table of optimal string alignment: two letters back, one back, this one
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 64;  // longer words are not typing errors
  if (word.size() > longest) return "";
  std::string best;
  std::size_t best_distance = (word.size() + 2) / 3 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    const bool shares_letters = distance < std::max(word.size(), candidate.size());
    if (distance < best_distance && shares_letters) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace cuelab
