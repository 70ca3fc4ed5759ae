#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "cuelab/trajectory.hpp"

namespace cuelab {
namespace {

/// Stable sort by time. Returns the new index of every old one.
template <class T>
std::vector<std::uint32_t> sort_by_time(std::vector<T>& items, double T::* time) {
  std::vector<std::uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(items[i].*time, i); });
  std::vector<T> sorted;
  sorted.reserve(items.size());
  std::vector<std::uint32_t> new_index(items.size());
  for (const std::uint32_t old : order) {
    new_index[old] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(items[old]);
  }
  items = std::move(sorted);
  return new_index;
}

void follow(std::uint32_t& index, const std::vector<std::uint32_t>& new_index) {
  if (index != none) index = new_index[index];
}

void shift(std::uint32_t& index, std::size_t by) {
  if (index != none) index += static_cast<std::uint32_t>(by);
}

void sort_pieces(Trajectory& whole) {
  if (std::ranges::is_sorted(whole.pieces, {}, &Piece::t0)) return;
  const std::vector<std::uint32_t> new_index = sort_by_time(whole.pieces, &Piece::t0);
  for (Event& event : whole.events) {
    follow(event.piece, new_index);
    follow(event.other_piece, new_index);
  }
}

void sort_events(Trajectory& whole) {
  if (std::ranges::is_sorted(whole.events, {}, &Event::t)) return;
  const std::vector<std::uint32_t> new_index = sort_by_time(whole.events, &Event::t);
  for (ContactRecord& contact : whole.contacts) {
    follow(contact.begin, new_index);
    follow(contact.end, new_index);
  }
  std::ranges::sort(whole.contacts, {}, &ContactRecord::begin);
}

Cost sum(const Cost& a, const Cost& b) {
  return {.events = a.events + b.events,
          .steps = a.steps + b.steps,
          .rhs_evaluations = a.rhs_evaluations + b.rhs_evaluations,
          .pair_tests = a.pair_tests + b.pair_tests,
          .roots = a.roots + b.roots,
          .rejected = a.rejected + b.rejected,
          .clusters = a.clusters + b.clusters};
}

}  // namespace

void append(Trajectory& whole, const Trajectory& part, const AppendOptions& options) {
  const auto ball_of = [&](std::uint32_t ball) {
    assert((options.balls.empty() || ball < options.balls.size()) && "a ball of the part");
    return options.balls.empty() ? ball : options.balls[ball];
  };
  const std::size_t first_piece = whole.pieces.size();
  const std::size_t first_event = whole.events.size();
  for (Piece piece : part.pieces) {
    piece.t0 += options.shift;
    piece.ball = ball_of(piece.ball);
    whole.pieces.push_back(piece);
  }
  for (Event event : part.events) {
    event.t += options.shift;
    event.ball = ball_of(event.ball);
    if (event.other.kind == AgentKind::ball) event.other.index = ball_of(event.other.index);
    shift(event.piece, first_piece);
    shift(event.other_piece, first_piece);
    whole.events.push_back(event);
  }
  for (ContactRecord contact : part.contacts) {
    shift(contact.begin, first_event);
    shift(contact.end, first_event);
    whole.contacts.push_back(contact);
  }
  sort_pieces(whole);
  sort_events(whole);

  // the end
  for (std::uint32_t i = 0; i < part.final.size(); ++i) {
    const std::uint32_t ball = ball_of(i);
    if (ball >= whole.final.size()) whole.final.resize(ball + 1);
    whole.final[ball] = part.final[i];
  }
  const double end = part.t_end + options.shift;
  if (end >= whole.t_end) whole.stop = part.stop;
  whole.t_end = std::max(whole.t_end, end);
  whole.cost = sum(whole.cost, part.cost);
}

}  // namespace cuelab
