#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <optional>

#include "commands.hpp"
#include "console.hpp"
#include "modules.hpp"
#include "output_files.hpp"
#include "study/sweep_file.hpp"
#include "study/sweep_picture.hpp"
#include "sweep_run.hpp"
#include "sweep_text.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

std::optional<Error> find_fault(const SweepArgs& args) {
  if (args.info) return {};
  if (args.out.empty()) return Error{"", "sweep", "--out FILE.h5 is required"};
  if (auto fault = find_output_fault("--out ", args.out, ".h5", args.study)) {
    fault->key = "--out";
    return fault;
  }
  if (auto fault = find_output_fault("--csv", args.csv, ".csv", args.study)) return fault;
  if (auto fault = find_output_fault("--plot", args.plot, ".svg, .png, .pdf", args.study)) {
    return fault;
  }
  if (!args.chunk_range.empty() && args.merge) {
    return Error{"", "--merge", "plays nothing; leave out --chunk-range"};
  }
  if (!args.chunk_range.empty() && !(args.csv + args.plot).empty()) {
    return Error{"", "--chunk-range", "plays a part; give --csv and --plot with --merge"};
  }
  return {};
}

Result<unsigned> parse_sweep_threads(const std::string& text, bool alone) {
  if (text.empty()) return alone ? 0U : 1U;
  const std::string expected = "a whole number from 1 to 1024";
  const auto value = parse_number("--threads", text, expected);
  if (!value) return value.error();
  if (*value < 1.0 || *value > 1024.0 || *value != static_cast<unsigned>(*value)) {
    return Error{"", "--threads", fmt::format("is {}, must be {}", text, expected)};
  }
  return static_cast<unsigned>(*value);
}

/// Chunks first ... last - 1.
struct ChunkRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Two numbers and what is between them; nothing unless that is all.
std::optional<ChunkRange> read_range(std::string_view text, char between) {
  ChunkRange range;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != between) return {};
  const auto last = std::from_chars(first.ptr + 1, end, range.last);
  if (last.ec != std::errc{} || last.ptr != end) return {};
  return range;
}

/// "A:B", cut at the number of chunks.
Result<PlayOptions> parse_range(const std::string& text, const Study& study) {
  if (text.empty()) return PlayOptions{.first = 0, .last = study.chunks()};
  const auto range = read_range(text, ':');
  if (!range || range->first >= range->last) {
    return Error{
        "", "--chunk-range",
        fmt::format("is \"{}\", must be A:B with A below B, for the chunks A to B - 1", text)};
  }
  if (range->first >= study.chunks()) {
    return Error{
        "", "--chunk-range",
        fmt::format("is \"{}\", but there are only the chunks 0 to {}", text, study.chunks() - 1)};
  }
  return PlayOptions{.first = range->first, .last = std::min(range->last, study.chunks())};
}

constexpr std::string_view part_mark = ".part-";

std::string journal_name(const SweepArgs& args) {
  if (args.chunk_range.empty()) return args.out + ".journal";
  std::string range = args.chunk_range;
  std::ranges::replace(range, ':', '-');
  return args.out + std::string(part_mark) + range;
}

void tell_damage(const std::string& file, const study::JournalContents& contents,
                 const Study& study) {
  if (contents.damaged == 0) return;
  fmt::print(stderr, "cuelab: {}: skipped {} damaged bytes; {} of {} chunks are whole\n", file,
             contents.damaged, contents.chunks.size(), study.chunks());
}

/// Whether a journal may have chunks of a range; those of other ranges need not be read.
bool may_have(const std::string& journal, const PlayOptions& wanted) {
  const std::size_t mark = journal.rfind(part_mark);
  if (mark == std::string::npos) return true;
  const auto range = read_range(std::string_view(journal).substr(mark + part_mark.size()), '-');
  return !range || (range->first < wanted.last && wanted.first < range->last);
}

/// The wanted chunks of all journals but the own one, if this run has one. While it plays, others
/// may be writing to them, so that an incomplete end is no damage.
Result<study::ChunkIndex> finished_chunks(const SweepArgs& args, const Study& study,
                                          const PlayOptions& wanted, const std::string& own) {
  study::ChunkIndex finished;
  for (const std::string& file : study::journals_of(args.out)) {
    if (file == own || !may_have(file, wanted)) continue;
    auto contents = study::read_journal(file, study);
    if (!contents) return contents.error();
    if (own.empty()) tell_damage(file, *contents, study);
    finished.merge(contents->chunks);
  }
  return finished;
}

void tell_finished(const study::ChunkIndex& finished, const PlayOptions& options) {
  const auto count = static_cast<std::uint64_t>(
      std::distance(finished.lower_bound(options.first), finished.lower_bound(options.last)));
  if (count == 0 || options.quiet) return;
  fmt::print(
      stderr, "cuelab: {} of {} chunks were finished before; {}\n", count,
      options.last - options.first,
      count < options.last - options.first ? "the others follow" : "nothing is left to play");
}

/// Plays what is missing. Returns all finished chunks.
Result<study::ChunkIndex> play(const SweepArgs& args, const Study& study, PlayOptions options,
                               Crew& crew) {
  const std::string name = journal_name(args);
  auto finished = finished_chunks(args, study, options, name);
  if (!finished) return finished;
  auto journal = study::Journal::open(name, study);
  if (!journal) return journal.error();
  tell_damage(name, journal->contents(), study);
  for (const auto& [chunk, place] : journal->contents().chunks)
    finished->insert_or_assign(chunk, place);
  tell_finished(*finished, options);
  if (const auto fault = play_chunks(study, options, crew, *journal, *finished)) return *fault;
  return finished;
}

int build(const SweepArgs& args, const Study& study, const study::ChunkIndex& finished,
          const hdf5::Module& module, const Verbosity& verbosity) {
  if (const std::string missing = study::missing_text(finished, 0, study.chunks());
      !missing.empty()) {
    return fail({args.out, "",
                 fmt::format("cannot be joined: {} of {} chunks are missing: {}",
                             study.chunks() - finished.size(), study.chunks(), missing)});
  }
  const auto summary = [&] {
    const DeferSignals guard;
    auto written = study::write_sweep(study, finished, args.out, args.csv, module);
    if (!written) return written;
    for (const std::string& file : study::journals_of(args.out)) fs::remove(file);
    return written;
  }();
  if (!summary) return fail(summary.error());
  if (!args.plot.empty()) {
    constexpr int picture_pixels = 1600;
    const auto pixels = module_for(fs::path(args.plot).extension(), ".svg");
    if (!pixels) return fail(pixels.error());
    const auto saved =
        save_picture(args.plot, study::draw_sweep(study, *summary), picture_pixels, *pixels);
    if (!saved) return fail(saved.error());
  }
  if (args.json) return print(sweep_json(study, *summary) + "\n");
  if (verbosity.quiet) return 0;
  return print(sweep_text(study, *summary) + fmt::format("wrote {}\n", args.out));
}

int sweep(const SweepArgs& args, const Verbosity& verbosity, Crew& crew, unsigned threads) {
  if (const auto fault = find_fault(args)) return fail(*fault);
  const auto study = load_study(args.study);
  if (!study) return fail(study.error());
  if (args.info) return print(info_text(*study, args.json));
  auto options = parse_range(args.chunk_range, *study);
  if (!options) return fail(options.error());
  options->threads = threads;
  options->quiet = verbosity.quiet;
  const auto module = load_hdf5_module();
  if (!module) return fail(module.error());

  auto finished =
      args.merge ? finished_chunks(args, *study, *options, "") : play(args, *study, *options, crew);
  if (!finished) return fail(finished.error());
  if (args.chunk_range.empty()) return build(args, *study, *finished, **module, verbosity);
  if (verbosity.quiet) return 0;
  return print(fmt::format("chunks {} to {} of {} are in {}\n", options->first, options->last - 1,
                           study->chunks(), journal_name(args)));
}

}  // namespace

int sweep_command(const SweepArgs& args, const Verbosity& verbosity) {
  // a file that grows too large is an error of the writing call, not the end of the program
  std::signal(SIGXFSZ, SIG_IGN);
  const auto crew = Crew::gather();
  if (!crew) return fail(crew.error());
  const auto threads = parse_sweep_threads(args.threads, (*crew)->is_alone());
  if (!(*crew)->is_leader()) {
    (*crew)->follow(threads ? *threads : 1);
    return 0;
  }
  if (!threads) return fail(threads.error());
  return sweep(args, verbosity, **crew, *threads);
}

}  // namespace cuelab::cli
