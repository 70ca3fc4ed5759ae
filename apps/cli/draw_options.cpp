#include "draw_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "console.hpp"

namespace cuelab::cli {
namespace {

const std::vector<std::string> endings{".svg", ".png", ".pdf", ".gif", ".mp4", ".html"};
const std::vector<std::string> views{"top", "side", "curves"};

bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// A number option and its limits.
struct Range {
  const char* option;
  double low;
  double high;
  bool whole = false;
};

/// The number in `text`, or the fallback if it is empty.
Result<double> number_in(const Range& range, const std::string& text, double fallback) {
  if (text.empty()) return fallback;
  const std::string expected = fmt::format(
      "{} from {} to {}", range.whole ? "a whole number" : "a number", range.low, range.high);
  auto number = parse_number(range.option, text, expected);
  if (!number) return number;
  const bool inside = *number >= range.low && *number <= range.high;
  if (inside && (!range.whole || *number == std::floor(*number))) return number;
  return Error{"", range.option, fmt::format("{} is not allowed; give {}", text, expected)};
}

std::optional<Error> find_word_fault(const DrawArgs& args, const std::string& ending) {
  if (!is_one_of(ending, endings)) {
    return Error{
        "", "--out",
        fmt::format("\"{}\": unknown file type; available: {}", args.out, joined(endings))};
  }
  if (!args.view.empty() && !is_one_of(args.view, views)) {
    return Error{"", "--view",
                 fmt::format("unknown view \"{}\"{}; available: {}", args.view,
                             suggestion(args.view, views), joined(views))};
  }
  return {};
}

/// Options that do not apply to this type of file.
std::optional<Error> find_misfit(const DrawArgs& args, const std::string& ending) {
  const bool film = ending == ".gif" || ending == ".mp4";
  if (args.view == "curves" && (film || ending == ".html")) {
    return Error{"", "--view",
                 fmt::format("curves do not move; for {} choose top or side, or write curves to "
                             ".svg, .png or .pdf",
                             ending)};
  }
  if (!args.width.empty() && !film && ending != ".png") {
    return Error{"", "--width", fmt::format("applies to .png, .gif and .mp4, not to {}", ending)};
  }
  const std::array<std::pair<const char*, const std::string*>, 4> film_options{
      {{"--fps", &args.fps}, {"--speed", &args.speed}, {"--from", &args.from}, {"--to", &args.to}}};
  for (const auto& [option, text] : film_options) {
    if (!film && !text->empty()) {
      return Error{"", option, fmt::format("applies to films (.gif, .mp4), not to {}", ending)};
    }
  }
  return {};
}

/// Whether PATH has an executable of that name.
bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string file = fmt::format("{}/{}", folders.substr(0, end), program);
    if (access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
  }
  return false;
}

int default_width(const std::string& ending) {
  if (ending == ".gif") return 800;
  return ending == ".mp4" ? 1280 : 1600;
}

}  // namespace

Result<DrawOptions> parse_draw_options(const DrawArgs& args) {
  DrawOptions options;
  options.ending = std::filesystem::path(args.out).extension().string();
  options.view = args.view.empty() ? "top" : args.view;
  if (auto fault = find_word_fault(args, options.ending)) return *std::move(fault);
  if (auto fault = find_misfit(args, options.ending)) return *std::move(fault);

  const bool gif = options.ending == ".gif";
  const auto width = number_in({"--width", 100, options.is_film() ? 4096.0 : 10000.0, true},
                               args.width, default_width(options.ending));
  if (!width) return width.error();
  options.width = static_cast<int>(*width);
  const auto fps = number_in({"--fps", 1, gif ? 50.0 : 120.0}, args.fps, gif ? 20.0 : 30.0);
  if (!fps) return fps.error();
  options.fps = *fps;

  const auto optional_number = [](const Range& range, const std::string& text,
                                  std::optional<double>& value) -> std::optional<Error> {
    if (text.empty()) return {};
    const auto number = number_in(range, text, 0.0);
    if (!number) return number.error();
    value = *number;
    return {};
  };
  if (auto fault = optional_number({"--speed", 1e-5, 100}, args.speed, options.speed))
    return *fault;
  if (auto fault = optional_number({"--from", 0, 1e6}, args.from, options.from)) return *fault;
  if (auto fault = optional_number({"--to", 0, 1e6}, args.to, options.to)) return *fault;
  return options;
}

std::optional<Error> find_missing_tool(const DrawOptions& options) {
  if (!options.is_film() || is_installed("ffmpeg")) return {};
  return Error{
      "", "--out",
      fmt::format("{} needs ffmpeg, which was not found in PATH; install it (Debian: apt install "
                  "ffmpeg), or write .html, .svg, .png or .pdf",
                  options.ending)};
}

double default_speed(double seconds) {
  constexpr double min_duration = 3.0;  // [s]
  if (seconds == 0.0) return 1.0;
  for (const double slower : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0}) {
    if (seconds * slower >= min_duration) return 1.0 / slower;
  }
  return 1e-3;
}

}  // namespace cuelab::cli
