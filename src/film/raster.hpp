#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "cuelab/animation.hpp"
#include "cuelab/result.hpp"

namespace cuelab::film {

// Pixels from SVG. raster.cpp alone includes the headers of librsvg and cairo.

/// The bytes of a PNG file `width` pixels wide, and of a PDF file of one page.
Result<std::string> png_from_svg(const std::string& svg, int width);
Result<std::string> pdf_from_svg(const std::string& svg);

/// An image to draw on.
class Canvas {
 public:
  /// Filled with one colour, "#rrggbb", or transparent.
  static Result<Canvas> blank(int width, int height, std::string_view colour = "");

  /// Draws an SVG document, scaled, with its upper left corner at a point.
  Result<std::monostate> draw(const std::string& svg, Vec2 corner, double scale);
  /// Draws another canvas over this one, rotated counter-clockwise about a point [rad].
  void overlay(const Canvas& other, Vec2 pivot, double angle);
  /// Replaces all pixels by those of a canvas of the same size.
  void copy(const Canvas& other);
  /// A line with round ends; width in pixels.
  void line(Vec2 from, Vec2 to, std::string_view colour, double width);
  /// Right-aligned text that ends at a point; size in pixels.
  void text(Vec2 end, const std::string& text, double size);

  /// The pixels, for reading and painting; valid until the canvas is drawn on again.
  Pixels pixels();

 private:
  struct Surface;
  struct Release {
    void operator()(Surface* surface) const;
  };
  explicit Canvas(Surface* surface) : surface_(surface) {}

  std::unique_ptr<Surface, Release> surface_;
};

}  // namespace cuelab::film
