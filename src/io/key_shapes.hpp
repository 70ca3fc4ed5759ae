#pragma once

#include <utility>

#include "io/keys.hpp"

namespace cuelab {

using Rows = std::vector<KeyRow>;

/// The rows of [smooth].
void add_smooth_keys(Rows& rows);

/// The rows of [system].
void add_system_keys(Rows& rows);

/// Parameters of finite-patch friction below a path that has a `law`.
void add_patch_keys(Rows& rows, const std::string& path);

/// Limits and kinds of rows that several sections share.
namespace shapes {

inline constexpr Range not_negative{.min = 0.0};
inline constexpr Range positive{.min = 0.0, .above = true};
inline constexpr Range fraction{.min = 0.0, .max = 1.0};

inline KeyRow num(std::string path, Range range, std::string_view fallback, std::string_view doc) {
  return {.path = std::move(path), .range = range, .fallback = fallback, .doc = doc};
}

inline KeyRow value(std::string path, unsigned accepts, Range range, std::string_view doc) {
  return {.path = std::move(path), .accepts = accepts, .range = range, .doc = doc};
}

inline KeyRow one_of(std::string path, std::string_view names, std::string_view fallback,
                     std::string_view doc) {
  return {.path = std::move(path),
          .accepts = kind::name,
          .names = names,
          .fallback = fallback,
          .doc = doc};
}

inline KeyRow section(std::string path, std::string_view fallback, std::string_view doc) {
  return {.path = std::move(path), .accepts = kind::table, .fallback = fallback, .doc = doc};
}

inline KeyRow list(std::string path, Range count, std::string_view doc) {
  return {.path = std::move(path), .accepts = kind::tables, .range = count, .doc = doc};
}

}  // namespace shapes
}  // namespace cuelab
