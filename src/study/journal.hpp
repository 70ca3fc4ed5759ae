#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/result.hpp"
#include "cuelab/study.hpp"

namespace cuelab::study {

/// A number that identifies what a study computes: its document and the program's version.
std::uint64_t fingerprint(const Study& study);

/// Where the bytes of a finished chunk lie.
struct ChunkPlace {
  std::string file;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// The finished chunks by number.
using ChunkIndex = std::map<std::uint64_t, ChunkPlace>;

/// What reading a journal found.
struct JournalContents {
  ChunkIndex chunks{};
  std::uint64_t end = 0;      ///< where the last whole record ends
  std::uint64_t damaged = 0;  ///< bytes that belong to no whole record
};

/// Reads a journal. Every record has a checksum; damaged ones are skipped, and what is whole after
/// them is found again. Error if the file cannot be read or belongs to another study. A file that
/// does not exist is empty.
Result<JournalContents> read_journal(const std::string& path, const Study& study);

/// All journals of an output file: its own, OUT.journal, and those of chunk ranges, OUT.part-A-B.
std::vector<std::string> journals_of(const std::string& out);

/// The bytes of a chunk. Error if they have changed since.
Result<std::string> read_chunk(const ChunkPlace& place);

/// A journal open for writing, by one process at a time.
class Journal {
 public:
  /// Makes the file if there is none. Error if another process writes to it.
  static Result<Journal> open(const std::string& path, const Study& study);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// What the file had when it was opened.
  const JournalContents& contents() const { return contents_; }

  /// Appends a chunk and waits until it is on the disk. After an error the file is as before.
  Result<ChunkPlace> append(std::uint64_t chunk, std::string_view bytes);

 private:
  Journal(std::string path, int file, std::uint64_t study, JournalContents contents);

  std::string path_;
  int file_ = -1;
  std::uint64_t study_ = 0;
  JournalContents contents_;
  std::uint64_t end_ = 0;
};

/// Writes the names in a folder to the disk: after files were made, renamed or removed there.
void sync_folder_of(const std::string& path);

}  // namespace cuelab::study
