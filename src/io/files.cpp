#include "io/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cuelab/io.hpp"
#include "io/input_error.hpp"

namespace cuelab {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string last_error() { return std::strerror(errno); }

/// Writes the text to the file and on to the disk.
bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

}  // namespace

std::string read_file(const std::string& path, std::size_t limit) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse("", "cannot be read: " + last_error());
  std::string text;
  constexpr std::size_t block = 1 << 16;
  while (text.size() <= limit) {
    const std::size_t old = text.size();
    text.resize(old + std::min(block, limit + 1 - old));
    errno = 0;
    const std::size_t got = std::fread(text.data() + old, 1, text.size() - old, file.get());
    text.resize(old + got);
    if (std::ferror(file.get()) != 0) refuse("", "cannot be read: " + last_error());
    if (got == 0) break;
  }
  return text;
}

Result<std::monostate> write_file(const std::string& path, std::string_view text) {
  const auto failed = [&](const std::string& why) {
    return Error{.file = path, .key = "", .what = "cannot be written: " + why};
  };
  // devices and pipes cannot be replaced; write into them
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    const File file(std::fopen(path.c_str(), "wb"));
    if (!file || !write_all(file.get(), text)) return failed(last_error());
    return std::monostate{};
  }

  // a name of our own beside the target, so that the rename stays within one file system
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  File file(std::fopen(temporary.c_str(), "wb"));
  if (!file) return failed(last_error());
  const bool written = write_all(file.get(), text);
  const std::string why = last_error();
  const bool closed = std::fclose(file.release()) == 0;
  if (!written || !closed) {
    std::remove(temporary.c_str());
    return failed(written ? last_error() : why);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string rename_error = last_error();
    std::remove(temporary.c_str());
    return failed(rename_error);
  }
  return std::monostate{};
}

}  // namespace cuelab
