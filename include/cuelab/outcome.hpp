#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// A ball that fell.
struct PocketedBall {
  std::uint32_t ball = 0;
  std::uint32_t pocket = 0;
  double t = 0.0;  ///< [s]
  friend bool operator==(const PocketedBall&, const PocketedBall&) = default;
};

/// What happened in a run, as players see it. A pure function of the events and final states, so
/// runs of `Record::outcome` suffice. Cushions count with their jaws; two contacts of a ball within
/// `same_contact` are one, unless with two different cushions.
struct Outcome {
  std::uint32_t cue_ball = 0;
  std::vector<PocketedBall> pocketed{};      ///< in order of time, the cue ball included
  std::vector<std::uint32_t> off_table{};    ///< in order of time, the cue ball included
  std::optional<std::uint32_t> first_hit{};  ///< the first ball that the cue ball hit
  std::vector<std::uint32_t> balls_hit{};    ///< by the cue ball, each once, in order
  std::size_t cushions_before = 0;           ///< of the cue ball before its first hit
  std::size_t cushions_after = 0;            ///< of the cue ball after it
  std::size_t cushions_before_second = 0;    ///< of the cue ball before its second ball
  bool cushion_after_hit = false;            ///< any ball reached a cushion after the first hit
  std::vector<std::uint32_t> at_cushion{};   ///< object balls that reached a cushion, each once
  bool scratch = false;                      ///< the cue ball fell or left the table
  bool three_cushion_point = false;          ///< three cushions before the second object ball
  Vec2 cue_position{};                       ///< of the cue ball at the end [m]
  double spread = 0.0;  ///< mean distance of the balls left from their centre [m]

  bool is_pocketed(std::uint32_t ball) const;
};

/// Cushion contacts of one ball that follow within this time count as one: a nose and its jaw,
/// repeated impacts of one contact [s].
inline constexpr double same_contact = 1e-3;

/// `cue_ball`: the struck ball, or of a scene without shot the first.
Outcome outcome_of(const Scene& scene, const Trajectory& trajectory);

// --- referees ------------------------------------------------------------------------------------

enum class Game : std::uint8_t { eight_ball, nine_ball, three_cushion, snooker };
std::string_view name_of(Game game);

/// Why a shot is a foul.
enum class Foul : std::uint8_t {
  scratch,      ///< the cue ball fell or left the table
  no_hit,       ///< the cue ball met no ball
  wrong_ball,   ///< it met a wrong ball first
  no_rail,      ///< after the hit no ball fell or reached a cushion
  off_table,    ///< an object ball left the table
  early_eight,  ///< the eight fell too early
  bad_break,    ///< the break drove fewer than four balls to cushions and none fell
  wrong_pot     ///< snooker: a ball that was not on fell
};
std::string_view name_of(Foul foul);

/// What the player is on, where the game needs it.
enum class Target : std::uint8_t {
  open,     ///< eight-ball: any but the eight; snooker: a red while there are any
  solids,   ///< eight-ball: 1 to 7
  stripes,  ///< eight-ball: 9 to 15
  colour    ///< snooker: a colour, after a red
};

struct Rules {
  Game game = Game::eight_ball;
  bool is_break = false;
  Target target = Target::open;
  /// Snooker with Target::colour: the id of the colour that was named; "" = the first one hit.
  std::string nominated{};
  friend bool operator==(const Rules&, const Rules&) = default;
};

/// A referee's decision.
struct Ruling {
  bool legal = true;
  bool success = false;       ///< legal, and the player stays at the table
  bool wins = false;          ///< the game is won by this shot
  bool loses = false;         ///< the game is lost by this shot
  int points = 0;             ///< snooker: scored, or given away by a foul; three-cushion: 0 or 1
  std::vector<Foul> fouls{};  ///< in the order of `Foul`
};

/// Judges a run by the rules of a game: World Standardized Rules of the WPA (eight-ball,
/// nine-ball), of the UMB (three-cushion), of the WPBSA (snooker). Balls are known by their ids:
/// "1" to "15", snooker's reds likewise, colours "yellow" to "black"; one
/// whose start motion is `pocketed` fell before the shot. Not judged: which pocket was
/// called, push-outs, free balls, misses, touching balls, balls that lie against a cushion from the
/// start, and fouls of the player's body or cue.
Ruling judge(const Scene& scene, const Trajectory& trajectory, const Rules& rules);

/// "legal", or the fouls: "foul: wrong-ball, scratch".
std::string text_of(const Ruling& ruling);

}  // namespace cuelab
