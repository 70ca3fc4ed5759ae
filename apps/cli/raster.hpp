#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "cuelab/moving.hpp"
#include "cuelab/result.hpp"

namespace cuelab::cli {

/// Whether the program was built with librsvg and cairo; without them all below fails.
bool can_raster();

/// An SVG document as a PNG file, so many pixels wide, and as a PDF file of one page.
Result<std::string> png_of(const std::string& svg, int width);
Result<std::string> pdf_of(const std::string& svg);

/// A picture of pixels to draw on.
class Canvas {
 public:
  /// Of one colour, "#rrggbb", or of nothing.
  static Result<Canvas> blank(int width, int height, std::string_view colour = "");

  /// Draws an SVG document, scaled, with its upper left corner at a point.
  Result<std::monostate> draw(const std::string& svg, Vec2 corner, double scale);
  /// Lays another canvas over this one, turned counter-clockwise about a point [rad].
  void lay(const Canvas& other, Vec2 pivot, double angle);
  void copy(const Canvas& other);
  void line(Vec2 from, Vec2 to, std::string_view colour, double width);
  /// Text that ends at a point.
  void text(Vec2 end, const std::string& text, double size);

  /// The bytes, for painting and reading.
  Pixels pixels();

 private:
  struct Surface;
  struct Release {
    void operator()(Surface* surface) const;
  };
  explicit Canvas(Surface* surface) : surface_(surface) {}

  std::unique_ptr<Surface, Release> surface_;
};

}  // namespace cuelab::cli
