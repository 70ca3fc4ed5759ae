#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cuelab/draw.hpp"
#include "cuelab/moving.hpp"
#include "draw/legend.hpp"
#include "draw/packing.hpp"
#include "draw/replay_files.hpp"
#include "draw/svg.hpp"
#include "draw/system_art.hpp"

namespace cuelab {
namespace {

using namespace draw;
using nlohmann::ordered_json;

/// More events than this are not listed.
constexpr std::size_t most_events = 2000;

std::string_view replay_file(std::string_view name) {
  const auto found = std::ranges::find_if(
      replay_files(), [&](const EmbeddedFile& file) { return file.path.ends_with(name); });
  return found == replay_files().end() ? std::string_view{} : found->text;
}

/// What a person wants to jump to: on a table the marked events, elsewhere contacts that begin.
std::vector<std::size_t> listed_events(const Scene& scene, const Trajectory& trajectory) {
  std::vector<std::size_t> listed;
  if (is_pool(scene.system)) {
    for (const Marked& mark : marked_events(scene, trajectory)) listed.push_back(mark.event);
    return listed;
  }
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    if (trajectory.events[i].type == EventType::contact_begin) listed.push_back(i);
  }
  return listed;
}

/// The place of a body among the stage's balls, or null.
ordered_json place_of(const Stage& stage, std::size_t body) {
  const auto found = std::ranges::find(stage.balls, body, &StageBall::body);
  if (found == stage.balls.end()) return nullptr;
  return found - stage.balls.begin();
}

ordered_json event_document(const Event& event, const Scene& scene, const Stage& stage) {
  const Agents agents = agents_of(event, scene);
  const bool two_balls = event.type == EventType::ball_ball ||
                         (event.type == EventType::contact_begin && event.other != none);
  return {{"t", event.t},
          {"kind", name_of(event.type)},
          {"first", agents.first},
          {"second", agents.second},
          {"ball", place_of(stage, event.ball)},
          {"other", two_balls ? place_of(stage, event.other) : ordered_json()}};
}

ordered_json ball_document(const StageBall& ball, const Scene& scene, const PackedTrack& track) {
  return {{"id", scene.balls[ball.body].id},
          {"radius", ball.radius},
          {"rest", ball.rest},
          {"fill", ball.look.fill},
          {"path", ball.look.path},
          {"striped", ball.look.striped},
          {"disc", ball.look.disc},
          {"label", ball.look.label},
          {"spot", ball.look.spot},
          {"fallen", ball.fallen ? ordered_json(*ball.fallen) : ordered_json()},
          {"shift", {ball.shift.x, ball.shift.y}},
          {"first", track.first},
          {"low", track.low},
          {"step", track.step},
          {"data", track.data}};
}

PackedTrack track_of(const Stage& stage, const Replay& replay, std::size_t body,
                     const std::vector<double>& times) {
  std::vector<Placed> track;
  for (const double t : times) {
    const Sample sample = replay.sample(body, t);
    track.push_back({seen(stage.sight, sample.state.r), seen(stage.sight, sample.orientation)});
  }
  return packed(track);
}

/// Angles of the turning layer without jumps.
std::vector<double> turns_of(const Stage& stage, const Replay& replay,
                             const std::vector<double>& times) {
  constexpr double turn = 6.283185307179586;
  std::vector<double> angles;
  for (const double t : times) {
    const double angle = seen_angle(stage.sight, replay.sample(stage.turning_body, t).orientation);
    const double last = angles.empty() ? 0.0 : angles.back();
    angles.push_back(angle + turn * std::round((last - angle) / turn));
  }
  return angles;
}

ordered_json link_document(const Link& link) {
  return {{"ball", link.ball},
          {"other", link.other ? ordered_json(*link.other) : ordered_json()},
          {"fixed", {link.fixed.x, link.fixed.y}}};
}

ordered_json page_document(const Scene& scene, const Trajectory& trajectory, const Stage& stage) {
  const Replay replay(trajectory);
  std::vector<std::size_t> listed = listed_events(scene, trajectory);
  const std::size_t all = listed.size();
  listed.resize(std::min(all, most_events));
  std::vector<double> instants(listed.size());
  std::ranges::transform(listed, instants.begin(),
                         [&](std::size_t i) { return trajectory.events[i].t; });
  const std::vector<double> times = replay_times(replay, instants);

  ordered_json document{{"sight", stage.sight == Sight::top ? "top" : "side"},
                        {"t_end", trajectory.t_end},
                        {"width", stage.width},
                        {"height", stage.height},
                        {"origin", {stage.origin.x, stage.origin.y}},
                        {"scale", stage.scale},
                        {"shadows", stage.shadows},
                        {"link_colour", stage.link_colour},
                        {"link_width", stage.link_width},
                        {"backdrop", stage.backdrop},
                        {"ways", stage.ways},
                        {"turning", stage.turning},
                        {"times", packed_doubles(times)},
                        {"turns", ""},
                        {"events_left_out", all - listed.size()}};
  if (!stage.turning.empty()) document["turns"] = packed_floats(turns_of(stage, replay, times));
  document["links"] = ordered_json::array();
  for (const Link& link : stage.links) document["links"].push_back(link_document(link));
  document["balls"] = ordered_json::array();
  for (const StageBall& ball : stage.balls) {
    document["balls"].push_back(
        ball_document(ball, scene, track_of(stage, replay, ball.body, times)));
  }
  document["events"] = ordered_json::array();
  for (const std::size_t i : listed) {
    document["events"].push_back(event_document(trajectory.events[i], scene, stage));
  }
  return document;
}

/// JSON that cannot end the script element it stands in.
std::string script_text(const ordered_json& document) {
  const std::string json = document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// The template with every {{name}} replaced.
std::string filled(std::string_view page,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string text;
  while (true) {
    const std::size_t open = page.find("{{");
    text += page.substr(0, open);
    if (open == std::string_view::npos) return text;
    const std::size_t close = page.find("}}", open);
    const std::string_view name = page.substr(open + 2, close - open - 2);
    for (const auto& [key, value] : values) {
      if (key == name) text += value;
    }
    page.remove_prefix(close + 2);
  }
}

}  // namespace

std::string replay_page(const Scene& scene, const Trajectory& trajectory, Sight sight) {
  const Stage stage = stage_of(scene, trajectory, sight);
  const std::string subtitle = is_pool(scene.system) ? subtitle_of(subject_of(scene, trajectory))
                                                     : system_subtitle(scene, trajectory);
  std::string script;
  for (const std::string_view name : {"ball.js", "track.js", "scene.js", "player.js"}) {
    script += replay_file(name);
  }
  return filled(replay_file("page.html"),
                {{"title", escaped(title_of(scene))},
                 {"subtitle", escaped(subtitle)},
                 {"style", std::string(replay_file("page.css"))},
                 {"data", script_text(page_document(scene, trajectory, stage))},
                 {"script", script}});
}

}  // namespace cuelab
