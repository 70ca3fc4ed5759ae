#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cuelab/animation.hpp"
#include "cuelab/draw.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/page_layout.hpp"
#include "draw/replay_data.hpp"
#include "draw/svg.hpp"
#include "draw/system_picture.hpp"

namespace cuelab {
namespace {

using namespace draw;
using nlohmann::ordered_json;

/// More events than this are not listed.
constexpr std::size_t max_events = 2000;

std::string_view replay_file(std::string_view name) {
  const auto found = std::ranges::find_if(
      replay_files(), [&](const EmbeddedFile& file) { return file.path.ends_with(name); });
  return found == replay_files().end() ? std::string_view{} : found->text;
}

/// The events in the list: on a table those with marks, in other systems contacts that begin.
std::vector<std::size_t> listed_events(const Scene& scene, const Trajectory& trajectory) {
  std::vector<std::size_t> listed;
  if (is_pool(scene.system)) {
    for (const EventMark& mark : event_marks(scene, trajectory)) listed.push_back(mark.event);
    return listed;
  }
  for (std::size_t i = 0; i < trajectory.events.size(); ++i) {
    if (trajectory.events[i].type == EventType::contact_begin) listed.push_back(i);
  }
  return listed;
}

/// The index of a body among the animation's balls, or null.
ordered_json place_of(const Animation& animation, std::size_t body) {
  const auto found = std::ranges::find(animation.balls, body, &AnimatedBall::body);
  if (found == animation.balls.end()) return nullptr;
  return found - animation.balls.begin();
}

ordered_json event_document(const Event& event, const Scene& scene, const Animation& animation) {
  const Agents agents = agents_of(event, scene);
  const bool two_balls = event.other.kind == AgentKind::ball;
  return {{"t", event.t},
          {"kind", name_of(event.type)},
          {"first", agents.first},
          {"second", agents.second},
          {"ball", place_of(animation, event.ball)},
          {"other", two_balls ? place_of(animation, event.other.index) : ordered_json()}};
}

ordered_json pattern_document() {
  return {{"stripe_half", ball_pattern.stripe_half},
          {"label_disc", ball_pattern.label_disc},
          {"spot_cosine", ball_pattern.spot_cosine},
          {"cream", ball_pattern.cream},
          {"disc", ball_pattern.disc},
          {"ink", ball_pattern.ink},
          {"plain_ink", ball_pattern.plain_ink},
          {"pocketed_size", pocketed_size},
          {"pocketed_opacity", pocketed_opacity}};
}

ordered_json ball_document(const AnimatedBall& ball, const Scene& scene, const PackedTrack& track) {
  return {{"id", scene.balls[ball.body].id},
          {"radius", ball.radius},
          {"rest", ball.rest},
          {"fill", ball.colours.fill},
          {"path", ball.colours.path},
          {"striped", ball.colours.striped},
          {"disc", ball.colours.disc},
          {"label", ball.colours.label},
          {"spot", ball.colours.spot},
          {"pocketed_at", ball.pocketed_at ? ordered_json(*ball.pocketed_at) : ordered_json()},
          {"shift", {ball.shift.x, ball.shift.y}},
          {"first", track.first},
          {"low", track.low},
          {"step", track.step},
          {"data", track.data}};
}

PackedTrack track_of(const Animation& animation, const Replay& replay, std::size_t body,
                     const std::vector<double>& times) {
  std::vector<TrackPoint> track;
  for (const double t : times) {
    const Sample sample = replay.sample(body, t);
    track.push_back({in_view(animation.viewpoint, sample.state.r),
                     in_view(animation.viewpoint, sample.orientation)});
  }
  return pack_track(track);
}

/// Angles of the turning layer without jumps.
std::vector<double> turns_of(const Animation& animation, const Replay& replay,
                             const std::vector<double>& times) {
  constexpr double turn = 6.283185307179586;
  std::vector<double> angles;
  for (const double t : times) {
    const double angle =
        view_angle(animation.viewpoint, replay.sample(animation.turning_body, t).orientation);
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

ordered_json page_document(const Scene& scene, const Trajectory& trajectory,
                           const Animation& animation) {
  const Replay replay(trajectory);
  std::vector<std::size_t> listed = listed_events(scene, trajectory);
  const std::size_t all = listed.size();
  listed.resize(std::min(all, max_events));
  std::vector<double> instants(listed.size());
  std::ranges::transform(listed, instants.begin(),
                         [&](std::size_t i) { return trajectory.events[i].t; });
  const std::vector<double> times = replay_times(replay, instants);

  ordered_json document{{"viewpoint", animation.viewpoint == Viewpoint::top ? "top" : "side"},
                        {"t_end", trajectory.t_end},
                        {"width", animation.width},
                        {"height", animation.height},
                        {"origin", {animation.origin.x, animation.origin.y}},
                        {"scale", animation.scale},
                        {"shadows", animation.shadows},
                        {"link_colour", animation.link_colour},
                        {"link_width", animation.link_width},
                        {"background", animation.background},
                        {"paths", animation.paths},
                        {"turning", animation.turning},
                        {"pattern", pattern_document()},
                        {"times", packed_doubles(times)},
                        {"turns", ""},
                        {"events_left_out", all - listed.size()}};
  if (!animation.turning.empty())
    document["turns"] = packed_floats(turns_of(animation, replay, times));
  document["links"] = ordered_json::array();
  for (const Link& link : animation.links) document["links"].push_back(link_document(link));
  document["balls"] = ordered_json::array();
  for (const AnimatedBall& ball : animation.balls) {
    document["balls"].push_back(
        ball_document(ball, scene, track_of(animation, replay, ball.body, times)));
  }
  document["events"] = ordered_json::array();
  for (const std::size_t i : listed) {
    document["events"].push_back(event_document(trajectory.events[i], scene, animation));
  }
  return document;
}

/// JSON that cannot end the script element that contains it.
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

std::string replay_page(const Scene& scene, const Trajectory& trajectory, Viewpoint viewpoint) {
  const Animation animation = make_animation(scene, trajectory, viewpoint);
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
                 {"data", script_text(page_document(scene, trajectory, animation))},
                 {"script", script}});
}

}  // namespace cuelab
