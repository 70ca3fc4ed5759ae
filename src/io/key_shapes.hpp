#pragma once

#include <utility>

#include "io/keys.hpp"

namespace cuelab {

using Rows = std::vector<KeyRow>;

/// The rows of [smooth].
void add_smooth_keys(Rows& rows);

/// The rows of [system].
void add_system_keys(Rows& rows);

/// Limits and kinds of rows that several sections share.
namespace shapes {

inline KeyRow num(std::string path, Range range, std::string fallback, std::string doc) {
  return {.path = std::move(path),
          .range = range,
          .fallback = std::move(fallback),
          .doc = std::move(doc)};
}

inline KeyRow whole(std::string path, Range range, std::string fallback, std::string doc) {
  return {.path = std::move(path),
          .accepts = kind::integer,
          .range = range,
          .fallback = std::move(fallback),
          .doc = std::move(doc)};
}

inline KeyRow value(std::string path, unsigned accepts, Range range, std::string doc) {
  return {.path = std::move(path), .accepts = accepts, .range = range, .doc = std::move(doc)};
}

inline KeyRow one_of(std::string path, std::string names, std::string fallback, std::string doc) {
  return {.path = std::move(path),
          .accepts = kind::name,
          .names = std::move(names),
          .fallback = std::move(fallback),
          .doc = std::move(doc)};
}

inline KeyRow section(std::string path, std::string fallback, std::string doc) {
  return {.path = std::move(path),
          .accepts = kind::table,
          .fallback = std::move(fallback),
          .doc = std::move(doc)};
}

inline KeyRow list(std::string path, Range count, std::string doc) {
  return {.path = std::move(path), .accepts = kind::tables, .range = count, .doc = std::move(doc)};
}

}  // namespace shapes
}  // namespace cuelab
