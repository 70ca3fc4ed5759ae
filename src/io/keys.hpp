#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/law_info.hpp"

namespace cuelab {

/// What the value of a key may be; a row may allow several of these together.
namespace kind {
inline constexpr unsigned number = 1;   ///< a finite number
inline constexpr unsigned integer = 2;  ///< a whole number
inline constexpr unsigned text = 4;     ///< any string
inline constexpr unsigned name = 8;     ///< one of `names`
inline constexpr unsigned pair = 16;    ///< [x, y]
inline constexpr unsigned triple = 32;  ///< [x, y, z]
inline constexpr unsigned table = 64;   ///< a table of further keys
inline constexpr unsigned tables =
    128;                                ///< an array of tables; `range.max` is the most it may hold
inline constexpr unsigned flag = 256;   ///< true or false
inline constexpr unsigned list = 512;   ///< a list of numbers and strings; `range.max` as above
inline constexpr unsigned rows = 1024;  ///< a list of such lists
}  // namespace kind

/// One key of a scene file. The table of all rows is the only place that knows the keys;
/// validation, defaults, JSON Schema and the documentation of keys are derived from it.
struct KeyRow {
  std::string path;  ///< dotted; "balls[].id" is a key of every element of balls
  unsigned accepts = kind::number;
  Range range = {};           ///< of a number, or of every component of a pair or triple
  std::string names = {};     ///< separated by spaces
  std::string fallback = {};  ///< default as JSON; "" when there is none
  std::string doc = {};
  bool by_reader = false;  ///< `fill_defaults` leaves it out: its default depends on the preset
                           ///< or on other laws, and `fallback` is that of the default scene
  std::string_view selector = {};   ///< sibling key that decides whether this key exists, ...
  std::string chosen = {};          ///< ... and its values for which it does, separated by spaces
  std::string_view not_built = {};  ///< names that load but that no engine has yet
  bool required = false;

  KeyRow only(std::string_view sibling, std::string_view values) &&;
  KeyRow must() &&;
  KeyRow without(std::string_view unbuilt_names) &&;
};

/// All rows of scene files, parents before children.
const std::vector<KeyRow>& key_rows();

/// All rows of study files; their paths begin with `study_root`.
const std::vector<KeyRow>& study_rows();
inline constexpr std::string_view study_root = "$study";

/// The same for goal files.
const std::vector<KeyRow>& goal_rows();
inline constexpr std::string_view goal_root = "$goal";

/// The keys directly below a path pattern such as "physics.cloth" or "balls[]"; "" is the top of
/// scene files, `study_root` that of study files, `goal_root` that of goal files.
const std::vector<const KeyRow*>& rows_below(std::string_view pattern);

/// Key of a row's path without its parents.
std::string_view leaf_of(std::string_view path);

/// The words of a space-separated list.
std::vector<std::string_view> words(std::string_view list);
bool has_word(std::string_view list, std::string_view word);

/// The words of a list as "a, b, c".
std::string listed(std::string_view list);

/// What a row allows, for messages: "at least 0", "one of line, plane", "a number".
std::string allowed_text(const KeyRow& row);

/// What to write, for a value of the wrong type: "a number in m/s, between 0 and 100".
std::string expected_text(const KeyRow& row);

/// The unit in the row's doc, "" for a pure number.
std::string unit_of(const KeyRow& row);

/// The names of the keys directly below a path pattern, without repetition.
std::vector<std::string> keys_below(std::string_view pattern);

/// The key that an unknown one probably stands for: a sibling that has the word as a
/// synonym, a sibling of similar spelling, else the full path of a key of that name elsewhere. ""
/// if there is none.
std::string nearest_key(std::string_view pattern, std::string_view unknown);

}  // namespace cuelab
