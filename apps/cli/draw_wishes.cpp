#include "draw_wishes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "console.hpp"
#include "ffmpeg.hpp"
#include "raster.hpp"

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

/// The number in `text`, the fallback if that is empty.
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
    return Error{"", "--out",
                 fmt::format("\"{}\": unknown ending; available: {}", args.out, joined(endings))};
  }
  if (!args.view.empty() && !is_one_of(args.view, views)) {
    return Error{"", "--view",
                 fmt::format("\"{}\" is no view{}; available: {}", args.view,
                             suggestion(args.view, views), joined(views))};
  }
  return {};
}

/// Options that mean nothing for this kind of file.
std::optional<Error> find_misfit(const DrawArgs& args, const std::string& ending) {
  const bool film = ending == ".gif" || ending == ".mp4";
  if (args.view == "curves" && (film || ending == ".html")) {
    return Error{"", "--view",
                 fmt::format("curves do not move; for {} choose top or side, or write curves to "
                             ".svg, .png or .pdf",
                             ending)};
  }
  if (!args.width.empty() && !film && ending != ".png") {
    return Error{"", "--width", fmt::format("{} has no pixels; for .png, .gif, .mp4", ending)};
  }
  const std::array<std::pair<const char*, const std::string*>, 4> film_options{
      {{"--fps", &args.fps}, {"--speed", &args.speed}, {"--from", &args.from}, {"--to", &args.to}}};
  for (const auto& [option, text] : film_options) {
    if (!film && !text->empty()) {
      return Error{"", option, fmt::format("{} is no film; for .gif, .mp4", ending)};
    }
  }
  return {};
}

int usual_width(const std::string& ending) {
  if (ending == ".gif") return 800;
  return ending == ".mp4" ? 1280 : 1600;
}

}  // namespace

Result<DrawWishes> understood(const DrawArgs& args) {
  DrawWishes wishes;
  wishes.ending = std::filesystem::path(args.out).extension().string();
  wishes.view = args.view.empty() ? "top" : args.view;
  if (auto fault = find_word_fault(args, wishes.ending)) return *std::move(fault);
  if (auto fault = find_misfit(args, wishes.ending)) return *std::move(fault);

  const bool gif = wishes.ending == ".gif";
  const auto width = number_in({"--width", 100, wishes.is_film() ? 4096.0 : 10000.0, true},
                               args.width, usual_width(wishes.ending));
  if (!width) return width.error();
  wishes.width = static_cast<int>(*width);
  const auto fps = number_in({"--fps", 1, gif ? 50.0 : 120.0}, args.fps, gif ? 20.0 : 30.0);
  if (!fps) return fps.error();
  wishes.fps = *fps;

  const auto optional_number = [](const Range& range, const std::string& text,
                                  std::optional<double>& value) -> std::optional<Error> {
    if (text.empty()) return {};
    const auto number = number_in(range, text, 0.0);
    if (!number) return number.error();
    value = *number;
    return {};
  };
  if (auto fault = optional_number({"--speed", 1e-5, 100}, args.speed, wishes.speed)) return *fault;
  if (auto fault = optional_number({"--from", 0, 1e6}, args.from, wishes.from)) return *fault;
  if (auto fault = optional_number({"--to", 0, 1e6}, args.to, wishes.to)) return *fault;
  return wishes;
}

std::optional<Error> find_missing_tool(const DrawWishes& wishes) {
  if (wishes.ending == ".svg" || wishes.ending == ".html") return {};
  if (!can_raster()) {
    return Error{"", "--out",
                 fmt::format("{} needs a program built with librsvg and cairo; available: .svg, "
                             ".html",
                             wishes.ending)};
  }
  if (wishes.is_film() && !is_installed("ffmpeg")) {
    return Error{"", "--out",
                 fmt::format("{} needs the program ffmpeg, which is not installed; available "
                             "without it: .svg, .png, .pdf, .html",
                             wishes.ending)};
  }
  return {};
}

double usual_speed(double seconds) {
  constexpr double least_show = 3.0;  // [s]
  if (seconds == 0.0) return 1.0;
  for (const double slower : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0}) {
    if (seconds * slower >= least_show) return 1.0 / slower;
  }
  return 1e-3;
}

}  // namespace cuelab::cli
