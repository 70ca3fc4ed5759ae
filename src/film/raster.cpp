// The only file that needs librsvg and cairo.
#include "film/raster.hpp"

#include <cairo-pdf.h>
#include <cairo.h>
#include <librsvg/rsvg.h>

#include <charconv>
#include <cmath>

namespace cuelab::film {

struct Canvas::Surface {
  cairo_surface_t* pixels = nullptr;
  cairo_t* pen = nullptr;
};

namespace {

constexpr double points_per_pixel = 0.75;  // CSS: 96 pixels and 72 points to the inch

struct Unref {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* pen) const { cairo_destroy(pen); }
};
using Svg = std::unique_ptr<RsvgHandle, Unref>;
using SurfacePtr = std::unique_ptr<cairo_surface_t, Unref>;
using Pen = std::unique_ptr<cairo_t, Unref>;

Error render_error(const std::string& what) {
  return {"", "", "cannot render the picture: " + what};
}

Error render_error(GError* error) {
  const std::string what = error != nullptr ? error->message : "unknown error";
  g_clear_error(&error);
  return render_error(what);
}

Result<Svg> parsed(const std::string& svg) {
  GError* error = nullptr;
  Svg handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (!handle) return render_error(error);
  return handle;
}

Vec2 size_of(const Svg& svg) {
  Vec2 size;
  rsvg_handle_get_intrinsic_size_in_pixels(svg.get(), &size.x, &size.y);
  return size;
}

Result<std::monostate> render(const Svg& svg, cairo_t* pen, const RsvgRectangle& room) {
  GError* error = nullptr;
  if (rsvg_handle_render_document(svg.get(), pen, &room, &error) == FALSE)
    return render_error(error);
  if (const auto status = cairo_status(pen); status != CAIRO_STATUS_SUCCESS) {
    return render_error(cairo_status_to_string(status));
  }
  return std::monostate{};
}

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void use(cairo_t* pen, std::string_view colour) {
  double channels[3]{};
  for (std::size_t i = 0; i < 3; ++i) {
    int value = 0;
    std::from_chars(colour.data() + 1 + 2 * i, colour.data() + 3 + 2 * i, value, 16);
    channels[i] = value / 255.0;
  }
  cairo_set_source_rgb(pen, channels[0], channels[1], channels[2]);
}

}  // namespace

Result<std::string> png_from_svg(const std::string& svg, int width) {
  const auto handle = parsed(svg);
  if (!handle) return handle.error();
  const Vec2 size = size_of(*handle);
  const int height = std::max(1, static_cast<int>(std::lround(size.y * width / size.x)));
  const SurfacePtr surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Pen pen(cairo_create(surface.get()));
  use(pen.get(), "#ffffff");
  cairo_paint(pen.get());
  const RsvgRectangle room{0.0, 0.0, static_cast<double>(width), static_cast<double>(height)};
  const auto drawn = render(*handle, pen.get(), room);
  if (!drawn) return drawn.error();
  std::string file;
  const auto status = cairo_surface_write_to_png_stream(surface.get(), append, &file);
  if (status != CAIRO_STATUS_SUCCESS) return render_error(cairo_status_to_string(status));
  return file;
}

Result<std::string> pdf_from_svg(const std::string& svg) {
  const auto handle = parsed(svg);
  if (!handle) return handle.error();
  const Vec2 size = points_per_pixel * size_of(*handle);
  std::string file;
  const SurfacePtr surface(cairo_pdf_surface_create_for_stream(append, &file, size.x, size.y));
  // a fixed date: the same picture gives the same bytes
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                 "2000-01-01T00:00:00Z");
  {
    const Pen pen(cairo_create(surface.get()));
    const auto drawn = render(*handle, pen.get(), {0.0, 0.0, size.x, size.y});
    if (!drawn) return drawn.error();
    cairo_show_page(pen.get());
  }
  cairo_surface_finish(surface.get());
  const auto status = cairo_surface_status(surface.get());
  if (status != CAIRO_STATUS_SUCCESS) return render_error(cairo_status_to_string(status));
  return file;
}

void Canvas::Release::operator()(Surface* surface) const {
  cairo_destroy(surface->pen);
  cairo_surface_destroy(surface->pixels);
  delete surface;
}

Result<Canvas> Canvas::blank(int width, int height, std::string_view colour) {
  cairo_surface_t* pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  Canvas canvas(new Surface{pixels, cairo_create(pixels)});
  if (const auto status = cairo_surface_status(pixels); status != CAIRO_STATUS_SUCCESS) {
    return render_error(cairo_status_to_string(status));
  }
  if (!colour.empty()) {
    use(canvas.surface_->pen, colour);
    cairo_paint(canvas.surface_->pen);
  }
  return canvas;
}

Result<std::monostate> Canvas::draw(const std::string& svg, Vec2 corner, double scale) {
  const auto handle = parsed(svg);
  if (!handle) return handle.error();
  const Vec2 size = scale * size_of(*handle);
  return render(*handle, surface_->pen, {corner.x, corner.y, size.x, size.y});
}

void Canvas::overlay(const Canvas& other, Vec2 pivot, double angle) {
  cairo_t* pen = surface_->pen;
  cairo_save(pen);
  cairo_translate(pen, pivot.x, pivot.y);
  cairo_rotate(pen, -angle);
  cairo_set_source_surface(pen, other.surface_->pixels, -pivot.x, -pivot.y);
  cairo_paint(pen);
  cairo_restore(pen);
}

void Canvas::copy(const Canvas& other) {
  cairo_save(surface_->pen);
  cairo_set_operator(surface_->pen, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface(surface_->pen, other.surface_->pixels, 0.0, 0.0);
  cairo_paint(surface_->pen);
  cairo_restore(surface_->pen);
}

void Canvas::line(Vec2 from, Vec2 to, std::string_view colour, double width) {
  use(surface_->pen, colour);
  cairo_set_line_width(surface_->pen, width);
  cairo_set_line_cap(surface_->pen, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(surface_->pen, from.x, from.y);
  cairo_line_to(surface_->pen, to.x, to.y);
  cairo_stroke(surface_->pen);
}

void Canvas::text(Vec2 end, const std::string& text, double size) {
  cairo_t* pen = surface_->pen;
  cairo_select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen, size);
  cairo_text_extents_t extents;
  cairo_text_extents(pen, text.c_str(), &extents);
  use(pen, "#22302e");
  cairo_move_to(pen, end.x - extents.x_advance, end.y);
  cairo_show_text(pen, text.c_str());
}

Pixels Canvas::pixels() {
  cairo_surface_t* image = surface_->pixels;
  cairo_surface_flush(image);
  cairo_surface_mark_dirty(image);
  return {.data = cairo_image_surface_get_data(image),
          .width = cairo_image_surface_get_width(image),
          .height = cairo_image_surface_get_height(image),
          .stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image))};
}

}  // namespace cuelab::film
