#include "sweep_run.hpp"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <mutex>

#include "console.hpp"
#include "modules.hpp"
#include "progress.hpp"
#include "study/chunk_runner.hpp"

namespace cuelab::cli {
namespace {

/// Whether a launcher of parallel programs has started this process: Open MPI's, or srun.
bool is_launched() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return (size != nullptr && std::string_view(size) != "1") ||
         std::getenv("PMIX_RANK") != nullptr || std::getenv("PMI_RANK") != nullptr;
}

/// Shots of a chunk; the last one may be shorter.
std::uint64_t shots_in(const Study& study, std::uint64_t chunk) {
  return std::min(study.chunk, study.shots() - chunk * study.chunk);
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Shows how far the work is; may be told from several threads.
class WorkBar {
 public:
  WorkBar(Work work, bool quiet) : work_(work), done_(work.done), bar_(0.0, quiet) {}

  void add(std::uint64_t shots) {
    done_ += shots;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    work_.done = done_;
    work_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    bar_.show_work(work_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Work work_;
  std::atomic<std::uint64_t> done_;
  std::mutex mutex_{};
  ProgressBar bar_;
};

}  // namespace

Result<std::unique_ptr<Crew>> Crew::gather() {
  if (!is_launched()) return std::unique_ptr<Crew>(new Crew(nullptr, 0, 1));
  const auto module = load_cluster_module();
  if (!module) return module.error();
  (*module)->begin();
  return std::unique_ptr<Crew>(new Crew(*module, (*module)->rank(), (*module)->size()));
}

Crew::~Crew() {
  if (module_ == nullptr) return;
  // the others wait for a study; there is none
  if (is_leader() && !led_) module_->broadcast("");
  module_->end();
}

void Crew::follow(unsigned threads) {
  const std::string document = module_->broadcast("");
  if (document.empty()) return;
  const auto study = parse_study(document, "study.json");
  if (!study) {
    fail(study.error(), internal_failure);
    std::abort();  // ends all ranks
  }
  study::ChunkRunner runner(*study, threads);
  std::string result;
  for (;;) {
    module_->send(0, result);
    const std::string task = module_->receive(true)->text;
    if (task.empty()) return;
    result = task + '\n' + study::encode(runner.run(number_of(task)), *study);
  }
}

void Crew::lead(const Study& study, const std::vector<std::uint64_t>& chunks,
                const std::function<bool(std::uint64_t, const std::string&)>& take) {
  led_ = true;
  module_->broadcast(study.document);
  bool goes_on = true;
  std::size_t next = 0;
  for (int busy = size_ - 1; busy > 0;) {
    const cluster::Message message = *module_->receive(true);
    // the first message of a rank brings no result
    if (!message.text.empty() && goes_on) {
      const std::size_t line = message.text.find('\n');
      goes_on = take(number_of(message.text.substr(0, line)), message.text.substr(line + 1));
    }
    const bool more = goes_on && next < chunks.size();
    module_->send(message.from, more ? std::to_string(chunks[next++]) : "");
    if (!more) --busy;
  }
}

std::optional<Error> play_chunks(const Study& study, const PlayOptions& options, Crew& crew,
                                 study::Journal& journal, study::ChunkIndex& finished) {
  std::vector<std::uint64_t> chunks;
  Work work;
  for (std::uint64_t k = options.first; k < options.last; ++k) {
    work.all += shots_in(study, k);
    if (!finished.contains(k)) {
      chunks.push_back(k);
    } else {
      work.before += shots_in(study, k);
    }
  }
  if (chunks.empty()) return {};
  work.done = work.before;
  WorkBar bar(work, options.quiet);
  std::optional<Error> error;
  const auto take = [&](std::uint64_t chunk, const std::string& bytes) {
    const DeferSignals guard;
    auto place = journal.append(chunk, bytes);
    if (place) {
      finished[chunk] = *std::move(place);
    } else {
      error = place.error();
    }
    return !error;
  };
  if (!crew.is_alone()) {
    crew.lead(study, chunks, [&](std::uint64_t chunk, const std::string& bytes) {
      bar.add(shots_in(study, chunk));
      return take(chunk, bytes);
    });
    return error;
  }
  study::ChunkRunner runner(study, options.threads);
  for (const std::uint64_t chunk : chunks) {
    const auto tally = runner.run(chunk, [&](std::uint64_t shots) { bar.add(shots); });
    if (!take(chunk, study::encode(tally, study))) break;
  }
  return error;
}

}  // namespace cuelab::cli
