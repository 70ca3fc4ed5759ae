#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::film {

/// Size, rate and type of a film file.
struct FilmFormat {
  int width = 0;   ///< [px]
  int height = 0;  ///< [px]
  double fps = 30.0;
  bool gif =
      false;  ///< GIF, whose first frame provides the palette and is not shown; otherwise MP4
};

/// The arguments with which ffmpeg encodes frames from its standard input (4 bytes per pixel).
std::vector<std::string> ffmpeg_arguments(const FilmFormat& format, const std::string& file);

/// A running ffmpeg process. The destructor kills it if it has not finished.
class Ffmpeg {
 public:
  static Result<Ffmpeg> start(const FilmFormat& format, const std::string& file);
  Ffmpeg(Ffmpeg&& other) noexcept;
  Ffmpeg& operator=(Ffmpeg&&) = delete;
  Ffmpeg(const Ffmpeg&) = delete;
  Ffmpeg& operator=(const Ffmpeg&) = delete;
  ~Ffmpeg();

  /// Sends the next bytes; false when ffmpeg has stopped reading.
  bool write(std::span<const std::uint8_t> bytes) const;
  /// Closes its input and waits until the file is complete.
  Result<std::monostate> finish();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;

  Ffmpeg(pid_t process, int input, File errors)
      : process_(process), input_(input), errors_(std::move(errors)) {}
  int wait();

  pid_t process_ = -1;
  int input_ = -1;
  File errors_;
};

}  // namespace cuelab::film
