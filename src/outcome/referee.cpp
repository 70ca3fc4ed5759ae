// Referees: the rules of four games on the outcome of a run.
#include <algorithm>
#include <array>

#include "cuelab/outcome.hpp"

namespace cuelab {
namespace {

constexpr std::size_t rails_of_a_break = 4;

/// 1 to 15 for numbered balls, else 0.
int number_of(std::string_view id) {
  int number = 0;
  for (const char c : id) {
    if (c < '0' || c > '9' || number > 99) return 0;
    number = 10 * number + (c - '0');
  }
  return number;
}

/// A run seen by a referee.
struct Case {
  const Scene& scene;
  const Rules& rules;
  const Outcome outcome;
  Ruling ruling{};

  std::string_view id(std::uint32_t ball) const { return scene.balls[ball].id; }
  int number(std::uint32_t ball) const { return number_of(id(ball)); }
  bool is_object(std::uint32_t ball) const { return ball != outcome.cue_ball; }
  /// Before the shot.
  bool is_on_table(std::uint32_t ball) const {
    return is_object(ball) && scene.balls[ball].start.motion != Motion::pocketed;
  }

  void call(Foul foul) {
    if (std::ranges::find(ruling.fouls, foul) == ruling.fouls.end()) {
      ruling.fouls.push_back(foul);
    }
  }

  /// Whether the table has an object ball, before the shot, of which the predicate is true.
  template <class Predicate>
  bool any_on_table(const Predicate& predicate) const {
    for (std::uint32_t i = 0; i < scene.balls.size(); ++i) {
      if (is_on_table(i) && predicate(i)) return true;
    }
    return false;
  }
  template <class Predicate>
  bool any_pocketed(const Predicate& predicate) const {
    return std::ranges::any_of(outcome.pocketed, [&](const PocketedBall& fallen) {
      return is_object(fallen.ball) && predicate(fallen.ball);
    });
  }
  bool any_object_pocketed() const {
    return any_pocketed([](std::uint32_t) { return true; });
  }

  void call_common() {
    if (outcome.scratch) call(Foul::scratch);
    if (!outcome.first_hit) call(Foul::no_hit);
    if (std::ranges::any_of(outcome.off_table, [&](auto ball) { return is_object(ball); })) {
      call(Foul::off_table);
    }
  }
  void call_rails() {
    if (rules.is_break) {
      if (!any_object_pocketed() && outcome.at_cushion.size() < rails_of_a_break) {
        call(Foul::bad_break);
      }
    } else if (outcome.first_hit && !outcome.cushion_after_hit && outcome.pocketed.empty()) {
      call(Foul::no_rail);
    }
  }
  void close() {
    std::ranges::sort(ruling.fouls);
    ruling.legal = ruling.fouls.empty();
    ruling.success = ruling.legal && ruling.success;
    ruling.wins = ruling.legal && ruling.wins;
  }
};

// --- pool ----------------------------------------------------------------------------------------

void judge_eight_ball(Case& shot) {
  const Target target = shot.rules.target;
  const auto is_eight = [&](std::uint32_t ball) { return shot.number(ball) == 8; };
  const auto is_own = [&](std::uint32_t ball) {
    const int number = shot.number(ball);
    if (target == Target::solids) return number >= 1 && number <= 7;
    if (target == Target::stripes) return number >= 9;
    return number >= 1 && number != 8;
  };
  const bool is_break = shot.rules.is_break;
  const bool on_eight = !is_break && !shot.any_on_table(is_own);

  shot.call_common();
  if (shot.outcome.first_hit && !is_break) {
    const std::uint32_t first = *shot.outcome.first_hit;
    if (!(on_eight ? is_eight(first) : is_own(first))) shot.call(Foul::wrong_ball);
  }
  shot.call_rails();

  const bool eight_fell = shot.any_pocketed(is_eight);
  if (eight_fell && !is_break && !on_eight) shot.call(Foul::early_eight);
  const bool eight_left = std::ranges::any_of(shot.outcome.off_table, is_eight);
  shot.ruling.success = shot.any_pocketed(is_own) || (on_eight && eight_fell) ||
                        (is_break && shot.any_object_pocketed());
  shot.ruling.wins = on_eight && eight_fell;
  shot.ruling.loses = !is_break && (eight_left || (eight_fell && !shot.ruling.fouls.empty()));
}

void judge_nine_ball(Case& shot) {
  shot.call_common();
  if (shot.outcome.first_hit) {
    const int first = shot.number(*shot.outcome.first_hit);
    const auto is_lower = [&](std::uint32_t ball) {
      return shot.number(ball) > 0 && shot.number(ball) < first;
    };
    if (shot.any_on_table(is_lower)) shot.call(Foul::wrong_ball);
  }
  shot.call_rails();
  shot.ruling.success = shot.any_object_pocketed();
  shot.ruling.wins = shot.any_pocketed([&](std::uint32_t ball) { return shot.number(ball) == 9; });
}

// --- three-cushion -------------------------------------------------------------------------------

/// To hit nothing is no foul, it only scores nothing.
void judge_three_cushion(Case& shot) {
  if (!shot.outcome.off_table.empty()) shot.call(Foul::off_table);
  shot.ruling.success = shot.outcome.three_cushion_point;
  shot.ruling.points = shot.ruling.success && shot.ruling.fouls.empty() ? 1 : 0;
}

// --- snooker -------------------------------------------------------------------------------------

constexpr int least_penalty = 4, greatest_penalty = 7;

/// 1 for a red, 2 to 7 for colours, 0 for the cue ball.
int value_of(std::string_view id) {
  constexpr std::array<std::string_view, 6> colours = {"yellow", "green", "brown",
                                                       "blue",   "pink",  "black"};
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (colours[i] == id) return 2 + static_cast<int>(i);
  }
  return number_of(id) > 0 || id.starts_with("red") ? 1 : 0;
}

/// The value of the ball on; 0: any colour that is hit first.
int value_on(const Case& shot) {
  if (shot.rules.target == Target::colour) {
    return shot.rules.nominated.empty() ? 0 : value_of(shot.rules.nominated);
  }
  int lowest = greatest_penalty;
  for (std::uint32_t i = 0; i < shot.scene.balls.size(); ++i) {
    if (shot.is_on_table(i)) lowest = std::min(lowest, std::max(1, value_of(shot.id(i))));
  }
  return lowest;
}

void judge_snooker(Case& shot) {
  const int first = shot.outcome.first_hit ? value_of(shot.id(*shot.outcome.first_hit)) : 0;
  int on = value_on(shot);
  // without a named colour the first one hit is on; if there is none, the foul costs seven
  if (on == 0) on = first >= 2 ? first : greatest_penalty;
  shot.call_common();
  int penalty = std::max(least_penalty, on);
  if (shot.outcome.first_hit && first != on) {
    shot.call(Foul::wrong_ball);
    penalty = std::max(penalty, first);
  }
  int scored = 0;
  for (const PocketedBall& fallen : shot.outcome.pocketed) {
    if (!shot.is_object(fallen.ball)) continue;
    const int value = value_of(shot.id(fallen.ball));
    if (value == on) {
      scored += value;
    } else {
      shot.call(Foul::wrong_pot);
      penalty = std::max(penalty, value);
    }
  }
  for (const std::uint32_t ball : shot.outcome.off_table) {
    penalty = std::max(penalty, value_of(shot.id(ball)));
  }
  const bool foul = !shot.ruling.fouls.empty();
  shot.ruling.success = scored > 0;
  shot.ruling.points = foul ? penalty : scored;
}

}  // namespace

std::string_view name_of(Game game) {
  constexpr std::array<std::string_view, 4> names = {"eight-ball", "nine-ball", "three-cushion",
                                                     "snooker"};
  return names[static_cast<std::size_t>(game)];
}

std::string_view name_of(Foul foul) {
  constexpr std::array<std::string_view, 8> names = {"scratch",   "no-hit",    "wrong-ball",
                                                     "no-rail",   "off-table", "early-eight",
                                                     "bad-break", "wrong-pot"};
  return names[static_cast<std::size_t>(foul)];
}

Ruling judge(const Scene& scene, const Trajectory& trajectory, const Rules& rules) {
  Case shot{scene, rules, outcome_of(scene, trajectory)};
  switch (rules.game) {
    case Game::eight_ball:
      judge_eight_ball(shot);
      break;
    case Game::nine_ball:
      judge_nine_ball(shot);
      break;
    case Game::three_cushion:
      judge_three_cushion(shot);
      break;
    case Game::snooker:
      judge_snooker(shot);
      break;
  }
  shot.close();
  return shot.ruling;
}

std::string text_of(const Ruling& ruling) {
  if (ruling.legal) return "legal";
  std::string text = "foul:";
  for (const Foul foul : ruling.fouls) {
    if (text.back() != ':') text += ',';
    text += ' ';
    text += name_of(foul);
  }
  return text;
}

}  // namespace cuelab
