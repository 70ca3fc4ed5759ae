// The same breaks by several engines, and with several gaps in the rack.
#include "reproduce/break_engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cuelab::reproduction {
namespace {

/// The same breaks by one engine.
struct Played {
  BreakEngine engine;
  std::vector<BreakOutcome> outcomes;
};

/// Mean of a quantity of the breaks, its standard deviation, and the 95 % error of the mean.
struct Average {
  double mean = 0.0;
  double deviation = 0.0;
  double error = 0.0;
};

template <class Quantity>
Average average(const std::vector<BreakOutcome>& outcomes, Quantity quantity) {
  const auto n = static_cast<double>(outcomes.size());
  double sum = 0.0, squares = 0.0;
  for (const BreakOutcome& outcome : outcomes) {
    const auto value = static_cast<double>(quantity(outcome));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / n;
  const double deviation = std::sqrt(std::max(0.0, squares / n - mean * mean));
  return {mean, deviation, 1.96 * deviation / std::sqrt(n)};
}

std::string text_of(const Average& average, int decimals) {
  return fmt::format("{} ± {}", fixed(average.mean, decimals), fixed(average.error, decimals));
}

const auto pocketed_in = [](const BreakOutcome& outcome) { return outcome.pocketed; };
const auto zone_of = [](const BreakOutcome& outcome) { return outcome.in_zone; };
const auto cue_x = [](const BreakOutcome& outcome) { return outcome.cue.x; };
const auto cue_y = [](const BreakOutcome& outcome) { return outcome.cue.y; };

/// Outcomes in which the cue ball stays on the table.
std::vector<BreakOutcome> without_scratch(const std::vector<BreakOutcome>& all) {
  std::vector<BreakOutcome> kept;
  std::ranges::copy_if(all, std::back_inserter(kept),
                       [](const BreakOutcome& outcome) { return !outcome.scratch; });
  return kept;
}

std::vector<std::string> row_of(const Played& played) {
  const BreakCounts counts = counts_of(played.outcomes);
  std::vector<std::string> row{std::string(name_of(played.engine)), std::to_string(counts.breaks)};
  for (const BreakResult result : all_break_results) {
    row.push_back(percent_text(counts[result], counts.breaks));
  }
  row.push_back(text_of(average(played.outcomes, pocketed_in), 2));
  row.push_back(text_of(average(played.outcomes, zone_of), 2));
  const auto kept = without_scratch(played.outcomes);
  const Average x = average(kept, cue_x);
  const Average y = average(kept, cue_y);
  row.push_back(fmt::format("{}, {}", text_of(x, 2), text_of(y, 2)));
  row.push_back(fmt::format("{}, {}", fixed(x.deviation, 2), fixed(y.deviation, 2)));
  return row;
}

/// Whether figures show an engine; the others differ too little from the fast hybrid engine.
bool is_shown(BreakEngine engine) {
  return engine != BreakEngine::accurate && engine != BreakEngine::compliant;
}

/// Percentage of the breaks with each number of balls, 0 to `most`.
template <class Quantity>
draw::Plot histogram(const std::vector<Played>& all, draw::Plot plot, Quantity quantity, int most) {
  for (const Played& played : all) {
    if (!is_shown(played.engine)) continue;
    std::vector<double> share(static_cast<std::size_t>(most) + 1, 0.0);
    for (const BreakOutcome& outcome : played.outcomes) {
      const auto bin = static_cast<std::size_t>(std::min(most, quantity(outcome)));
      share[bin] += 100.0 / static_cast<double>(played.outcomes.size());
    }
    draw::Series series{.name = std::string(name_of(played.engine)), .shown = draw::Shown::both};
    for (std::size_t k = 0; k < share.size(); ++k) {
      series.points.push_back({static_cast<double>(k), share[k]});
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void write_figures(Lab& lab, const std::vector<Played>& all) {
  lab.figure(
      "break-pocketed", "Object balls pocketed in a break.",
      histogram(all, {"Balls pocketed", {"balls pocketed", ""}, {"share of the breaks", "%"}, {}},
                pocketed_in, 7));
  lab.figure(
      "break-spread", "Object balls that end less than 35 cm from the foot spot.",
      histogram(all, {"Balls left near the rack", {"balls", ""}, {"share of the breaks", "%"}, {}},
                zone_of, 15));

  constexpr std::size_t shown = 300;
  draw::Plot places{"Where the cue ball stops", {"along the table", "m"}, {"across", "m"}, {}};
  for (const Played& played : all) {
    if (!is_shown(played.engine)) continue;
    draw::Series series{.name = std::string(name_of(played.engine)), .shown = draw::Shown::points};
    for (const BreakOutcome& outcome : without_scratch(played.outcomes)) {
      if (series.points.size() < shown) series.points.push_back({outcome.cue.x, outcome.cue.y});
    }
    places.series.push_back(std::move(series));
  }
  lab.figure(
      "break-cue-ball",
      "Where the cue ball stops, scratches left out; at most 300 breaks per engine. The rack "
      "was on the right, the cue ball came from the left.",
      std::move(places));
}

void write_data(Lab& lab, const std::vector<Played>& all) {
  Csv csv({"engine", "balls", "pocketed", "near_rack"});
  for (const Played& played : all) {
    std::string name(name_of(played.engine));
    std::erase(name, ',');
    for (int balls = 0; balls <= 15; ++balls) {
      const auto count = [&](auto quantity) {
        return static_cast<double>(std::ranges::count_if(
            played.outcomes, [&](const BreakOutcome& o) { return quantity(o) == balls; }));
      };
      csv.add({name}, {static_cast<double>(balls), count(pocketed_in), count(zone_of)});
    }
  }
  lab.data("break-engines", "number of breaks by balls pocketed and by balls near the rack",
           csv.text());
}

/// Differences of balls pocketed, balls near the rack and the cue ball's place along the table, in
/// standard errors: "0.1, 1.2 and 0.4".
std::string differences(const Played& a, const Played& b) {
  const auto errors = [](const Average& one, const Average& other) {
    return fixed(std::abs(one.mean - other.mean) / (std::hypot(one.error, other.error) / 1.96), 1);
  };
  return fmt::format("{}, {} and {}",
                     errors(average(a.outcomes, pocketed_in), average(b.outcomes, pocketed_in)),
                     errors(average(a.outcomes, zone_of), average(b.outcomes, zone_of)),
                     errors(average(without_scratch(a.outcomes), cue_x),
                            average(without_scratch(b.outcomes), cue_x)));
}

void write_findings(Lab& lab, const std::vector<Played>& all) {
  const std::vector<BreakOutcome>& event = all[0].outcomes;
  const std::vector<BreakOutcome>& hybrid = all[1].outcomes;
  const auto made = [](const std::vector<BreakOutcome>& outcomes) {
    return fixed(100.0 * counts_of(outcomes).rate(BreakResult::made), 0);
  };
  const auto stop = [](const std::vector<BreakOutcome>& outcomes) {
    return fixed(average(without_scratch(outcomes), cue_x).mean, 2);
  };
  lab.text(fmt::format(
      "Impacts in pairs hold the rack together: the event engine leaves {} of fifteen balls near "
      "the rack where contact forces leave {}, and makes a ball in {} % of the breaks instead of "
      "{} %. The apex ball was at x = 0.5 m; the event engine's cue ball stops at {} m on average, "
      "and "
      "contact forces send it back, to {} m.",
      fixed(average(event, zone_of).mean, 1), fixed(average(hybrid, zone_of).mean, 1), made(event),
      made(hybrid), stop(event), stop(hybrid)));
  lab.text(fmt::format(
      "No single break is the same in two engines: a rack amplifies any difference, and only "
      "distributions can be compared. Differences of balls pocketed, balls near the rack and x of "
      "the cue ball, in standard errors: {} between the two integrators of the hybrid engine; {} "
      "between instantaneous and compliant cushions; {} between compliant cushions and the smooth "
      "engine, which integrates every contact and the whole flight.",
      differences(all[1], all[2]), differences(all[2], all[3]), differences(all[3], all[4])));
}

}  // namespace

BreakSizes break_sizes(bool brief) {
  if (brief) {
    return {.per_point = 40,
            .points = 2,
            .per_second = 20,
            .many = 120,
            .accurate = 8,
            .smooth = 2,
            .per_gap = 30};
  }
  return {.per_point = 100,
          .points = 6,
          .per_second = 120,
          .many = 10'000,
          .accurate = 300,
          .smooth = 80,
          .per_gap = 500};
}

std::string percent_text(std::size_t count, std::size_t trials) {
  const Bounds bounds = wilson(count, trials);
  return fmt::format("{} ({} to {})",
                     fixed(100.0 * static_cast<double>(count) / static_cast<double>(trials), 1),
                     fixed(100.0 * bounds.low, 1), fixed(100.0 * bounds.high, 1));
}

void compare_engines(Lab& lab, const std::vector<FitPoint>& fit) {
  lab.section("The same breaks by every engine");
  const BreakSizes sizes = break_sizes(lab.brief());
  lab.text(
      "First-ball breaks, each of a style drawn with the probability of its weight in the fit. "
      "Every "
      "engine gets the same racks and strokes. The smooth engine is run at a relative tolerance of "
      "1e-6 and, because it takes about a hundred times as long, for fewer breaks.");
  std::vector<Played> all;
  const auto add = [&](BreakEngine engine, std::size_t count) {
    all.push_back({engine, play(lab, engine, drawn_breaks(fit, count))});
  };
  add(BreakEngine::event, sizes.many);
  add(BreakEngine::hybrid, sizes.many);
  add(BreakEngine::accurate, sizes.accurate);
  add(BreakEngine::compliant, sizes.accurate);
  add(BreakEngine::smooth, sizes.smooth);

  Grid grid{
      "Percentages and averages with 95 % intervals; the cue ball where it stays on the table",
      {"engine", "breaks", "ball made [%]", "scratch [%]", "eight made [%]", "balls pocketed",
       "balls near the rack", "cue ball x, y [m]", "their standard deviation [m]"},
      {}};
  for (const Played& played : all) grid.rows.push_back(row_of(played));
  lab.grid(std::move(grid));
  write_figures(lab, all);
  write_data(lab, all);
  write_findings(lab, all);
}

void compare_gaps(Lab& lab, const std::vector<FitPoint>& fit) {
  lab.section("Gaps in the rack");
  const std::size_t count = break_sizes(lab.brief()).per_gap;
  Grid grid{"Percentages and averages with 95 % intervals",
            {"mean gap [m]", "engine", "ball made [%]", "scratch [%]", "balls pocketed",
             "balls near the rack"},
            {}};
  Csv csv({"gap_m", "engine", "made_percent", "scratch_percent", "pocketed", "near_rack"});
  const std::vector<double> gaps =
      lab.brief() ? std::vector<double>{0.0, 1e-3} : std::vector<double>{0.0, 1e-5, 1e-4, 1e-3};
  std::vector<Average> near[2];
  std::vector<double> made[2];
  for (const double gap : gaps) {
    std::vector<Break> breaks = drawn_breaks(fit, count);
    for (Break& each : breaks) each.style.gap = gap;
    for (const BreakEngine engine : {BreakEngine::event, BreakEngine::hybrid}) {
      const auto outcomes = play(lab, engine, breaks);
      const BreakCounts counts = counts_of(outcomes);
      const Average pocketed = average(outcomes, pocketed_in), zone = average(outcomes, zone_of);
      const std::size_t k = engine == BreakEngine::event ? 0 : 1;
      near[k].push_back(zone);
      made[k].push_back(100.0 * counts.rate(BreakResult::made));
      grid.rows.push_back({brief_text(gap), std::string(name_of(engine)),
                           percent_text(counts[BreakResult::made], count),
                           percent_text(counts[BreakResult::scratch], count), text_of(pocketed, 2),
                           text_of(zone, 2)});
      csv.add(
          {brief_text(gap), k == 0 ? "event" : "hybrid"},
          {made[k].back(), 100.0 * counts.rate(BreakResult::scratch), pocketed.mean, zone.mean});
    }
  }
  lab.grid(std::move(grid));
  lab.data("break-gaps", "breaks by the mean gap of the rack", csv.text());
  lab.text(fmt::format(
      "Each gap is a random one around the mean, between 0 and twice the mean. From a touching "
      "rack "
      "to gaps of a millimetre the hybrid engine's breaks go from {} to {} balls near the rack and "
      "from {} to {} % with a ball made: the closer the rack, the more it spreads. A millimetre is "
      "about the distance that a ball moves during a contact; there the balls hardly act together "
      "any more, and the hybrid engine comes close to the event engine, to which the size of a gap "
      "means little. In a rack without gaps its rule for simultaneous impacts decides, and gives "
      "yet another break ({} balls near the rack, {} % with a ball made).",
      fixed(near[1].front().mean, 1), fixed(near[1].back().mean, 1), fixed(made[1].front(), 0),
      fixed(made[1].back(), 0), fixed(near[0].front().mean, 1), fixed(made[0].front(), 0)));
}

}  // namespace cuelab::reproduction
