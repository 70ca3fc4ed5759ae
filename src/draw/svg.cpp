#include "draw/svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cuelab::draw {

std::string number(double value) {
  constexpr double largest = 1e7;  // nothing beyond this is visible; limits the number of digits
  if (std::isnan(value)) value = 0.0;
  value = std::clamp(value, -largest, largest);

  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, 2);
  std::string_view digits(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  while (digits.back() == '0') digits.remove_suffix(1);
  if (digits.back() == '.') digits.remove_suffix(1);
  return digits.empty() || digits == "-0" ? "0" : std::string(digits);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool forbidden = byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
        out += forbidden ? '?' : c;
      }
    }
  }
  return out;
}

std::string shaded(std::string_view colour, double amount) {
  std::string out = "#";
  for (std::size_t i = 1; i + 1 < colour.size(); i += 2) {
    int channel = 0;
    std::from_chars(colour.data() + i, colour.data() + i + 2, channel, 16);
    const double target = amount > 0.0 ? 255.0 : 0.0;
    const int mixed =
        static_cast<int>(std::lround(channel + std::abs(amount) * (target - channel)));
    out += "0123456789abcdef"[mixed / 16];
    out += "0123456789abcdef"[mixed % 16];
  }
  return out;
}

Svg::Svg(double width, double height) : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {
  open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
               {"width", width},
               {"height", height},
               {"viewBox", "0 0 " + number(width) + " " + number(height)},
               {"font-family", "Helvetica, Arial, 'Liberation Sans', sans-serif"}});
}

void Svg::begin(std::string_view tag, Attributes attributes) {
  out_.append(2 * open_.size(), ' ');
  out_.append("<").append(tag);
  for (const Attribute& a : attributes) {
    out_.append(" ").append(a.name).append("=\"").append(escaped(a.value.text)).append("\"");
  }
}

void Svg::leaf(std::string_view tag, Attributes attributes) {
  begin(tag, attributes);
  out_ += "/>\n";
}

void Svg::text(std::string_view tag, std::string_view content, Attributes attributes) {
  begin(tag, attributes);
  out_.append(">").append(escaped(content)).append("</").append(tag).append(">\n");
}

void Svg::open(std::string_view tag, Attributes attributes) {
  begin(tag, attributes);
  out_ += ">\n";
  open_.emplace_back(tag);
}

void Svg::close() {
  const std::string tag = std::move(open_.back());
  open_.pop_back();
  out_.append(2 * open_.size(), ' ');
  out_.append("</").append(tag).append(">\n");
}

std::string Svg::finish() && {
  while (!open_.empty()) close();
  return std::move(out_);
}

PathData& PathData::add(std::string_view command, std::initializer_list<Vec2> points) {
  text_ += command;
  bool first = true;
  for (const Vec2 p : points) {
    if (!first) text_ += ' ';
    text_ += number(p.x) + ' ' + number(p.y);
    first = false;
  }
  return *this;
}

PathData& PathData::arc(double radius, bool clockwise, Vec2 to) {
  const std::string r = number(radius);
  text_ += 'A' + r + ' ' + r + " 0 0 " + (clockwise ? "1 " : "0 ");
  text_ += number(to.x) + ' ' + number(to.y);
  return *this;
}

PathData& PathData::close() {
  text_ += 'Z';
  return *this;
}

}  // namespace cuelab::draw
