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
  return {{"ball", piece.ball},      {"motion", name_of(piece.motion)},
          {"t0", piece.t0},          {"r0", as_list(piece.r0)},
          {"v0", as_list(piece.v0)}, {"a", as_list(piece.a)},
          {"b", as_list(piece.b)},   {"w0", as_list(piece.w0)},
          {"dw", as_list(piece.dw)}, {"spin_decay", piece.spin_decay}};
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
  refuse("", "\"" + name + "\" is not a name of this version");
}

constexpr int motion_count = static_cast<int>(Motion::off_table) + 1;
constexpr int event_type_count = static_cast<int>(EventType::contact_end) + 1;
constexpr int stop_count = static_cast<int>(StopReason::early_stop) + 1;

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
          .b = triple_of(entry.at("b")),
          .w0 = triple_of(entry.at("w0")),
          .dw = triple_of(entry.at("dw")),
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
          .roots = cost.at("roots").get<std::uint64_t>(),
          .rejected = cost.value("rejected", std::uint64_t{0})};
}

ContactRecord read_contact(const json& entry) {
  return {.begin = entry.at("begin").get<std::uint32_t>(),
          .end = entry.value("end", none),
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

bool is_contact(const Event& event) {
  return event.type == EventType::contact_begin || event.type == EventType::contact_end;
}

/// How many balls and parts an event of this kind can name as its second.
std::size_t partner_count(const Event& event, const Scene& scene) {
  const Table& table = scene.table;
  const std::size_t balls = scene.balls.size();
  if (!is_pool(scene.system)) return balls + part_names(scene.system).size();
  const std::size_t parts = table.cushions.size() + table.jaws.size() + table.pockets.size();
  if (event.type == EventType::ball_ball) return balls;
  return is_contact(event) ? balls + parts + 1 : parts;  // the last is the cloth
}

void check_contacts(const Trajectory& run) {
  const auto is_event = [&](std::uint32_t index, EventType type) {
    return index < run.events.size() && run.events[index].type == type;
  };
  for (const ContactRecord& contact : run.contacts) {
    const bool ends = contact.end == none || (contact.end > contact.begin &&
                                              is_event(contact.end, EventType::contact_end));
    if (!is_event(contact.begin, EventType::contact_begin) || !ends) {
      refuse("contacts", "names an event that does not begin or end a contact");
    }
  }
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
  for (const Event& event : run.events) {
    const bool known_pieces = (event.piece == none || event.piece < run.pieces.size()) &&
                              (event.other_piece == none || event.other_piece < run.pieces.size());
    if (event.ball >= balls || !known_pieces) refuse("events", "names what is not in the file");
    if (event.other != none && event.other >= partner_count(event, recording.scene)) {
      refuse("events", "names a ball or part that the scene does not have");
    }
  }
  check_contacts(run);
}

Recording read_recording(std::string_view text) {
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
  recording.wall_seconds = document.at("cost").value("wall_seconds", 0.0);
  if (recording.scene.run.engine == Engine::smooth) {
    for (const json& entry : document.at("contacts")) run.contacts.push_back(read_contact(entry));
    run.ledger = read_ledger(document.at("ledger"));
  }
  check_indices(recording);
  return recording;
}

/// Runs a reader; what it throws becomes the error, with the file's name.
template <class Read>
Result<Recording> guarded(const std::string& name, const Read& read) {
  try {
    return read();
  } catch (const InputError& input) {
    return for_file(input.error, name);
  } catch (const std::exception& unexpected) {
    const std::string what = std::string("is not a complete recording: ") + unexpected.what();
    return for_file({.file = "", .key = "", .what = what}, name);
  }
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
  if (scene.run.engine != Engine::smooth) return;
  document["contacts"] = ordered_json::array();
  for (const ContactRecord& contact : trajectory.contacts) {
    document["contacts"].push_back(contact_document(contact));
  }
  document["ledger"] = ledger_document(trajectory.ledger);
}

Result<Recording> parse_recording(std::string_view text, const std::string& name) {
  return guarded(name, [&] { return read_recording(text); });
}

Result<Recording> load_recording(const std::string& path) {
  return guarded(path, [&] { return read_recording(read_file(path, max_recording_bytes)); });
}

}  // namespace cuelab
