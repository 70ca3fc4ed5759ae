#pragma once

#include <string>
#include <vector>

#include "cuelab/multibody.hpp"
#include "reproduce/impacts.hpp"

namespace cuelab::testing {

/// Stiffnesses that the materials of [Gismeros2022] give [N/m^1.5].
inline constexpr double ball_ball_stiffness = 3.523609e8;
inline constexpr double ball_cloth_stiffness = 4.488459e8;
inline constexpr double ball_cushion_stiffness = 2.099196e6;

/// The cue ball of [Gismeros2022] starts 1 um above the cloth [m]; other balls just touch it.
inline constexpr double cue_height = 0.028576;

/// The ball of [Gismeros2022]; its inertia is not quite 2/5 m R^2.
BallSpec published_ball();

/// The laws of [Gismeros2022] on an endless cloth: balls by Lankarani and Nikravesh (0.93) with
/// Threlfall's friction, the cloth by Hertz with Ambrosio's, cushions by Lankarani and Nikravesh
/// (0.85) without friction, no resistance to rolling or spinning.
Scene published_scene();

/// Vertical walls at x = +-1.27 m and y = +-0.635 m.
void add_walls(Scene& scene);

void add_ball(Scene& scene, const std::string& id, const Vec3& r, const Vec3& v = {},
              const Vec3& w = {});

/// The cue ball at 10.729 m/s against a yellow ball, with a red and a blue one behind it; ids
/// "cue", "yellow", "red", "blue". `gap` is between the surfaces of the three [m].
Scene four_ball_break(double gap, bool held);

/// The same against fifteen balls.
Scene rack_break(double gap, bool held);

/// Two published balls in empty space on the x axis, the first moving at `speed` toward the second,
/// which it reaches after 1 mm. Sinks: damping, friction.
System pair_in_space(const ContactLaw& law, double speed);

/// A published ball at `height` above a horizontal plane [m], moving down at `speed`.
System ball_over_plane(const ContactLaw& law, double stiffness, double height, double speed);

/// Runs the smooth engine. Throws when it reports an error.
SmoothRun run_of(const Scene& scene, const std::vector<double>& at = {});
SmoothRun run_of(const System& system, const IntegrationSettings& settings, double t_max,
                 const std::vector<double>& at = {});

using reproduction::Impact;
using reproduction::impacts_of;

}  // namespace cuelab::testing
