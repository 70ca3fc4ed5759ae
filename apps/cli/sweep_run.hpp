#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/module.hpp"
#include "cuelab/study.hpp"
#include "study/journal.hpp"

namespace cuelab::cli {

/// The ranks of a program started by mpirun. Without mpirun there is only this one.
class Crew {
 public:
  /// Error if the program was started by mpirun but cannot exchange messages.
  static Result<std::unique_ptr<Crew>> gather();
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  bool is_leader() const { return rank_ == 0; }
  bool is_alone() const { return size_ == 1; }
  int size() const { return size_; }

  /// All ranks but the first: play the chunks that the first one hands out, until it ends.
  void follow(unsigned threads);

  /// The first rank: has the chunks played by the others, and passes each result to `take`, which
  /// returns whether to go on.
  void lead(const Study& study, const std::vector<std::uint64_t>& chunks,
            const std::function<bool(std::uint64_t chunk, const std::string& bytes)>& take);

 private:
  Crew(const cluster::Module* module, int rank, int size)
      : module_(module), rank_(rank), size_(size) {}

  const cluster::Module* module_;  ///< null without mpirun
  int rank_;
  int size_;
  bool led_ = false;
};

/// What to play, and how.
struct PlayOptions {
  std::uint64_t first = 0;  ///< chunk
  std::uint64_t last = 0;   ///< the one after the last
  unsigned threads = 0;     ///< 0: all cores
  bool quiet = false;
};

/// Plays the chunks that `finished` lacks, and adds them to the journal and to `finished`.
std::optional<Error> play_chunks(const Study& study, const PlayOptions& options, Crew& crew,
                                 study::Journal& journal, study::ChunkIndex& finished);

}  // namespace cuelab::cli
