#include "cuelab/io.hpp"
#include "io/document.hpp"
#include "io/files.hpp"
#include "io/input_error.hpp"
#include "io/recording_checks.hpp"
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
  ordered_json document{{"ball", piece.ball},      {"motion", name_of(piece.motion)},
                        {"t0", piece.t0},          {"r0", as_list(piece.r0)},
                        {"v0", as_list(piece.v0)}, {"a", as_list(piece.a)},
                        {"b", as_list(piece.b)},   {"w0", as_list(piece.w0)},
                        {"dw", as_list(piece.dw)}, {"spin_decay", piece.spin_decay}};
  if (piece.ddw != Vec2{}) document["ddw"] = {piece.ddw.x, piece.ddw.y};
  return document;
}

ordered_json contact_document(const ContactRecord& contact) {
  ordered_json document{{"begin", contact.begin}};
  if (contact.end != none) document["end"] = contact.end;
  document["approach_speed"] = contact.approach_speed;
  document["peak_force"] = contact.peak_force;
  document["depth"] = contact.depth;
  return document;
}

ordered_json ledger_document(const EnergyLedger& ledger) {
  ordered_json sinks = ordered_json::array();
  for (const EnergySink& sink : ledger.sinks) {
    sinks.push_back({{"name", sink.name}, {"work", sink.work}});
  }
  return {{"initial", ledger.initial}, {"kinetic", ledger.kinetic}, {"potential", ledger.potential},
          {"elastic", ledger.elastic}, {"sinks", std::move(sinks)}, {"error", ledger.error}};
}

// --- reading -------------------------------------------------------------------------------------

/// The first `count` enumerators of E; finds one by its name.
template <class E>
E named(const json& value, int count) {
  const auto& name = value.get_ref<const std::string&>();
  for (int i = 0; i < count; ++i) {
    if (name_of(static_cast<E>(i)) == name) return static_cast<E>(i);
  }
  refuse("", "unknown name \"" + name + "\"");
}

constexpr int motion_count = static_cast<int>(Motion::off_table) + 1;
constexpr int event_type_count = static_cast<int>(EventType::contact_end) + 1;
constexpr int agent_kind_count = static_cast<int>(AgentKind::part) + 1;
constexpr int stop_count = static_cast<int>(StopReason::early_stop) + 1;

/// An index, which none of the limits of a file can make larger than `none`.
std::uint32_t read_index(const json& value) {
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= none;
  if (!fits) refuse("", "has " + shown(value) + " where an index is expected, a whole number");
  return value.get<std::uint32_t>();
}

std::uint64_t read_count(const json& value) {
  if (!value.is_number_unsigned()) {
    refuse("", "has " + shown(value) + " where a count is expected, a whole number");
  }
  return value.get<std::uint64_t>();
}

std::uint32_t optional_index(const json& entry, const char* key) {
  return entry.contains(key) ? read_index(entry.at(key)) : none;
}

BallState read_state(const json& entry) {
  return {.r = triple_of(entry.at("position")),
          .v = triple_of(entry.at("velocity")),
          .w = triple_of(entry.at("spin")),
          .motion = named<Motion>(entry.at("motion"), motion_count)};
}

Vec2 read_ddw(const json& entry) {
  if (!entry.contains("ddw")) return {};
  const json& list = entry.at("ddw");
  return {list.at(0).get<double>(), list.at(1).get<double>()};
}

Piece read_piece(const json& entry) {
  return {.t0 = entry.at("t0").get<double>(),
          .r0 = triple_of(entry.at("r0")),
          .v0 = triple_of(entry.at("v0")),
          .a = triple_of(entry.at("a")),
          .b = triple_of(entry.at("b")),
          .w0 = triple_of(entry.at("w0")),
          .dw = triple_of(entry.at("dw")),
          .ddw = read_ddw(entry),
          .spin_decay = entry.at("spin_decay").get<double>(),
          .ball = read_index(entry.at("ball")),
          .motion = named<Motion>(entry.at("motion"), motion_count)};
}

Agent read_agent(const json& entry) {
  if (!entry.contains("other")) return {};
  const json& other = entry.at("other");
  if (!other.is_object()) {
    refuse("events.other",
           "is a number: an earlier version wrote this recording; record the run again with "
           "`cuelab simulate SCENE --out F.json`");
  }
  return {.kind = named<AgentKind>(other.at("kind"), agent_kind_count),
          .index = read_index(other.at("index"))};
}

Event read_event(const json& entry) {
  return {.t = entry.at("t").get<double>(),
          .type = named<EventType>(entry.at("type"), event_type_count),
          .ball = read_index(entry.at("ball")),
          .other = read_agent(entry),
          .piece = optional_index(entry, "piece"),
          .other_piece = optional_index(entry, "other_piece")};
}

Cost read_cost(const json& cost) {
  return {.events = read_count(cost.at("events")),
          .steps = read_count(cost.at("steps")),
          .rhs_evaluations = read_count(cost.at("rhs_evaluations")),
          .pair_tests = read_count(cost.at("pair_tests")),
          .roots = read_count(cost.at("roots")),
          .rejected = cost.contains("rejected") ? read_count(cost.at("rejected")) : 0,
          .clusters = cost.contains("clusters") ? read_count(cost.at("clusters")) : 0};
}

ContactRecord read_contact(const json& entry) {
  return {.begin = read_index(entry.at("begin")),
          .end = optional_index(entry, "end"),
          .approach_speed = entry.at("approach_speed").get<double>(),
          .peak_force = entry.at("peak_force").get<double>(),
          .depth = entry.at("depth").get<double>()};
}

EnergyLedger read_ledger(const json& entry) {
  EnergyLedger ledger{.initial = entry.at("initial").get<double>(),
                      .kinetic = entry.at("kinetic").get<double>(),
                      .potential = entry.at("potential").get<double>(),
                      .elastic = entry.at("elastic").get<double>(),
                      .sinks = {},
                      .error = entry.at("error").get<double>()};
  for (const json& sink : entry.at("sinks")) {
    ledger.sinks.push_back(
        {.name = sink.at("name").get<std::string>(), .work = sink.at("work").get<double>()});
  }
  return ledger;
}

Recording read_recording(std::string_view text) {
  if (text.size() > max_recording_bytes) refuse("", "is larger than 1 GB");
  const json document = parse_json_text(text);
  if (!document.is_object() || !document.contains("pieces") ||
      !document.contains("scene_document")) {
    refuse("", "is not a recording; write one with `cuelab simulate SCENE --out F.json`");
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
  recording.wall_seconds = document.at("cost").value("wall_seconds", 0.0);
  if (uses_forces(recording.scene.run.engine)) {
    for (const json& entry : document.at("contacts")) run.contacts.push_back(read_contact(entry));
    run.ledger = read_ledger(document.at("ledger"));
  }
  check_recording(recording);
  return recording;
}

constexpr const char* incomplete = "is not a complete recording: ";

}  // namespace

void add_recording(ordered_json& document, const Scene& scene, const Trajectory& trajectory) {
  document["scene_document"] = scene_document(scene);
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    const Event& event = trajectory.events[i];
    ordered_json& entry = document["events"][i];
    entry["ball"] = event.ball;
    if (event.other.kind != AgentKind::nothing) {
      entry["other"] = {{"kind", name_of(event.other.kind)}, {"index", event.other.index}};
    }
    if (event.piece != none) entry["piece"] = event.piece;
    if (event.other_piece != none) entry["other_piece"] = event.other_piece;
  }
  document["pieces"] = ordered_json::array();
  for (const Piece& piece : trajectory.pieces) document["pieces"].push_back(piece_document(piece));
  if (!uses_forces(scene.run.engine)) return;
  document["contacts"] = ordered_json::array();
  for (const ContactRecord& contact : trajectory.contacts) {
    document["contacts"].push_back(contact_document(contact));
  }
  document["ledger"] = ledger_document(trajectory.ledger);
}

Result<Recording> parse_recording(std::string_view text, const std::string& name) {
  return guarded({name, incomplete}, [&] { return read_recording(text); });
}

Result<Recording> load_recording(const std::string& path) {
  return guarded({path, incomplete},
                 [&] { return read_recording(read_file(path, max_recording_bytes)); });
}

}  // namespace cuelab
