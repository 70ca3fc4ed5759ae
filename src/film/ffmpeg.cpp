#include "film/ffmpeg.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace cuelab::film {
namespace {

Error ffmpeg_error(const std::string& what) { return {"", "", "ffmpeg: " + what}; }

/// Starts the program with these files as standard input and error. Returns 0 or an errno.
int spawn(pid_t& process, std::vector<std::string> arguments, int input, int errors) {
  std::vector<char*> pointers(arguments.size() + 1, nullptr);
  std::ranges::transform(arguments, pointers.begin(),
                         [](std::string& argument) { return argument.data(); });

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);

  // a process group of its own: Ctrl-C reaches only us, and the destructor ends ffmpeg
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);

  const int code =
      posix_spawnp(&process, pointers[0], &files, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return code;
}

/// The last line of its error output.
std::string last_line(std::FILE* file) {
  std::rewind(file);
  std::string last;
  std::array<char, 512> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
    if (line[0] != '\n') last = line.data();
  }
  while (!last.empty() && last.back() == '\n') last.pop_back();
  return last;
}

}  // namespace

std::vector<std::string> ffmpeg_arguments(const FilmFormat& format, const std::string& file) {
  std::vector<std::string> arguments{"ffmpeg",    "-hide_banner",
                                     "-loglevel", "error",
                                     "-nostdin",  "-y",
                                     "-f",        "rawvideo",
                                     "-pix_fmt",  "bgr0",
                                     "-s",        fmt::format("{}x{}", format.width, format.height),
                                     "-r",        fmt::format("{}", format.fps),
                                     "-i",        "pipe:0"};
  const auto add = [&](std::initializer_list<const char*> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  if (format.gif) {
    // the first frame only provides the palette
    add({"-filter_complex",
         "split[a][b];[a]trim=end_frame=1,palettegen[p];[b]trim=start_frame=1,"
         "setpts=PTS-STARTPTS[f];[f][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
         "-loop", "0", "-f", "gif"});
  } else {
    add({"-c:v", "libx264", "-preset", "medium", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags",
         "+faststart", "-f", "mp4"});
  }
  arguments.push_back("file:" + file);
  return arguments;
}

Result<Ffmpeg> Ffmpeg::start(const FilmFormat& format, const std::string& file) {
  File errors(std::tmpfile());
  std::array<int, 2> pipe{};
  if (!errors || pipe2(pipe.data(), O_CLOEXEC) != 0) return ffmpeg_error(std::strerror(errno));
  pid_t process = -1;
  const int code = spawn(process, ffmpeg_arguments(format, file), pipe[0], fileno(errors.get()));
  close(pipe[0]);
  if (code != 0) {
    close(pipe[1]);
    return ffmpeg_error(std::strerror(code));
  }
  return Ffmpeg(process, pipe[1], std::move(errors));
}

Ffmpeg::Ffmpeg(Ffmpeg&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      input_(std::exchange(other.input_, -1)),
      errors_(std::move(other.errors_)) {}

Ffmpeg::~Ffmpeg() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  wait();
}

bool Ffmpeg::write(std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

int Ffmpeg::wait() {
  if (input_ >= 0) close(std::exchange(input_, -1));
  int status = -1;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

Result<std::monostate> Ffmpeg::finish() {
  const int status = wait();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::monostate{};
  const std::string why = last_line(errors_.get());
  return ffmpeg_error(why.empty() ? "ended without a message" : why);
}

}  // namespace cuelab::film
