#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// Whether there is a program of that name in PATH.
bool is_installed(const std::string& program);

/// What goes into a film file.
struct FilmFormat {
  int width = 0;   ///< [px]
  int height = 0;  ///< [px]
  double fps = 30.0;
  bool gif = false;  ///< its first frame is not shown but has all colours; otherwise MP4
};

/// The arguments that make ffmpeg turn frames on its input, four bytes a pixel, into that file.
std::vector<std::string> ffmpeg_arguments(const FilmFormat& format, const std::string& file);

/// A running ffmpeg. It is ended and waited for, whatever happens.
class Ffmpeg {
 public:
  static Result<Ffmpeg> start(const FilmFormat& format, const std::string& file);
  Ffmpeg(Ffmpeg&& other) noexcept;
  Ffmpeg& operator=(Ffmpeg&&) = delete;
  Ffmpeg(const Ffmpeg&) = delete;
  Ffmpeg& operator=(const Ffmpeg&) = delete;
  ~Ffmpeg();

  /// Gives it the next bytes; false when it has stopped reading.
  bool write(std::span<const std::uint8_t> bytes) const;
  /// Ends its input and waits until the file is finished.
  Result<std::monostate> finish();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;

  Ffmpeg(pid_t process, int input, File complaints)
      : process_(process), input_(input), complaints_(std::move(complaints)) {}
  int wait();

  pid_t process_ = -1;
  int input_ = -1;
  File complaints_;
};

}  // namespace cuelab::cli
