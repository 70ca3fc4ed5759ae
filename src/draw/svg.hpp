#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::draw {

/// A number as short as a picture needs: two decimals, no trailing zeros, never "-0", NaN as 0.
std::string number(double value);

/// `text` with XML's reserved characters escaped and forbidden ones replaced by '?'.
std::string escaped(std::string_view text);

/// "#rrggbb" moved towards white (amount > 0) or black (amount < 0), amount within -1..1.
std::string shaded(std::string_view colour, double amount);

/// An attribute's value: text or a number.
struct Value {
  std::string text;
  Value(double value) : text(number(value)) {}
  Value(std::string value) : text(std::move(value)) {}
  Value(std::string_view value) : text(value) {}
  Value(const char* value) : text(value) {}
};

struct Attribute {
  std::string_view name;
  Value value;
};
using Attributes = std::initializer_list<Attribute>;

/// Writes one SVG document element by element; the result is always well-formed.
class Svg {
 public:
  Svg(double width, double height);

  /// An element without content.
  void leaf(std::string_view tag, Attributes attributes);
  /// An element with text in it.
  void text(std::string_view tag, std::string_view content, Attributes attributes);
  /// Opens an element; everything up to the matching `close` goes inside.
  void open(std::string_view tag, Attributes attributes);
  void close();
  /// Closes all open elements and returns the document.
  std::string finish() &&;

 private:
  void begin(std::string_view tag, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

/// The `d` attribute of a path, in picture coordinates.
class PathData {
 public:
  PathData& move(Vec2 to) { return add("M", {to}); }
  PathData& line(Vec2 to) { return add("L", {to}); }
  PathData& quadratic(Vec2 control, Vec2 to) { return add("Q", {control, to}); }
  /// Circular arc of at most half a turn; `clockwise` as seen in the picture.
  PathData& arc(double radius, bool clockwise, Vec2 to);
  PathData& close();

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  PathData& add(std::string_view command, std::initializer_list<Vec2> points);

  std::string text_;
};

}  // namespace cuelab::draw
