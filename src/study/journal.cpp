// A journal: a header, then one record per finished chunk, in the order in which they finished.
//
//   header   "CUEJRNL1"  study  checksum
//   record   "CUECHUNK"  study  chunk  size  bytes  checksum
//
// Numbers have 8 bytes, least significant first. The checksum is over everything before it in the
// header or record.
#include "study/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cuelab/version.hpp"

namespace cuelab::study {
namespace {

constexpr std::string_view header_mark = "CUEJRNL1", record_mark = "CUECHUNK";
constexpr std::size_t header_size = 24, record_head = 32, record_tail = 8;

/// FNV-1a: a change of any single byte changes it.
std::uint64_t checksum(std::string_view bytes, std::uint64_t sum = 0xcbf29ce484222325U) {
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return sum;
}

std::string number_bytes(std::uint64_t value) {
  std::string bytes;
  for (unsigned i = 0; i < 64; i += 8) bytes += static_cast<char>(value >> i);
  return bytes;
}

std::uint64_t number_in(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

std::string with_checksum(std::string bytes) { return bytes + number_bytes(checksum(bytes)); }

Error fault(const std::string& path, const std::string& what) {
  return {.file = path, .key = "", .what = what};
}

Error read_fault(const std::string& path) {
  return fault(path, fmt::format("cannot be read: {}", std::strerror(errno)));
}

/// A file open for reading.
class InputFile {
 public:
  explicit InputFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~InputFile() {
    if (file_ >= 0) ::close(file_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  bool is_open() const { return file_ >= 0; }

  std::uint64_t size() const {
    struct stat status{};
    return ::fstat(file_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  }

  /// Up to `size` bytes from there; fewer at the end of the file or after an error.
  std::string read(std::uint64_t offset, std::size_t size) const {
    std::string bytes(size, '\0');
    std::size_t got = 0;
    while (got < size) {
      const ssize_t n =
          ::pread(file_, bytes.data() + got, size - got, static_cast<off_t>(offset + got));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      got += static_cast<std::size_t>(n);
    }
    bytes.resize(got);
    return bytes;
  }

 private:
  int file_;
};

/// The record that begins at an offset, if it is whole: its chunk and the size of its bytes.
struct WholeRecord {
  std::uint64_t chunk;
  std::uint64_t size;
  std::uint64_t end() const { return record_head + size + record_tail; }
};
std::optional<WholeRecord> record_at(const InputFile& file, std::uint64_t offset,
                                     std::uint64_t file_size, std::uint64_t study) {
  if (file_size - offset < record_head + record_tail) return {};
  const std::string head = file.read(offset, record_head);
  if (head.size() < record_head || !head.starts_with(record_mark)) return {};
  const WholeRecord record{.chunk = number_in(head, 16), .size = number_in(head, 24)};
  if (number_in(head, 8) != study) return {};
  if (record.size > file_size - offset - record_head - record_tail) return {};
  const std::string rest = file.read(offset + record_head, record.size + record_tail);
  if (rest.size() != record.size + record_tail) return {};
  const std::string_view bytes = std::string_view(rest).substr(0, record.size);
  if (checksum(bytes, checksum(head)) != number_in(rest, record.size)) return {};
  return record;
}

/// Where the next record may begin, after damage; the end of the file if nowhere.
std::uint64_t next_mark(const InputFile& file, std::uint64_t offset, std::uint64_t file_size) {
  constexpr std::size_t block = 1U << 20U;
  while (offset < file_size) {
    const std::string bytes = file.read(offset, block + record_mark.size());
    const std::size_t found = bytes.find(record_mark);
    if (found != std::string::npos) return offset + found;
    if (bytes.size() <= record_mark.size()) break;
    offset += bytes.size() - record_mark.size();
    if (bytes.size() < block) break;
  }
  return file_size;
}

bool write_all(int file, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return true;
}

}  // namespace

std::uint64_t fingerprint(const Study& study) {
  return checksum(study.document, checksum(std::string(version) + "\n"));
}

Result<JournalContents> read_journal(const std::string& path, const Study& study) {
  JournalContents contents;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return contents;
  const InputFile file(path);
  if (!file.is_open()) return read_fault(path);
  const std::uint64_t size = file.size();
  const std::uint64_t wanted = fingerprint(study);
  const std::string header = file.read(0, header_size);
  const bool whole = header.size() == header_size && header.starts_with(header_mark) &&
                     checksum(std::string_view(header).substr(0, 16)) == number_in(header, 16);
  if (whole && number_in(header, 8) != wanted) {
    return fault(path,
                 "belongs to another study or version; remove it, or choose another output file");
  }
  std::uint64_t offset = whole ? header_size : next_mark(file, 0, size);
  contents.damaged = whole ? 0 : offset;
  contents.end = whole ? header_size : 0;
  while (offset < size) {
    if (const auto record = record_at(file, offset, size, wanted)) {
      contents.chunks[record->chunk] = {path, offset + record_head, record->size};
      offset += record->end();
      contents.end = offset;
      continue;
    }
    const std::uint64_t next = next_mark(file, offset + 1, size);
    contents.damaged += next - offset;
    offset = next;
  }
  if (!whole && size > 0 && contents.chunks.empty() && !header_mark.starts_with(header) &&
      !header.starts_with(header_mark)) {
    return fault(path, "is not a journal of this study; remove it, or choose another output file");
  }
  return contents;
}

std::vector<std::string> journals_of(const std::string& out) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  const fs::path path = fs::absolute(out);
  const std::string name = path.filename().string();
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(path.parent_path(), ignored)) {
    const std::string file = entry.path().filename().string();
    if (file == name + ".journal" || file.starts_with(name + ".part-")) {
      found.push_back((fs::path(out).parent_path() / file).string());
    }
  }
  std::ranges::sort(found);
  return found;
}

Result<std::string> read_chunk(const ChunkPlace& place) {
  const InputFile file(place.file);
  if (!file.is_open()) return read_fault(place.file);
  const std::string head = file.read(place.offset - record_head, record_head);
  std::string bytes = file.read(place.offset, place.size + record_tail);
  const bool whole = head.size() == record_head && bytes.size() == place.size + record_tail;
  const std::string_view content = std::string_view(bytes).substr(0, place.size);
  if (!whole || checksum(content, checksum(head)) != number_in(bytes, place.size)) {
    return fault(place.file, "has changed while it was read; start again");
  }
  bytes.resize(place.size);
  return bytes;
}

void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

Journal::Journal(std::string path, int file, std::uint64_t study, JournalContents contents)
    : path_(std::move(path)),
      file_(file),
      study_(study),
      contents_(std::move(contents)),
      end_(contents_.end) {}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      study_(other.study_),
      contents_(std::move(other.contents_)),
      end_(other.end_) {}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

Result<Journal> Journal::open(const std::string& path, const Study& study) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  const auto failed = [&] {
    return fault(path, fmt::format("cannot be written: {}", std::strerror(errno)));
  };
  if (file < 0) return failed();
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return fault(path, "is in use by another run of this study");
  }
  auto contents = read_journal(path, study);
  if (!contents) {
    ::close(file);
    return contents.error();
  }
  Journal journal(path, file, fingerprint(study), *std::move(contents));
  // a header that is missing or damaged is written anew, in its place
  const std::string header = with_checksum(std::string(header_mark) + number_bytes(journal.study_));
  journal.end_ = std::max<std::uint64_t>(journal.end_, header_size);
  if (!write_all(file, header, 0) || ::ftruncate(file, static_cast<off_t>(journal.end_)) != 0 ||
      ::fsync(file) != 0) {
    return failed();
  }
  sync_folder_of(path);
  return journal;
}

Result<ChunkPlace> Journal::append(std::uint64_t chunk, std::string_view bytes) {
  std::string record(record_mark);
  record += number_bytes(study_) + number_bytes(chunk) + number_bytes(bytes.size());
  record += bytes;
  record = with_checksum(std::move(record));
  if (write_all(file_, record, end_) && ::fdatasync(file_) == 0) {
    const ChunkPlace place{path_, end_ + record_head, bytes.size()};
    end_ += record.size();
    return place;
  }
  const std::string why = std::strerror(errno);
  // what was written of it is cut off; if that fails, too, the next start skips it
  static_cast<void>(::ftruncate(file_, static_cast<off_t>(end_)));
  return fault(path_, fmt::format("cannot be written: {}; what was finished is saved, a second "
                                  "start goes on from there",
                                  why));
}

}  // namespace cuelab::study
