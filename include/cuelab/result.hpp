#pragma once

#include <string>
#include <utility>
#include <variant>

namespace cuelab {

/// Invalid input: where it is and what is wrong, as readable text.
struct Error {
  std::string file;  ///< file name, or "" when there is none
  std::string key;   ///< dotted key such as physics.cloth.sliding, or ""
  std::string what;  ///< what is wrong and what is allowed

  /// "file: key: what", without empty parts.
  std::string message() const {
    std::string text;
    for (const std::string* part : {&file, &key}) {
      if (!part->empty()) text += *part + ": ";
    }
    return text + what;
  }
};

/// A value or the error because of which there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() & { return *std::get_if<0>(&content_); }
  const T& operator*() const& { return *std::get_if<0>(&content_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  Error& error() { return *std::get_if<1>(&content_); }
  const Error& error() const { return *std::get_if<1>(&content_); }

 private:
  std::variant<T, Error> content_;
};

}  // namespace cuelab
