#include <algorithm>
#include <exception>

#include "cuelab/io.hpp"
#include "io/document.hpp"
#include "io/files.hpp"
#include "io/input_error.hpp"
#include "io/report.hpp"
#include "io/scene_reader.hpp"
#include "io/scene_writer.hpp"
#include "io/validate.hpp"

namespace cuelab {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The largest recording read, 1 GB: about two million pieces.
constexpr std::size_t max_recording_bytes = 1'000'000'000;

// --- writing -------------------------------------------------------------------------------------

ordered_json piece_document(const Piece& piece) {
  return {{"ball", piece.ball},
          {"motion", name_of(piece.motion)},
          {"t0", piece.t0},
          {"r0", as_list(piece.r0)},
          {"v0", as_list(piece.v0)},
          {"a", as_list(piece.a)},
          {"w0", as_list(piece.w0)},
          {"dw", as_list(piece.dw)},
          {"spin_decay", piece.spin_decay}};
}

// --- reading -------------------------------------------------------------------------------------

/// The first `count` enumerators of E; finds one by its name.
template <class E>
E named(const json& value, int count) {
  const auto& name = value.get_ref<const std::string&>();
  for (int i = 0; i < count; ++i) {
    if (name_of(static_cast<E>(i)) == name) return static_cast<E>(i);
  }
  refuse("", "\"" + name + "\" is not a name of this version");
}

constexpr int motion_count = static_cast<int>(Motion::off_table) + 1;
constexpr int event_type_count = static_cast<int>(EventType::contact_end) + 1;
constexpr int stop_count = static_cast<int>(StopReason::early_stop) + 1;

Vec2 pair_of(const json& v) { return {v.at(0).get<double>(), v.at(1).get<double>()}; }

Vec3 triple_of(const json& v) {
  return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

BallState read_state(const json& entry) {
  return {.r = triple_of(entry.at("position")),
          .v = triple_of(entry.at("velocity")),
          .w = triple_of(entry.at("spin")),
          .motion = named<Motion>(entry.at("motion"), motion_count)};
}

Piece read_piece(const json& entry) {
  return {.t0 = entry.at("t0").get<double>(),
          .r0 = triple_of(entry.at("r0")),
          .v0 = triple_of(entry.at("v0")),
          .a = triple_of(entry.at("a")),
          .w0 = triple_of(entry.at("w0")),
          .dw = pair_of(entry.at("dw")),
          .spin_decay = entry.at("spin_decay").get<double>(),
          .ball = entry.at("ball").get<std::uint32_t>(),
          .motion = named<Motion>(entry.at("motion"), motion_count)};
}

Event read_event(const json& entry) {
  const auto index = [&](const char* key) { return entry.value(key, none); };
  return {.t = entry.at("t").get<double>(),
          .type = named<EventType>(entry.at("type"), event_type_count),
          .ball = entry.at("ball").get<std::uint32_t>(),
          .other = index("other"),
          .piece = index("piece"),
          .other_piece = index("other_piece")};
}

Cost read_cost(const json& cost) {
  return {.events = cost.at("events").get<std::uint64_t>(),
          .steps = cost.at("steps").get<std::uint64_t>(),
          .rhs_evaluations = cost.at("rhs_evaluations").get<std::uint64_t>(),
          .pair_tests = cost.at("pair_tests").get<std::uint64_t>(),
          .roots = cost.at("roots").get<std::uint64_t>()};
}

/// Indices must point at balls and pieces that exist: everything else relies on it.
void check_indices(const Recording& recording) {
  const std::size_t balls = recording.scene.balls.size();
  const Trajectory& run = recording.trajectory;
  if (run.final.size() != balls) refuse("balls", "does not match the balls of the scene");
  if (run.pieces.size() < balls) refuse("pieces", "has fewer than one piece per ball");
  for (const Piece& piece : run.pieces) {
    if (piece.ball >= balls) refuse("pieces", "names a ball that is not in the scene");
  }
  const Table& table = recording.scene.table;
  const std::size_t parts = table.cushions.size() + table.jaws.size() + table.pockets.size();
  for (const Event& event : run.events) {
    const bool known_pieces = (event.piece == none || event.piece < run.pieces.size()) &&
                              (event.other_piece == none || event.other_piece < run.pieces.size());
    const bool hits_ball = event.type == EventType::ball_ball;
    const bool hits_either =
        event.type == EventType::contact_begin || event.type == EventType::contact_end;
    const std::size_t others = hits_either ? std::max(balls, parts) : hits_ball ? balls : parts;
    if (event.ball >= balls || !known_pieces) refuse("events", "names what is not in the file");
    if (event.other != none && event.other >= others) {
      refuse("events", "names a ball or part that the scene does not have");
    }
  }
}

Recording read_recording(const std::string& path) {
  const std::string text = read_file(path, max_recording_bytes);
  if (text.size() > max_recording_bytes) refuse("", "is larger than 1 GB");
  const json document = parse_json_text(text);
  if (!document.is_object() || !document.contains("pieces") ||
      !document.contains("scene_document")) {
    refuse("", "holds no recorded run; write one with `cuelab simulate SCENE --out F.json`");
  }
  Recording recording;
  validate(document.at("scene_document"));
  recording.scene = read_scene(document.at("scene_document"));
  if (auto fault = find_fault(recording.scene)) throw InputError{*std::move(fault)};

  Trajectory& run = recording.trajectory;
  for (const json& entry : document.at("pieces")) run.pieces.push_back(read_piece(entry));
  for (const json& entry : document.at("events")) run.events.push_back(read_event(entry));
  for (const json& entry : document.at("balls")) run.final.push_back(read_state(entry));
  run.t_end = document.at("t_end").get<double>();
  run.stop = named<StopReason>(document.at("stop"), stop_count);
  run.cost = read_cost(document.at("cost"));
  check_indices(recording);
  return recording;
}

}  // namespace

void add_recording(ordered_json& document, const Scene& scene, const Trajectory& trajectory) {
  document["scene_document"] = scene_document(scene);
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    const Event& event = trajectory.events[i];
    ordered_json& entry = document["events"][i];
    entry["ball"] = event.ball;
    if (event.other != none) entry["other"] = event.other;
    if (event.piece != none) entry["piece"] = event.piece;
    if (event.other_piece != none) entry["other_piece"] = event.other_piece;
  }
  document["pieces"] = ordered_json::array();
  for (const Piece& piece : trajectory.pieces) document["pieces"].push_back(piece_document(piece));
}

Result<Recording> load_recording(const std::string& path) {
  try {
    return read_recording(path);
  } catch (const InputError& input) {
    return for_file(input.error, path);
  } catch (const std::exception& unexpected) {
    const std::string what = std::string("is not a complete recording: ") + unexpected.what();
    return for_file({.file = "", .key = "", .what = what}, path);
  }
}

}  // namespace cuelab
