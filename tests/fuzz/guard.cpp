#include "fuzz/guard.hpp"

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

namespace cuelab::fuzz {
namespace {

/// What a child tells its parent, in memory that both see.
struct Board {
  static constexpr std::size_t capacity = 4096;
  struct Note {
    std::uint64_t seed;
    Kind kind;
    std::array<char, 240> details;
  };

  std::uint64_t current = 0;  ///< seed being checked
  Statistics statistics;
  std::size_t count = 0;
  std::array<Note, capacity> notes;

  void add(std::uint64_t seed, const Failure& failure) {
    if (count == capacity) return;
    Note& note = notes[count];
    note = {seed, failure.kind, {}};
    std::snprintf(note.details.data(), note.details.size(), "%s", failure.details.c_str());
    ++count;
  }
};

/// Shared memory for one board.
class SharedBoard {
 public:
  SharedBoard()
      : memory_(mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                     0)),
        board_(new(memory_) Board) {}
  ~SharedBoard() { munmap(memory_, sizeof(Board)); }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board* operator->() { return board_; }

 private:
  void* memory_;
  Board* board_;
};

/// Ends this process after so many seconds of processor time: others may use the machine.
void limit_time(unsigned seconds) {
  const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

[[noreturn]] void work(const SeedRange& seeds, unsigned limit, const SeedCheck& check,
                       SharedBoard& board) {
  for (std::uint64_t seed = seeds.from; seed < seeds.to; ++seed) {
    board->current = seed;
    limit_time(limit);
    for (const Failure& failure : check(seed, board->statistics)) board->add(seed, failure);
  }
  _exit(0);
}

/// The failure a child's end stands for, if any.
std::optional<Failure> failure_of(int status, unsigned limit) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
    return Failure{Kind::hang, "longer than " + std::to_string(limit) + " s"};
  }
  if (WIFSIGNALED(status)) {
    return Failure{Kind::crash, std::string("by signal: ") + strsignal(WTERMSIG(status))};
  }
  return Failure{Kind::crash, "ended with status " + std::to_string(WEXITSTATUS(status))};
}

}  // namespace

void Statistics::add(const Statistics& other) {
  scenes += other.scenes;
  refused += other.refused;
  empty += other.empty;
  slow += other.slow;
  in_engine += other.in_engine;
  seconds.add(other.seconds.value, other.seconds.seed);
  events.add(other.events.value, other.events.seed);
  steps.add(other.steps.value, other.steps.seed);
}

std::vector<Report> run_guarded(const SeedRange& seeds, unsigned limit, const SeedCheck& check,
                                Statistics& statistics) {
  std::vector<Report> reports;
  for (std::uint64_t next = seeds.from; next < seeds.to;) {
    SharedBoard board;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) work({next, seeds.to}, limit, check, board);
    int status = 0;
    waitpid(child, &status, 0);

    for (std::size_t k = 0; k < board->count; ++k) {
      const Board::Note& note = board->notes[k];
      reports.push_back({note.seed, {note.kind, note.details.data()}});
    }
    statistics.add(board->statistics);
    next = seeds.to;
    if (const std::optional<Failure> failure = failure_of(status, limit)) {
      reports.push_back({board->current, *failure});
      next = board->current + 1;
    }
  }
  return reports;
}

}  // namespace cuelab::fuzz
