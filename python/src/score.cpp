// Outcomes and rulings of the runs of a batch, from its events and pockets.
#include <algorithm>
#include <array>

#include "common.hpp"

namespace cuelab::python {
namespace {

struct RulingRow {
  bool legal = false, success = false, wins = false, loses = false;
  std::int32_t points = 0;
  std::int32_t fouls = 0;  ///< bit k: the foul with number k
};

struct OutcomeRow {
  std::int32_t first_hit = -1;
  std::int32_t pocketed = 0;  ///< object balls
  std::int32_t cushions_before = 0, cushions_after = 0, cushions_before_second = 0;
  bool scratch = false, three_cushion_point = false;
  double spread = 0.0;
};

using Events = py::array_t<EventRow, py::array::c_style>;
using Codes = py::array_t<std::int8_t, py::array::c_style>;
using Offsets = py::array_t<std::int64_t, py::array::c_style>;
using Statuses = py::array_t<std::uint8_t, py::array::c_style>;

/// The arrays of a batch, one run after another.
struct Kept {
  const Numbers& final;
  const Codes& pocket;
  const Statuses& status;
  const Offsets& offsets;
  const Events& events;
};

bool fits(const Kept& kept, std::size_t balls) {
  const auto runs = kept.status.size();
  const auto places = runs * static_cast<py::ssize_t>(balls);
  if (kept.final.size() != places * 3 || kept.pocket.size() != places) return false;
  if (kept.offsets.size() != runs + 1) return false;
  std::int64_t last = 0;
  for (py::ssize_t k = 0; k <= runs; ++k) {
    const std::int64_t offset = kept.offsets.data()[k];
    if (offset < last || offset > kept.events.size() || (k == 0 && offset != 0)) return false;
    last = offset;
  }
  return true;
}

/// An event of a batch, if it fits the scene.
std::optional<Event> event_of(const EventRow& row, const Scene& scene) {
  const auto balls = static_cast<std::int32_t>(scene.balls.size());
  if (row.ball < 0 || row.ball >= balls) return {};
  if (row.type > static_cast<std::uint8_t>(EventType::contact_end)) return {};
  if (row.kind > static_cast<std::uint8_t>(AgentKind::part)) return {};
  const auto kind = static_cast<AgentKind>(row.kind);
  const auto other = static_cast<std::uint32_t>(std::max(0, row.other));
  if (row.other >= 0 && other >= agent_count(kind, scene)) return {};
  return Event{.t = row.t,
               .type = static_cast<EventType>(row.type),
               .ball = static_cast<std::uint32_t>(row.ball),
               .other = {kind, other}};
}

Motion motion_of(std::int8_t pocket) {
  if (pocket == -2) return Motion::off_table;
  return pocket == -1 ? Motion::stationary : Motion::pocketed;
}

/// Calls use(run, scene, trajectory) for every run that is done.
template <class Use>
void for_each_run(const Scene& given, std::size_t cue_ball, const Kept& kept, const Use& use) {
  Scene scene = given;
  scene.shot = Shot{.ball = cue_ball};
  const std::size_t balls = scene.balls.size();
  if (cue_ball >= balls || !fits(kept, balls)) {
    throw refusal("batch: its arrays do not fit together");
  }
  Trajectory run;
  run.final.resize(balls);
  for (py::ssize_t k = 0; k < kept.status.size(); ++k) {
    if (kept.status.data()[k] != 0) continue;
    const auto first = static_cast<std::size_t>(k) * balls;
    for (std::size_t i = 0; i < balls; ++i) {
      const double* r = kept.final.data() + (first + i) * 3;
      const std::int8_t pocket = kept.pocket.data()[first + i];
      run.final[i] = {.r = {r[0], r[1], r[2]}, .motion = motion_of(pocket)};
      // a ball that was not played fell before
      scene.balls[i].start.motion = pocket == -3 ? Motion::pocketed : Motion::stationary;
    }
    run.events.clear();
    for (std::int64_t e = kept.offsets.data()[k]; e < kept.offsets.data()[k + 1]; ++e) {
      const auto event = event_of(kept.events.data()[e], scene);
      if (!event) throw refusal("batch: event " + std::to_string(e) + " is not the scene's");
      run.events.push_back(*event);
    }
    use(static_cast<std::size_t>(k), scene, run);
  }
}

py::array_t<RulingRow> score(const Scene& scene, std::size_t cue_ball, const Numbers& final,
                             const Codes& pocket, const Statuses& status, const Offsets& offsets,
                             const Events& events, const std::string& game, bool is_break,
                             const std::string& target) {
  const Rules rules = rules_of(game, is_break, target, "");
  py::array_t<RulingRow> rows(status.size());
  std::fill_n(rows.mutable_data(), status.size(), RulingRow{});
  for_each_run(scene, cue_ball, {final, pocket, status, offsets, events},
               [&](std::size_t k, const Scene& at, const Trajectory& run) {
                 const Ruling ruling = judge(at, run, rules);
                 RulingRow& row = rows.mutable_data()[k];
                 row = {.legal = ruling.legal,
                        .success = ruling.success,
                        .wins = ruling.wins,
                        .loses = ruling.loses,
                        .points = ruling.points};
                 for (const Foul foul : ruling.fouls) row.fouls |= 1 << static_cast<int>(foul);
               });
  return rows;
}

py::array_t<OutcomeRow> outcomes(const Scene& scene, std::size_t cue_ball, const Numbers& final,
                                 const Codes& pocket, const Statuses& status,
                                 const Offsets& offsets, const Events& events) {
  py::array_t<OutcomeRow> rows(status.size());
  std::fill_n(rows.mutable_data(), status.size(), OutcomeRow{});
  for_each_run(
      scene, cue_ball, {final, pocket, status, offsets, events},
      [&](std::size_t k, const Scene& at, const Trajectory& run) {
        const Outcome found = outcome_of(at, run);
        const auto fallen = std::ranges::count_if(
            found.pocketed, [&](const PocketedBall& ball) { return ball.ball != found.cue_ball; });
        rows.mutable_data()[k] = {
            .first_hit = found.first_hit ? static_cast<std::int32_t>(*found.first_hit) : -1,
            .pocketed = static_cast<std::int32_t>(fallen),
            .cushions_before = static_cast<std::int32_t>(found.cushions_before),
            .cushions_after = static_cast<std::int32_t>(found.cushions_after),
            .cushions_before_second = static_cast<std::int32_t>(found.cushions_before_second),
            .scratch = found.scratch,
            .three_cushion_point = found.three_cushion_point,
            .spread = found.spread};
      });
  return rows;
}

template <class Value, std::size_t Count>
Value named(const char* what, const std::string& name,
            const std::array<std::pair<const char*, Value>, Count>& known) {
  std::string names;
  for (const auto& [word, value] : known) {
    if (name == word) return value;
    names += (names.empty() ? "" : ", ") + std::string(word);
  }
  throw refusal(std::string(what) + ": is \"" + name + "\", must be one of " + names);
}

}  // namespace

Rules rules_of(const std::string& game, bool is_break, const std::string& target,
               const std::string& nominated) {
  using Games = std::array<std::pair<const char*, Game>, 4>;
  using Targets = std::array<std::pair<const char*, Target>, 4>;
  return {.game = named("rule", game,
                        Games{{{"eight-ball", Game::eight_ball},
                               {"nine-ball", Game::nine_ball},
                               {"three-cushion", Game::three_cushion},
                               {"snooker", Game::snooker}}}),
          .is_break = is_break,
          .target = named("target", target,
                          Targets{{{"open", Target::open},
                                   {"solids", Target::solids},
                                   {"stripes", Target::stripes},
                                   {"colour", Target::colour}}}),
          .nominated = nominated};
}

void bind_score(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(RulingRow, legal, success, wins, loses, points, fouls);
  PYBIND11_NUMPY_DTYPE(OutcomeRow, first_hit, pocketed, cushions_before, cushions_after,
                       cushions_before_second, scratch, three_cushion_point, spread);
  module.def("score", &score, py::arg("scene"), py::arg("cue_ball"), py::arg("final"),
             py::arg("pocket"), py::arg("status"), py::arg("offsets"), py::arg("events"),
             py::arg("game"), py::arg("is_break"), py::arg("target"));
  module.def("outcomes", &outcomes, py::arg("scene"), py::arg("cue_ball"), py::arg("final"),
             py::arg("pocket"), py::arg("status"), py::arg("offsets"), py::arg("events"));
}

}  // namespace cuelab::python
