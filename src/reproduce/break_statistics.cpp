// Professional eight-ball breaks: fitted on one kind of break, predicted for another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/break_engines.hpp"
#include "reproduce/break_sensitivity.hpp"
#include "reproduce/catalogue.hpp"

namespace cuelab::reproduction {
namespace {

// games by their break, recovered from the printed percentages
constexpr BreakCounts first_ball{.breaks = 118, .had = {95, 9, 1}};
constexpr BreakCounts second_ball{.breaks = 51, .had = {42, 1, 3}};
constexpr std::size_t with_template = 105, made_with_template = 82;
constexpr std::size_t without_template = 64, made_without_template = 55;

double percent(std::size_t count, std::size_t trials) {
  return 100.0 * static_cast<double>(count) / static_cast<double>(trials);
}

std::vector<double> percentages(const BreakCounts& counts) {
  std::vector<double> all;
  for (const BreakResult result : all_break_results) all.push_back(100.0 * counts.rate(result));
  return all;
}

void write_published(Lab& lab) {
  lab.section("The published statistics");
  lab.text(
      "169 games of professional eight-ball on 7 ft tables. A first-ball break hits the apex ball, "
      "a second-ball break comes from the side and hits the ball behind it. The percentages give "
      "the numbers of games, these the uncertainty.");
  Grid grid{"Percentage of the breaks, with 95 % interval",
            {"break", "games", "ball made", "scratch", "eight made"},
            {}};
  for (const auto& [name, counts] :
       {std::pair{"first ball", first_ball}, std::pair{"second ball", second_ball}}) {
    std::vector<std::string> row{name, std::to_string(counts.breaks)};
    for (const BreakResult result : all_break_results) {
      row.push_back(percent_text(counts[result], counts.breaks));
    }
    grid.rows.push_back(std::move(row));
  }
  lab.grid(std::move(grid));
  lab.compare("published", 0, "first ball: 95, 9 and 1 of 118", percentages(first_ball));
  lab.compare("published", 1, "second ball: 42, 1 and 3 of 51", percentages(second_ball));
  lab.compare("template", 0, "82 of 105 and 55 of 64",
              {percent(made_with_template, with_template),
               percent(made_without_template, without_template)});
}

// --- fit -----------------------------------------------------------------------------------------

/// Styles of first-ball breaks on a grid.
std::vector<BreakStyle> styles_of(const Lab& lab) {
  using List = std::vector<double>;
  const List speeds = lab.brief() ? List{10.0, 11.0} : List{7.0, 8.0, 9.0, 10.0, 11.0, 12.0};
  const List aims = lab.brief() ? List{2e-3} : List{2e-3, 5e-3, 1e-2};
  const List gaps = lab.brief() ? List{1e-6, 1e-4} : List{1e-6, 1e-5, 1e-4};
  const List places = lab.brief() ? List{0.4} : List{0.0, 0.2, 0.4};
  std::vector<BreakStyle> styles;
  for (const double speed : speeds) {
    for (const double aim : aims) {
      for (const double gap : gaps) {
        for (const double place : places) {
          styles.push_back({.speed = speed, .aim = aim, .gap = gap, .place = place});
        }
      }
    }
  }
  return styles;
}

/// Simulates a number of breaks of each style.
std::vector<FitPoint> simulate_styles(Lab& lab, BreakEngine engine,
                                      const std::vector<BreakStyle>& styles, std::size_t count) {
  std::vector<Break> breaks;
  for (const BreakStyle& style : styles) {
    const auto some = breaks_of(style, count);
    breaks.insert(breaks.end(), some.begin(), some.end());
  }
  const std::vector<BreakOutcome> outcomes = play(lab, engine, breaks);
  std::vector<FitPoint> points;
  for (std::size_t k = 0; k < styles.size(); ++k) {
    points.push_back(
        {.style = styles[k], .counts = counts_of(std::span(outcomes).subspan(k * count, count))});
  }
  return points;
}

/// The weight of each value of one parameter: "7: 2 %, 8: 11 %".
std::string shares(const std::vector<FitPoint>& points, double BreakStyle::* member, double unit) {
  std::vector<std::pair<double, double>> sums;
  for (const FitPoint& point : points) {
    const double value = point.style.*member;
    auto found = std::ranges::find(sums, value, &std::pair<double, double>::first);
    if (found == sums.end()) found = sums.insert(sums.end(), {value, 0.0});
    found->second += point.weight;
  }
  std::string text;
  for (const auto& [value, weight] : sums) {
    text += fmt::format("{}{}: {} %", text.empty() ? "" : ", ", brief_text(value / unit),
                        fixed(100.0 * weight, 0));
  }
  return text;
}

/// The fits of both engines.
struct Fits {
  std::vector<FitPoint> event;
  std::vector<FitPoint> hybrid;
};

std::string count_text(const Bounds& bounds) {
  return fmt::format("{} to {}", fixed(bounds.low, 0), fixed(bounds.high, 0));
}

/// Rows that compare published counts with those that fits predict.
void write_comparison(Lab& lab, const std::string& caption, const BreakCounts& published,
                      const Fits& fits) {
  Grid grid{
      caption, {"", "published", "hybrid: mean [%]", "games", "event: mean [%]", "games"}, {}};
  for (const BreakResult result : all_break_results) {
    std::vector<std::string> row{std::string(name_of(result)),
                                 fmt::format("{} of {}", published[result], published.breaks)};
    for (const auto* points : {&fits.hybrid, &fits.event}) {
      row.push_back(fixed(100.0 * mean_rate(*points, result), 1));
      row.push_back(count_text(predicted_count(*points, result, published.breaks)));
    }
    grid.rows.push_back(std::move(row));
  }
  lab.grid(std::move(grid));
}

/// Which published counts are outside the predicted intervals: "scratch"; "" if none.
std::string misses(const std::vector<FitPoint>& points, const BreakCounts& published) {
  std::string text;
  for (const BreakResult result : all_break_results) {
    const Bounds bounds = predicted_count(points, result, published.breaks);
    if (bounds.contain(static_cast<double>(published[result]))) continue;
    text += (text.empty() ? "" : ", ") + std::string(name_of(result));
  }
  return text;
}

std::string verdict_text(const std::vector<FitPoint>& points, const BreakCounts& published) {
  const std::string missed = misses(points, published);
  return missed.empty() ? "all three numbers of games are within the 95 % intervals"
                        : "outside the 95 % intervals: " + missed;
}

void write_grid_data(Lab& lab, const Fits& fits) {
  Csv csv({"engine", "speed", "aim_m", "gap_m", "place_m", "breaks", "made", "scratch", "eight",
           "log_likelihood", "weight"});
  for (const auto& [name, points] :
       {std::pair{"event", &fits.event}, std::pair{"hybrid", &fits.hybrid}}) {
    for (const FitPoint& p : *points) {
      csv.add({name}, {p.style.speed, p.style.aim, p.style.gap, p.style.place,
                       static_cast<double>(p.counts.breaks), static_cast<double>(p.counts.had[0]),
                       static_cast<double>(p.counts.had[1]), static_cast<double>(p.counts.had[2]),
                       p.log_likelihood, p.weight});
    }
  }
  lab.data("break-fit", "all points of the fit", csv.text());
}

/// The least number of points whose weights sum to `share`.
std::size_t points_within(std::vector<FitPoint> points, double share) {
  std::ranges::sort(points, std::greater{}, &FitPoint::weight);
  std::size_t count = 0;
  for (double sum = 0.0; sum < share && count < points.size(); ++count) sum += points[count].weight;
  return count;
}

double mean_likelihood(const std::vector<FitPoint>& points) {
  double sum = 0.0;
  for (const FitPoint& point : points) sum += std::exp(point.log_likelihood);
  return sum / static_cast<double>(points.size());
}

Fits fit_first_ball(Lab& lab) {
  lab.section("Fit to the first-ball breaks");
  const std::vector<BreakStyle> styles = styles_of(lab);
  const std::size_t count = break_sizes(lab.brief()).per_point;
  lab.text(fmt::format(
      "Unknown are the speed of the cue ball, the error of the aim, the gaps in the rack and where "
      "on the head string the cue ball was placed: {} combinations, {} breaks each with the same "
      "random errors. Assumed are 5 % spread of the speed, tip offsets with a standard deviation "
      "of "
      "half a millimetre, a level cue, and the preset's table, cloth and pockets. A point's weight "
      "is the likelihood of the published numbers of games (beta-binomial, so that the noise of "
      "the simulation counts, too); the three results are taken as independent.",
      styles.size(), count));
  Fits fits{simulate_styles(lab, BreakEngine::event, styles, count),
            simulate_styles(lab, BreakEngine::hybrid, styles, count)};
  weigh(fits.event, first_ball);
  weigh(fits.hybrid, first_ball);
  write_comparison(lab, "First-ball breaks after the fit; games: 95 % interval for 118", first_ball,
                   fits);
  Grid grid{"Weight of each value", {"", "hybrid", "event"}, {}};
  struct Row {
    const char* name;
    double BreakStyle::* member;
    double unit;
  };
  for (const Row& row :
       {Row{"speed [m/s]", &BreakStyle::speed, 1.0}, Row{"aim error [mm]", &BreakStyle::aim, 1e-3},
        Row{"mean gap [m]", &BreakStyle::gap, 1.0},
        Row{"place from the middle [m]", &BreakStyle::place, 1.0}}) {
    grid.rows.push_back({row.name, shares(fits.hybrid, row.member, row.unit),
                         shares(fits.event, row.member, row.unit)});
  }
  lab.grid(std::move(grid));
  write_grid_data(lab, fits);
  lab.text(fmt::format(
      "Three numbers cannot determine four parameters: {} of the {} points share 95 % of the "
      "hybrid engine's weight. On average over all points, the published games are {} times as "
      "likely with the hybrid engine as with the event engine.",
      points_within(fits.hybrid, 0.95), styles.size(),
      brief_text(mean_likelihood(fits.hybrid) / mean_likelihood(fits.event))));
  const FitPoint& hybrid = best_of(fits.hybrid);
  const FitPoint& event = best_of(fits.event);
  lab.claim("first", misses(fits.hybrid, first_ball).empty() ? Verdict::agrees : Verdict::differs,
            fmt::format("Hybrid engine: {}. Best point: {}; log-likelihood {}. Event engine: {}; "
                        "best point: {}; log-likelihood {}.",
                        verdict_text(fits.hybrid, first_ball), text_of(hybrid.style),
                        fixed(hybrid.log_likelihood, 1), verdict_text(fits.event, first_ball),
                        text_of(event.style), fixed(event.log_likelihood, 1)));
  return fits;
}

// --- prediction ----------------------------------------------------------------------------------

/// How far second-ball breaks are aimed to pass the apex ball [m]; all count alike. One more is
/// only shown.
constexpr double clearances[] = {2e-3, 5e-3, 1e-2};
constexpr double wide_clearance[] = {2e-2};

/// Second-ball breaks of the fit's most likely styles, with the weights of the fit. The place on
/// the head string is no longer a parameter: weights of points that differ only there are added.
std::vector<FitPoint> second_ball_points(Lab& lab, BreakEngine engine,
                                         const std::vector<FitPoint>& fit,
                                         std::span<const double> passing) {
  std::vector<FitPoint> merged;
  for (const FitPoint& point : fit) {
    BreakStyle style = point.style;
    style.place = 0.0;
    style.second = true;
    auto found = std::ranges::find(merged, style, &FitPoint::style);
    if (found == merged.end()) found = merged.insert(merged.end(), FitPoint{style, {}, 0.0, 0.0});
    found->weight += point.weight;
  }
  std::ranges::stable_sort(merged, std::greater{}, &FitPoint::weight);
  const BreakSizes sizes = break_sizes(lab.brief());
  merged.resize(std::min(merged.size(), sizes.points));

  std::vector<BreakStyle> styles;
  std::vector<double> weights;
  double sum = 0.0;
  for (const FitPoint& point : merged) {
    for (const double clearance : passing) {
      styles.push_back(point.style);
      styles.back().clearance = clearance;
      weights.push_back(point.weight);
      sum += point.weight;
    }
  }
  std::vector<FitPoint> points = simulate_styles(lab, engine, styles, sizes.per_second);
  for (std::size_t k = 0; k < points.size(); ++k) points[k].weight = weights[k] / sum;
  return points;
}

/// The predicted rates for each clearance, the wide one included.
void write_clearances(Lab& lab, std::vector<FitPoint> points, const std::vector<FitPoint>& wide) {
  points.insert(points.end(), wide.begin(), wide.end());
  Grid grid{"Hybrid engine, by the clearance from the apex ball [%]",
            {"clearance [mm]", "ball made", "scratch", "eight made"},
            {}};
  for (const double clearance : {2e-3, 5e-3, 1e-2, 2e-2}) {
    std::vector<std::string> row{fixed(1e3 * clearance, 0)};
    for (const BreakResult result : all_break_results) {
      double sum = 0.0, weight = 0.0;
      for (const FitPoint& point : points) {
        if (point.style.clearance != clearance) continue;
        sum += point.weight * point.counts.rate(result);
        weight += point.weight;
      }
      row.push_back(fixed(100.0 * sum / weight, 1));
    }
    grid.rows.push_back(std::move(row));
  }
  lab.grid(std::move(grid));
}

void judge_safer(Lab& lab, const Fits& first, const Fits& second) {
  const auto text = [&](const std::vector<FitPoint>& a, const std::vector<FitPoint>& b) {
    const auto rate = [](const std::vector<FitPoint>& points, BreakResult result) {
      return fixed(100.0 * mean_rate(points, result), 1);
    };
    return fmt::format("scratches {} instead of {} %, the eight {} instead of {} %",
                       rate(b, BreakResult::scratch), rate(a, BreakResult::scratch),
                       rate(b, BreakResult::eight), rate(a, BreakResult::eight));
  };
  const auto change = [&](BreakResult result) {
    return mean_rate(second.hybrid, result) - mean_rate(first.hybrid, result);
  };
  const bool safer = change(BreakResult::scratch) < 0.0 && change(BreakResult::eight) > 0.0;
  lab.claim("safer", safer ? Verdict::agrees : Verdict::differs,
            fmt::format("Hybrid engine: {}. Event engine: {}.", text(first.hybrid, second.hybrid),
                        text(first.event, second.event)));
}

void predict_second_ball(Lab& lab, const Fits& first) {
  lab.section("Prediction of the second-ball breaks");
  lab.text(
      "Nothing is fitted here. The styles of the fit with the greatest weights are played from 7 "
      "cm "
      "beside the side cushion at the ball behind the apex ball. The cue ball must pass the apex "
      "ball; by how much players aim to clear it, and so how full they hit, is not known: 2, 5 and "
      "10 mm count alike. The figures depend on it; 20 mm, a thin hit, is shown for comparison. "
      "These "
      "clearances and the ranges of the fit were chosen with the published figures of both kinds "
      "of "
      "break in view: this is a test of consistency, not a blind prediction.");
  const Fits second{second_ball_points(lab, BreakEngine::event, first.event, clearances),
                    second_ball_points(lab, BreakEngine::hybrid, first.hybrid, clearances)};
  const std::vector<FitPoint> wide =
      second_ball_points(lab, BreakEngine::hybrid, first.hybrid, wide_clearance);
  write_comparison(lab, "Second-ball breaks, predicted; games: 95 % interval for 51", second_ball,
                   second);
  write_clearances(lab, second.hybrid, wide);
  lab.claim(
      "second", misses(second.hybrid, second_ball).empty() ? Verdict::agrees : Verdict::differs,
      fmt::format("Hybrid engine: {}. Event engine: {}.", verdict_text(second.hybrid, second_ball),
                  verdict_text(second.event, second_ball)));
  judge_safer(lab, first, second);

  const auto scratches = [](const std::vector<FitPoint>& points, const BreakCounts& published) {
    return fmt::format("{} %, published {} %, a number as small or smaller has a probability of {}",
                       fixed(100.0 * mean_rate(points, BreakResult::scratch), 1),
                       fixed(100.0 * published.rate(BreakResult::scratch), 1),
                       fixed(at_most(points, BreakResult::scratch,
                                     {published[BreakResult::scratch], published.breaks}),
                             2));
  };
  lab.text(fmt::format(
      "What fits least are the scratches, of which the hybrid engine has more: first ball {}; "
      "second "
      "ball {}. Players choose how high and how far to the side they hit, and many let the cue "
      "ball "
      "hop, to control where it goes; here the tip hits the centre but for its errors. The wide "
      "intervals are the price of the unknowns: they would not exclude much else.",
      scratches(first.hybrid, first_ball), scratches(second.hybrid, second_ball)));
}

/// Racks from a template, which are closer, against others.
void judge_template(Lab& lab) {
  const Bounds with = wilson(made_with_template, with_template);
  const Bounds without = wilson(made_without_template, without_template);
  const bool apart = with.high < without.low;
  lab.claim(
      "template", apart ? Verdict::differs : Verdict::open,
      fmt::format("Here closer racks make more balls, not fewer. But the published intervals, "
                  "{} to {} % and {} to {} %, overlap, and the gaps of the racks are not known.",
                  fixed(100.0 * with.low, 0), fixed(100.0 * with.high, 0),
                  fixed(100.0 * without.low, 0), fixed(100.0 * without.high, 0)));
}

}  // namespace

void break_statistics(Lab& lab) {
  write_published(lab);
  const Fits fits = fit_first_ball(lab);
  predict_second_ball(lab, fits);
  compare_engines(lab, fits.hybrid);
  compare_gaps(lab, fits.hybrid);
  show_sensitivity(lab);
  judge_template(lab);
}

}  // namespace cuelab::reproduction
