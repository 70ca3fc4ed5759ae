#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cuelab/result.hpp"
#include "cuelab/smooth.hpp"
#include "cuelab/system_spec.hpp"
#include "cuelab/trajectory.hpp"
#include "cuelab/vec.hpp"

namespace cuelab {

/// A rigid body, with a sphere about its centre of mass as contact surface.
struct Body {
  std::string id{};
  double mass = 1.0;            ///< [kg]
  Vec3 inertia{1.0, 1.0, 1.0};  ///< about the body's axes, which are principal [kg m^2]
  double radius = 0.0;          ///< of its sphere; 0 means it touches nothing itself [m]
  Vec3 position{};              ///< of the centre of mass [m]
  Quat orientation{};           ///< Euler parameters
  Vec3 velocity{};              ///< [m/s]
  Vec3 spin{};                  ///< angular velocity, world frame [rad/s]
};

// --- shapes a sphere can touch; in the frame of the body that carries them, else the world's
// ------

/// All space below a plane.
struct Plane {
  Vec3 point{};
  Vec3 normal{0.0, 0.0, 1.0};  ///< unit, out of the solid
};

/// A parallelepiped with right angles.
struct Box {
  Vec3 centre{};
  Vec3 half{};                                     ///< half edges [m]
  Vec3 axes[2]{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};  ///< of the first two edges, unit; third: cross
};

/// A triangle moved along its normal.
struct Prism {
  Vec3 corners[3];   ///< of one end, in any order
  Vec3 extrusion{};  ///< from that end to the other, at right angles to it
};

/// A solid cylinder with flat ends.
struct Cylinder {
  Vec3 base{};  ///< centre of one end
  Vec3 axis{};  ///< from it to the other centre [m]
  double radius = 0.0;
};

/// The wall of a round hole, without thickness: a sphere touches it from inside, or from behind.
/// Open at both ends; with a direction `facing`, only the arc on that side is there.
struct Tube {
  Vec3 base{};
  Vec3 axis{};
  double radius = 0.0;
  Vec3 facing{};               ///< unit, across the axis, mid arc; zero: the whole wall
  double least_cosine = -1.0;  ///< of the angle between a point of the arc and `facing`
};

/// A flat round plate without thickness.
struct Disc {
  Vec3 centre{};
  Vec3 normal{0.0, 0.0, 1.0};  ///< unit
  double radius = 0.0;
};

/// A solid sphere, or, with `hollow`, the space around a spherical hole.
struct Sphere {
  Vec3 centre{};
  double radius = 0.0;
  bool hollow = false;
};

using Shape = std::variant<Plane, Box, Prism, Cylinder, Tube, Disc, Sphere>;

/// One named piece of an obstacle.
struct Part {
  std::uint32_t name = none;  ///< what contact events call it, as Event::other
  Shape shape{};
};

/// Parts that act as one solid: a sphere feels the one it is deepest in, so that it passes from
/// one to the next without a seam. Fixed, or carried by a body.
struct Obstacle {
  std::uint32_t body = none;
  std::vector<Part> parts{};
};

/// Stiffness and laws of one kind of contact.
struct ContactKind {
  double stiffness = 0.0;  ///< K [N/m^1.5]
  ContactLaw law{};
  std::uint8_t normal_sink = 0;    ///< entry of System::sinks for the work of the damping
  std::uint8_t friction_sink = 0;  ///< and of friction
};

/// Two bodies' spheres that may touch, or a body's sphere and an obstacle.
struct SpherePair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t kind = 0;  ///< index in System::kinds
};
struct ObstaclePair {
  std::uint32_t a = 0;
  std::uint32_t obstacle = 0;
  std::uint32_t kind = 0;
};

/// A hole in the cloth.
struct Hole {
  Vec2 centre{};        ///< [m]
  double radius = 0.0;  ///< [m]
  double depth = 0.0;   ///< a fallen ball rests at z = -depth [m]
  std::uint32_t name = none;
};

/// A table top at z = 0 that carries spheres.
struct ClothTop {
  std::vector<double> stiffness{};  ///< per body; 0: not carried [N/m^1.5]
  ContactLaw law{};
  double rolling = 0.0;  ///< resistance coefficients
  double spinning = 0.0;
  bool held = false;  ///< vertical motion is left out, the normal force is the weight
  std::vector<Hole> holes{};
  Vec2 half_extent{};  ///< bodies further out are off the table [m]; 0: no edge
  std::uint32_t name = none;
  std::uint8_t normal_sink = 0;
  std::uint8_t friction_sink = 0;
  std::uint8_t resistance_sink = 0;
  std::uint8_t lost_sink = 0;  ///< energy of balls that leave play
};

// --- joints --------------------------------------------------------------------------------------

/// A point of a body, or of the ground when body = none (then in world coordinates).
struct Anchor {
  std::uint32_t body = none;
  Vec3 point{};  ///< in body coordinates, from the centre of mass [m]
};

/// Two points coincide.
struct SphericalJoint {
  Anchor a{}, b{};
};

/// Two points coincide and two axes stay parallel.
struct RevoluteJoint {
  Anchor a{}, b{};
  Vec3 axis_a{}, axis_b{};  ///< unit, in the coordinates of each body
};

/// Two points keep their distance.
struct RodJoint {
  Anchor a{}, b{};
  double length = 0.0;  ///< [m]
};

/// A speed that grows linearly from 0 to `speed` during `ramp` seconds, then stays.
struct Ramp {
  double speed = 0.0;  ///< [m/s] or [rad/s]
  double ramp = 0.0;   ///< [s]
};

/// The centre of a body moves along `direction` at a prescribed speed, from where it starts.
struct PrescribedTranslation {
  std::uint32_t body = 0;
  Vec3 direction{};  ///< unit, world
  Ramp motion{};
};

/// A body turns about `axis` at a prescribed angular speed.
struct PrescribedRotation {
  std::uint32_t body = 0;
  Vec3 axis{};  ///< unit, world
  Ramp motion{};
};

using Joint = std::variant<SphericalJoint, RevoluteJoint, RodJoint, PrescribedTranslation,
                           PrescribedRotation>;

/// A spring with damper between two points, along the line that joins them.
struct Spring {
  Anchor a{}, b{};
  double rest_length = 0.0;  ///< [m]
  double stiffness = 0.0;    ///< [N/m]
  double damping = 0.0;      ///< [N s/m]
};

/// Parameters of the methods; the published values [Gismeros2022, section 2.3].
struct ConstraintSettings {
  ConstraintMethod method = ConstraintMethod::baumgarte;
  double alpha = 5.0;    ///< Baumgarte [1/s]
  double beta = 5.0;     ///< Baumgarte [1/s]
  double penalty = 1e7;  ///< augmented Lagrangian
  double omega = 10.0;   ///< augmented Lagrangian [1/s]
  double mu = 1.0;       ///< augmented Lagrangian, damping ratio
};

/// Bodies, what they may touch, and how they are joined.
struct System {
  std::vector<Body> bodies{};
  std::vector<Obstacle> obstacles{};
  std::vector<ContactKind> kinds{};
  std::vector<SpherePair> sphere_pairs{};
  std::vector<ObstaclePair> obstacle_pairs{};
  std::optional<ClothTop> cloth{};
  std::vector<Joint> joints{};
  std::vector<Spring> springs{};
  Vec3 gravity{0.0, 0.0, -9.81};  ///< [m/s^2]
  ConstraintSettings constraints{};
  std::vector<std::string> sinks{};  ///< where energy goes, by name, at most max_sinks; the first
                                     ///< also has what dampers take and drives give
};

inline constexpr std::size_t max_sinks = 8;

/// A whole state at one instant, from the integrator's dense output.
struct Snapshot {
  double t = 0.0;
  std::vector<Sample> bodies{};
  std::vector<Vec3> loads{};  ///< what the bodies' spheres exert on each obstacle [N]
};

struct SmoothOptions {
  double t_max = 1.0;  ///< [s]
  std::size_t max_events = 100000;
  std::span<const double> at{};            ///< instants to be sampled, ascending [s]
  double tolerance = 1e-6;                 ///< of the stored pieces [m]
  bool keep_pieces = true;                 ///< false: events and final states only
  std::function<bool(double)> progress{};  ///< told the time now and then; false stops the run
};

struct SmoothRun {
  Trajectory trajectory{};
  std::vector<Snapshot> snapshots{};  ///< one per instant of `at` that was reached
};

/// Integrates the equations of motion. An error names what went wrong and when: a singular
/// constraint system, a step size that vanished.
Result<SmoothRun> simulate(const System& system, const IntegrationSettings& settings,
                           const SmoothOptions& options);

/// The pool table of a scene as bodies and obstacles; the balls as just after the stroke.
System pool_system(const Scene& scene);

/// A ball over a plane or in a tube; contacts by the scene's laws and materials of ball and cloth.
System bouncing_ball_system(const Scene& scene, const BouncingBall& spec);

/// Balls on rods; contacts by the scene's law between balls and the material of the balls.
System newtons_cradle_system(const Scene& scene, const NewtonsCradle& spec);

/// The balls, then the outer race; contacts by the scene's laws and materials of ball and cloth.
System ball_bearing_system(const Scene& scene, const BallBearing& spec);

/// The system of the scene, whichever it is.
System make_system(const Scene& scene);

/// For systems other than a pool table: makes the scene's balls those of its system, so that events
/// and states can be told by their names.
void name_bodies(Scene& scene);

/// Strikes the scene's shot, if any, and integrates its system.
Result<SmoothRun> simulate_smooth(const Scene& scene, SmoothOptions options = {});

}  // namespace cuelab
