#include "view/compression.hpp"

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace cuelab::view {

bool accepts_gzip(std::string_view header) {
  std::string text(header);
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string coding = text.substr(begin, end - begin);
    begin = end + 1;
    if (coding != "gzip" && !coding.starts_with("gzip;")) continue;
    // a weight of zero refuses the coding
    const std::size_t weight = coding.find("q=");
    return weight == std::string::npos || std::atof(coding.c_str() + weight + 2) > 0.0;
  }
  return false;
}

std::string gzip(const std::string& text) {
  constexpr int window_bits = 15 + 16;  // zlib: the largest window, with the header of gzip
  constexpr int memory_level = 8;       // zlib's default
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return "";
  }
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool complete = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(complete ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

}  // namespace cuelab::view
