#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cuelab {

/// Insertions, deletions, replacements and exchanges of neighbouring letters that turn one word
/// into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that `word` is probably a misspelling of: at most one mistake for every three
/// letters. "" when there is none.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace cuelab
