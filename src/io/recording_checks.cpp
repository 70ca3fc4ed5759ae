#include "io/recording_checks.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <vector>

#include "io/input_error.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

// A run may exceed the ranges of its scene: a ball on a cloth without friction goes far, and a
// light ball is faster than the heavy one that hits it.
constexpr double farthest = 1e9;        // [m]
constexpr double fastest = 1e6;         // [m/s]
constexpr double fastest_spin = 1e8;    // [rad/s]
constexpr double greatest_rate = 1e24;  // of velocities and spins [m/s^2, rad/s^2]
constexpr double greatest_jerk = 1e40;  // [m/s^3]; pieces of the smooth engine can last 1e-14 s
constexpr double longest_run = 1e6;     // [s]

void check_size(const Vec3& a, double limit, const char* key, const char* what) {
  for (const double x : {a.x, a.y, a.z}) {
    if (std::abs(x) <= limit) continue;
    refuse(key, std::string(what) + " " + number_text(x) + ", must be at most " +
                    number_text(limit) + " in size");
  }
}

/// Whether an event of this type can involve an agent of this kind.
bool can_involve(EventType type, AgentKind kind) {
  switch (type) {
    case EventType::ball_ball:
      return kind == AgentKind::ball;
    case EventType::ball_cushion:
      return kind == AgentKind::cushion || kind == AgentKind::jaw;
    case EventType::ball_pocket:
      return kind == AgentKind::pocket;
    case EventType::contact_begin:
    case EventType::contact_end:
      return true;
    default:
      return kind == AgentKind::nothing;
  }
}

bool is_known(const Agent& agent, const Scene& scene) {
  return agent.kind == AgentKind::nothing || agent.index < agent_count(agent.kind, scene);
}

void check_contacts(const Trajectory& run) {
  const auto is_event = [&](std::uint32_t index, EventType type) {
    return index < run.events.size() && run.events[index].type == type;
  };
  for (const ContactRecord& contact : run.contacts) {
    const bool ends = contact.end == none || (contact.end > contact.begin &&
                                              is_event(contact.end, EventType::contact_end));
    if (!is_event(contact.begin, EventType::contact_begin) || !ends) {
      refuse("contacts", "refers to an event that does not begin or end a contact");
    }
  }
}

void check_states(const Trajectory& run) {
  for (const BallState& state : run.final) {
    check_size(state.r, farthest, "balls.position", "has the coordinate");
    check_size(state.v, fastest, "balls.velocity", "has the component");
    check_size(state.w, fastest_spin, "balls.spin", "has the component");
  }
  for (const Piece& piece : run.pieces) {
    check_size(piece.r0, farthest, "pieces.r0", "has the coordinate");
    check_size(piece.v0, fastest, "pieces.v0", "has the component");
    check_size(piece.w0, fastest_spin, "pieces.w0", "has the component");
    check_size(piece.a, greatest_rate, "pieces.a", "has the component");
    check_size(piece.b, greatest_jerk, "pieces.b", "has the component");
    check_size(piece.dw, greatest_rate, "pieces.dw", "has the component");
    check_size({piece.ddw.x, piece.ddw.y, 0.0}, greatest_jerk, "pieces.ddw", "has the component");
    check_size({piece.spin_decay, 0.0, 0.0}, greatest_rate, "pieces.spin_decay", "is");
    if (piece.spin_decay < 0.0) refuse("pieces.spin_decay", "is negative");
  }
}

/// Where every piece ends must be within the limit, too.
void check_ends(const Trajectory& run) {
  std::vector<double> until(run.final.size(), run.t_end);
  for (const Piece& piece : std::views::reverse(run.pieces)) {
    const BallState end = state_on(piece, until[piece.ball]);
    check_size(end.r, farthest, "pieces", "leads to the coordinate");
    check_size(end.v, fastest, "pieces", "leads to a velocity with the component");
    check_size(end.w, fastest_spin, "pieces", "leads to a spin with the component");
    until[piece.ball] = piece.t0;
  }
}

/// Times must not decrease, and lie between 0 and the end.
template <class Entries, class Time>
void check_order(const Entries& entries, double t_end, const char* key, const Time& time_of) {
  double last = 0.0;
  for (const auto& entry : entries) {
    const double t = time_of(entry);
    if (t < last || t > t_end) {
      refuse(key, "is " + number_text(t) + ", must be from " + number_text(last) +
                      ", the time before it, to t_end, " + number_text(t_end));
    }
    last = t;
  }
}

void check_times(const Trajectory& run) {
  if (!(run.t_end >= 0.0 && run.t_end <= longest_run)) {
    refuse("t_end",
           "is " + number_text(run.t_end) + ", must be between 0 and " + number_text(longest_run));
  }
  check_order(run.pieces, run.t_end, "pieces.t0", [](const Piece& piece) { return piece.t0; });
  check_order(run.events, run.t_end, "events.t", [](const Event& event) { return event.t; });
}

void check_indices(const Recording& recording) {
  const std::size_t balls = recording.scene.balls.size();
  const Trajectory& run = recording.trajectory;
  if (run.final.size() != balls) refuse("balls", "does not match the balls of the scene");
  std::vector<bool> has_piece(balls);
  for (const Piece& piece : run.pieces) {
    if (piece.ball >= balls) refuse("pieces", "refers to a ball that is not in the scene");
    has_piece[piece.ball] = true;
  }
  if (std::ranges::find(has_piece, false) != has_piece.end()) {
    refuse("pieces", "has no piece for one of the balls");
  }
  for (const Event& event : run.events) {
    const bool known_pieces = (event.piece == none || event.piece < run.pieces.size()) &&
                              (event.other_piece == none || event.other_piece < run.pieces.size());
    if (event.ball >= balls || !known_pieces)
      refuse("events", "refers to a ball or piece that is not in the file");
    if (!can_involve(event.type, event.other.kind) || !is_known(event.other, recording.scene)) {
      refuse("events", "refers to a ball or part that the scene does not have");
    }
  }
  check_contacts(run);
}

}  // namespace

void check_recording(const Recording& recording) {
  check_indices(recording);
  check_times(recording.trajectory);
  check_states(recording.trajectory);
  check_ends(recording.trajectory);
}

}  // namespace cuelab
