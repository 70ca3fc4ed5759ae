#include "hybrid/simulation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "cuelab/laws.hpp"
#include "hybrid/contact_time.hpp"

namespace cuelab::hybrid {
namespace {

/// Outsiders that would collide within this many intervals of a cluster join it.
constexpr double lookahead_intervals = 2.0;
/// Events of outsiders do not make steps shorter than this part of an interval.
constexpr double shortest_part = 0.05;

}  // namespace

Simulation::Simulation(const Scene& scene)
    : table_(scene.table),
      physics_(scene.physics),
      settings_(scene.hybrid),
      t_max_(scene.run.t_max),
      system_(pool_system(scene)),
      event_(scene),
      cluster_(system_, scene),
      is_member_(scene.balls.size(), 0) {
  for (const ContactKind& kind : system_.kinds) lone_impacts_.emplace_back(kind);
  const std::size_t n = scene.balls.size();
  for (const Ball& ball : scene.balls) specs_.push_back(ball.spec);
  kind_of_pair_.assign(n * n, 0);
  for (const SpherePair& pair : system_.sphere_pairs) {
    kind_of_pair_[pair.a * n + pair.b] = kind_of_pair_[pair.b * n + pair.a] = pair.kind;
  }
  obstacle_of_cushion_.assign(table_.cushions.size(), none);
  obstacle_of_jaw_.assign(table_.jaws.size(), none);
  std::uint32_t first_cushion = none;
  for (std::uint32_t k = 0; k < system_.obstacles.size(); ++k) {
    for (const Part& part : system_.obstacles[k].parts) {
      if (part.agent.kind == AgentKind::cushion) obstacle_of_cushion_[part.agent.index] = k;
      if (part.agent.kind == AgentKind::jaw) obstacle_of_jaw_[part.agent.index] = k;
      if (part.agent.kind != AgentKind::pocket) first_cushion = std::min(first_cushion, k);
    }
  }
  kind_of_cushion_.assign(n, 0);
  for (const ObstaclePair& pair : system_.obstacle_pairs) {
    if (pair.obstacle != first_cushion) continue;
    kind_of_cushion_[pair.a] = pair.kind;
    const double longest =
        contact_time(specs_[pair.a].mass, system_.kinds[pair.kind].stiffness, slowest_impact);
    longest_cushion_contact_ = std::max(longest_cushion_contact_, longest);
  }
}

void Simulation::begin(std::span<const BallState> start, Trajectory& out, Record record) {
  out_ = &out;
  keep_pieces_ = record == Record::everything;
  ended_in_cluster_ = false;
  std::ranges::fill(is_member_, 0);
  members_.clear();
  initial_energy_ = energy_of(start);
  loss_ = balance_error_ = 0.0;
  work_ = {};
  counts_ = {};
  clusters_ = 0;
  EnergyLedger ledger = std::move(out.ledger);  // its memory is used again
  event_.begin(start, out, {.record = record});
  out.ledger = std::move(ledger);
}

bool Simulation::step() {
  const std::optional<NextEvent> next = event_.next();
  std::optional<Opening> opening;
  if (next && next->other.kind != AgentKind::nothing) {
    event_.advance_to(next->t);
    opening = opening_of(*next);
  } else if (next) {
    opening = landing_opening(*next);
    if (opening) event_.advance_to(opening->t);
  }
  if (!opening) return event_.step();
  members_.assign(1, next->ball);
  if (next->other.kind == AgentKind::ball) members_.push_back(next->other.index);
  for (const std::uint32_t ball : members_) is_member_[ball] = 1;
  resolve(*opening);
  return !ended_in_cluster_;
}

void Simulation::resolve(const Opening& opening) {
  gather(opening);
  states_.clear();
  for (const std::uint32_t ball : members_) states_.push_back(event_.state(ball));
  event_.take_out(members_);
  if (!resolve_alone(opening)) run_cluster(opening);
}

// --- one cluster ---------------------------------------------------------------------------------

void Simulation::run_cluster(const Opening& opening) {
  ++clusters_;
  joined_.assign(members_.size(), event_.now());
  cluster_.open({opening.t, opening.contact_time, members_, states_}, {out_, keep_pieces_});
  cluster_.record_changes();
  next_check_ = cluster_.now();
  cluster_energy_ = cluster_.energy();
  while (true) {
    if (cluster_.now() >= next_check_) {
      next_check_ = cluster_.now() + cluster_.check_interval();
      drop_fallen_balls();
      absorb_near_balls();
    }
    cluster_.step(latest_step_end());
    advance_outsiders();
    cluster_.record_changes();
    if (cluster_.is_over()) break;
    if (cluster_.now() >= t_max_) {
      ended_in_cluster_ = true;
      break;
    }
  }
  cluster_.close();
  account();
  if (ended_in_cluster_) {
    out_->stop = StopReason::t_max;
  } else {
    close_cluster();
  }
}

/// A step of the cluster ends with the next event of the others, or soon after: the impacts that it
/// brings about must not lie in the past of the cluster.
double Simulation::latest_step_end() {
  const std::optional<NextEvent> next = event_.next();
  if (!next) return t_max_;
  const double soonest = cluster_.now() + shortest_part * cluster_.check_interval();
  return std::min(t_max_, std::max(next->t, soonest));
}

/// Lets the other balls catch up with the cluster. Those that are about to collide join it.
void Simulation::advance_outsiders() {
  const double ahead = lookahead_intervals * cluster_.check_interval();
  while (const std::optional<NextEvent> next = event_.next()) {
    // an impact that another event brought about in the past of the cluster is instantaneous
    if (next->t >= cluster_.now() && next->t < cluster_.now() + ahead && must_absorb(*next)) {
      event_.advance_to(cluster_.now());
      absorb(next->ball);
      if (next->other.kind == AgentKind::ball) absorb(next->other.index);
      continue;
    }
    if (next->t > cluster_.now()) break;
    event_.step();
  }
  event_.advance_to(cluster_.now());
}

void Simulation::absorb(std::uint32_t ball) {
  const double before = cluster_.energy();
  const BallState state = event_.state(ball);
  event_.take_out({&ball, 1});
  cluster_.absorb(ball, state);
  members_.push_back(ball);
  is_member_[ball] = 1;
  states_.push_back(state);
  joined_.push_back(cluster_.now());
  cluster_energy_ += cluster_.energy() - before;
}

/// Balls whose centre has come over a pocket fall; the event engine records it.
void Simulation::drop_fallen_balls() {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (cluster_.is_gone(k)) continue;
    const BallState s = cluster_.state(k);
    if (is_above_cloth(specs_[members_[k]], {.r = s.r})) continue;
    const auto is_over = [&](const Pocket& pocket) {
      const Vec2 apart = flat(s.r) - pocket.centre;
      return dot(apart, apart) < pocket.radius * pocket.radius;
    };
    if (std::ranges::none_of(table_.pockets, is_over)) continue;
    const double before = cluster_.energy();
    placed_.assign(1, {members_[k], released_state(k)});
    loss_ += energy_of(specs_[members_[k]], states_[k]) -
             energy_of(specs_[members_[k]], placed_[0].state);
    cluster_.remove(k);  // still a member: it must not join again
    cluster_energy_ -= before - cluster_.energy();
    event_.put(placed_);
  }
}

void Simulation::close_cluster() {
  placed_.clear();
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (cluster_.is_gone(k)) continue;
    const BallSpec& spec = specs_[members_[k]];
    placed_.push_back({members_[k], released_state(k)});
    loss_ += energy_of(spec, states_[k]) - energy_of(spec, placed_.back().state);
  }
  part_overlapping();
  std::ranges::fill(is_member_, 0);
  event_.put(placed_);
}

void Simulation::finish() {
  event_.finish();
  Trajectory& out = *out_;
  if (ended_in_cluster_) {
    out.t_end = cluster_.now();
    for (std::size_t k = 0; k < members_.size(); ++k) {
      is_member_[members_[k]] = 0;
      if (!cluster_.is_gone(k)) out.final[members_[k]] = released_state(k);
    }
  }
  if (keep_pieces_) sorter_.sort(out);
  out.cost.events = out.events.size();
  out.cost.steps += counts_.steps;
  out.cost.rhs_evaluations += counts_.rhs;
  out.cost.rejected += counts_.rejected;
  out.cost.clusters = clusters_;
  write_ledger();
}

}  // namespace cuelab::hybrid
