#include <array>
#include <cmath>
#include <utility>

#include "cuelab/scene.hpp"
#include "scene/rack_gaps.hpp"
#include "scene/random.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

constexpr std::uint64_t order_stream = 0;   // random stream of the free places
constexpr std::uint64_t jitter_stream = 1;  // first of the streams of the displacements

using Balls = std::vector<RackedBall>;

Error rack_error(std::string key, std::string what) {
  return {.file = "", .key = "rack." + std::move(key), .what = std::move(what)};
}

/// Places in rows of balls, starting at the apex; each row from left (+y) to right.
std::vector<Vec2> rows(const std::vector<int>& counts, Vec2 apex, double spacing) {
  const double row_step = 0.5 * std::sqrt(3.0) * spacing;
  std::vector<Vec2> places;
  double x = apex.x;
  for (const int count : counts) {
    for (int i = 0; i < count; ++i) {
      places.push_back({x, apex.y + spacing * (0.5 * (count - 1) - i)});
    }
    x += row_step;
  }
  return places;
}

/// Balls 1, 2, ... on these places in order.
Balls numbered(const std::vector<Vec2>& places) {
  Balls balls;
  for (const Vec2& at : places) balls.push_back({std::to_string(balls.size() + 1), at});
  return balls;
}

std::size_t index_of(const Balls& balls, std::string_view id) {
  std::size_t i = 0;
  while (balls[i].id != id) ++i;
  return i;
}

/// Swaps the ball of that id with the ball at a place.
void put(Balls& balls, std::string_view id, std::size_t place) {
  std::swap(balls[index_of(balls, id)].id, balls[place].id);
}

/// Shuffles the ids on these places [Fisher-Yates].
void shuffle(Balls& balls, const std::vector<std::size_t>& places, Random& random) {
  for (std::size_t n = places.size(); n > 1; --n) {
    const auto k = static_cast<std::size_t>(random.below(n));
    std::swap(balls[places[n - 1]].id, balls[places[k]].id);
  }
}

/// All places but these.
std::vector<std::size_t> other_places(std::size_t count, const std::vector<std::size_t>& fixed) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < count; ++i) {
    bool free = true;
    for (const std::size_t f : fixed) free = free && i != f;
    if (free) places.push_back(i);
  }
  return places;
}

/// Middle of the third row of every rack.
constexpr std::size_t centre_place = 4;

/// 1 at the apex, 8 in the centre, a solid and a stripe in the rear corners.
Balls eight_ball(const Rack& rack, double spacing) {
  constexpr std::size_t rear_left = 10;
  constexpr std::size_t rear_right = 14;
  Balls balls = numbered(rows({1, 2, 3, 4, 5}, rack.at, spacing));
  Random random(rack.seed, order_stream);

  // the corners: solid 2..7 and stripe 9..15, on either side
  const std::string solid = std::to_string(2 + random.below(6));
  const std::string stripe = std::to_string(9 + random.below(7));
  const bool solid_left = random.below(2) == 0;
  put(balls, "8", centre_place);
  put(balls, solid, solid_left ? rear_left : rear_right);
  put(balls, stripe, solid_left ? rear_right : rear_left);

  shuffle(balls, other_places(balls.size(), {0, centre_place, rear_left, rear_right}), random);
  return balls;
}

/// 1 at the apex, the money ball in the centre, the rest anywhere.
Balls rotation_game(const Rack& rack, double spacing, const std::vector<int>& counts,
                    std::string_view money_ball) {
  Balls balls = numbered(rows(counts, rack.at, spacing));
  Random random(rack.seed, order_stream);
  put(balls, money_ball, centre_place);
  shuffle(balls, other_places(balls.size(), {0, centre_place}), random);
  return balls;
}

/// 1 at the apex, 2 on the right (-y), 3 on the left.
Balls triangle_3(const Rack& rack, double spacing) {
  const std::vector<Vec2> places = rows({1, 2}, rack.at, spacing);
  return {{"1", places[0]}, {"2", places[2]}, {"3", places[1]}};
}

/// Balls on spots, with the ids of the spots.
Result<Balls> on_spots(const Table& table, std::string_view game,
                       const std::vector<std::pair<std::string_view, std::string_view>>& wanted) {
  Balls balls;
  for (const auto& [id, spot] : wanted) {
    const Spot* found = find_spot(table, spot);
    if (found == nullptr) {
      return rack_error("game", "is " + in_quotes(game) + ", which needs a table with the spot " +
                                    in_quotes(spot));
    }
    balls.push_back({std::string(id), found->at});
  }
  return balls;
}

/// Fifteen reds 1..15, then the colours.
Result<Balls> snooker(const Rack& rack, const Table& table, double spacing) {
  Balls balls = numbered(rows({1, 2, 3, 4, 5}, rack.at, spacing));
  const auto colours = on_spots(table, rack.game,
                                {{"yellow", "yellow"},
                                 {"green", "green"},
                                 {"brown", "brown"},
                                 {"blue", "blue"},
                                 {"pink", "pink"},
                                 {"black", "black"}});
  if (!colours) return colours.error();
  balls.insert(balls.end(), colours->begin(), colours->end());
  return balls;
}

/// UMB opening: red on the foot spot, the opponent's ball on the head spot, the striker's beside.
Result<Balls> carom(const Rack& rack, const Table& table) {
  return on_spots(table, rack.game,
                  {{"white", "start_right"}, {"yellow", "head"}, {"red", "foot"}});
}

Result<Balls> in_order(const Rack& rack, const Table& table, double spacing) {
  if (rack.game == "eight-ball") return eight_ball(rack, spacing);
  if (rack.game == "nine-ball") return rotation_game(rack, spacing, {1, 2, 3, 2, 1}, "9");
  if (rack.game == "ten-ball") return rotation_game(rack, spacing, {1, 2, 3, 4}, "10");
  if (rack.game == "triangle-3") return triangle_3(rack, spacing);
  if (rack.game == "snooker") return snooker(rack, table, spacing);
  if (rack.game == "carom") return carom(rack, table);
  std::string known;
  for (const std::string_view game : rack_games()) {
    known += (known.empty() ? "" : ", ") + std::string(game);
  }
  return rack_error("game", "is " + in_quotes(rack.game) + ", must be one of " + known);
}

}  // namespace

const std::vector<std::string_view>& rack_games() {
  static const std::vector<std::string_view> games = {"eight-ball", "nine-ball", "ten-ball",
                                                      "triangle-3", "snooker",   "carom"};
  return games;
}

namespace {

/// A rack with random gaps.
Result<Balls> spread_rack(const Rack& rack, const Table& table, double radius) {
  const double widest = radius / 10.0;  // neighbours stay neighbours, others do not become any
  const auto [law, mean, max] = *rack.gaps;
  if (!(max > 0.0 && max <= widest)) {
    return rack_error("gap.max", "is " + number_text(max) +
                                     ", must be above 0 and at most a tenth of the radius, " +
                                     number_text(widest));
  }
  if (law == RackGaps::Law::exponential && !(mean > 0.0)) {
    return rack_error("gap.mean", "is " + number_text(mean) + ", must be above 0");
  }
  if (rack.jitter != 0.0) {
    return rack_error("jitter", "is " + number_text(rack.jitter) +
                                    ", must be 0 where rack.gap is a distribution");
  }
  auto balls = in_order(rack, table, 2.0 * radius);
  if (balls) spread(*balls, *rack.gaps, rack.seed, radius);
  return balls;
}

}  // namespace

Result<std::vector<RackedBall>> rack_balls(const Rack& rack, const Table& table, double radius) {
  if (rack.gaps) return spread_rack(rack, table, radius);
  if (!(rack.gap >= 0.0)) {
    return rack_error("gap", "is " + number_text(rack.gap) + ", must be at least 0");
  }
  if (!(rack.jitter >= 0.0 && rack.jitter <= 0.5 * rack.gap)) {
    return rack_error("jitter", "is " + number_text(rack.jitter) +
                                    ", must be between 0 and half the gap, " +
                                    number_text(0.5 * rack.gap));
  }
  auto balls = in_order(rack, table, 2.0 * radius + rack.gap);
  if (!balls) return balls;

  // every ball has its own stream, so that its displacement depends on its place only
  for (std::size_t i = 0; i < balls->size(); ++i) {
    Random random(rack.seed, jitter_stream + i);
    RackedBall& ball = (*balls)[i];
    ball.at = ball.at + random.in_disc(rack.jitter);
  }
  return balls;
}

}  // namespace cuelab
