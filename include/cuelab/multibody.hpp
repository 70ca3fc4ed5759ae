#pragma once

#include <cstdint>
#include <functional>
#include <memory>
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

/// A rigid body whose contact surface is a sphere about its centre of mass.
struct Body {
  std::string id{};
  double mass = 1.0;            ///< [kg]
  Vec3 inertia{1.0, 1.0, 1.0};  ///< about the body's axes, which are principal [kg m^2]
  double radius = 0.0;          ///< of its sphere; 0: no contact surface of its own [m]
  Vec3 position{};              ///< of the centre of mass [m]
  Quat orientation{};           ///< Euler parameters
  Vec3 velocity{};              ///< [m/s]
  Vec3 spin{};                  ///< angular velocity, world frame [rad/s]
};

// --- shapes a sphere can touch, in the frame of the body that carries them, or the world frame ---

/// The half-space below a plane.
struct Plane {
  Vec3 point{};
  Vec3 normal{0.0, 0.0, 1.0};  ///< unit, out of the solid
};

/// A rectangular box in any orientation; edges may have length zero.
struct Cuboid {
  Vec3 centre{};
  Vec3 half{};  ///< half edges [m]
  Vec3 axes[2]{
      {1.0, 0.0, 0.0},
      {0.0, 1.0, 0.0}};  ///< of the first two edges, unit; the third is their cross product
};

/// A right triangular prism.
struct Prism {
  Vec3 corners[3];   ///< of one end, in any order
  Vec3 extrusion{};  ///< from that end to the other, perpendicular to it
};

/// A solid cylinder with flat ends.
struct Cylinder {
  Vec3 base{};  ///< centre of one end
  Vec3 axis{};  ///< from it to the other centre [m]
  double radius = 0.0;
};

/// The wall of a round hole, without thickness: a sphere touches it from inside or outside. Open at
/// both ends; with a direction `facing`, it is only the arc around that direction.
struct Tube {
  Vec3 base{};
  Vec3 axis{};
  double radius = 0.0;
  Vec3 facing{};  ///< unit, perpendicular to the axis, middle of the arc; zero: the whole wall
  double least_cosine = -1.0;  ///< of the angle between `facing` and the ends of the arc
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

using Shape = std::variant<Plane, Cuboid, Prism, Cylinder, Tube, Disc, Sphere>;

/// One named piece of an obstacle.
struct Part {
  Agent agent{};  ///< what contact events call it
  Shape shape{};
};

/// Parts that act as one solid: a sphere touches the one it penetrates deepest, so that it passes
/// from one to the next without a seam. Fixed, or carried by a body.
struct Obstacle {
  std::uint32_t body = none;
  std::vector<Part> parts{};
};

/// Stiffness and laws of one kind of contact.
struct ContactKind {
  double stiffness = 0.0;  ///< K [N/m^1.5]
  ContactLaw law{};
  std::uint8_t normal_sink = 0;    ///< index in System::sinks for the energy lost to damping
  std::uint8_t friction_sink = 0;  ///< and for the energy lost to friction
};

/// A pair that may touch: the spheres of two bodies, or a body's sphere and an obstacle.
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
  Agent agent{};        ///< what events call it
};

/// A table top at z = 0 that supports spheres.
struct ClothTop {
  std::vector<double> stiffness{};  ///< per body; 0: not supported [N/m^1.5]
  ContactLaw law{};
  std::optional<PatchCloth> patch{};  ///< friction on the flat cloth instead of that of `law`
  double rolling = 0.0;               ///< resistance coefficients, without patch
  double spinning = 0.0;
  bool held = false;  ///< no vertical motion; the normal force is the weight
  std::vector<Hole> holes{};
  Vec2 half_extent{};  ///< bodies farther out are off the table [m]; 0: no edge
  std::uint8_t normal_sink = 0;
  std::uint8_t friction_sink = 0;
  std::uint8_t resistance_sink = 0;
  std::uint8_t lost_sink = 0;  ///< for the energy of balls that leave play
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

/// A speed that grows linearly from 0 to `speed` in `ramp` seconds, then stays constant.
struct Ramp {
  double speed = 0.0;  ///< [m/s] or [rad/s]
  double ramp = 0.0;   ///< [s]
};

/// The centre of a body moves along `direction` at a prescribed speed, from its initial position.
struct PrescribedTranslation {
  std::uint32_t body = 0;
  Vec3 direction{};  ///< unit, world
  Ramp motion{};
};

/// A body rotates about `axis` at a prescribed angular speed.
struct PrescribedRotation {
  std::uint32_t body = 0;
  Vec3 axis{};  ///< unit, world
  Ramp motion{};
};

using Joint = std::variant<SphericalJoint, RevoluteJoint, RodJoint, PrescribedTranslation,
                           PrescribedRotation>;

/// A spring and damper between two points, along the line that joins them.
struct Spring {
  Anchor a{}, b{};
  double rest_length = 0.0;  ///< [m]
  double stiffness = 0.0;    ///< [N/m]
  double damping = 0.0;      ///< [N s/m]
};

/// Parameters of the constraint methods; defaults as published [Gismeros2022, section 2.3].
struct ConstraintSettings {
  ConstraintMethod method = ConstraintMethod::baumgarte;
  double alpha = 5.0;    ///< Baumgarte [1/s]
  double beta = 5.0;     ///< Baumgarte [1/s]
  double penalty = 1e7;  ///< augmented Lagrangian
  double omega = 10.0;   ///< augmented Lagrangian [1/s]
  double mu = 1.0;       ///< augmented Lagrangian, damping ratio
};

/// Bodies, obstacles, the contacts they may make, joints and springs.
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
  std::vector<std::string> sinks{};  ///< names of where energy goes, at most max_sinks; the first
                                     ///< includes the work of dampers and drives
};

inline constexpr std::size_t max_sinks = 8;

/// The state of all bodies at one instant, from the integrator's dense output.
struct Snapshot {
  double t = 0.0;
  std::vector<Sample> bodies{};
  std::vector<Vec3> loads{};  ///< force of the bodies' spheres on each obstacle [N]
};

/// What a stop condition can inspect after an accepted step.
struct StepView {
  double t = 0.0;                       ///< [s]
  std::size_t contacts = 0;             ///< active contacts other than with the cloth
  std::span<const BallState> states{};  ///< of the simulated bodies, in their order
  std::span<const Event> events{};      ///< all so far
};

struct SmoothOptions {
  double t_max = 1.0;               ///< the run ends at this time at the latest [s]
  std::size_t max_events = 100000;  ///< the run ends once it has this many events
  std::span<const double> at{};     ///< times to sample, ascending, not before the start [s]
  double tolerance = 1e-6;          ///< of the stored pieces [m]
  bool keep_pieces = true;          ///< false: events and final states only

  /// Called every 256 steps with the simulated time [s]; return false to stop.
  std::function<bool(double)> progress{};

  /// Stop when the last active contact ends, not counting those with the cloth. A run without such
  /// contacts continues to t_max.
  bool until_apart = false;

  /// Called after each accepted step; return true to stop.
  std::function<bool(const StepView&)> stop_when{};
};

struct SmoothRun {
  Trajectory trajectory{};
  std::vector<Snapshot> snapshots{};  ///< one per time of `at` that was reached
};

/// What is wrong with a system: a missing or invalid index, a list of the wrong length, a mass,
/// radius, direction or other number out of range. Nothing if it can be simulated.
std::optional<Error> find_fault(const System& system);

/// Integrates the equations of motion. The error says which argument is invalid, or what failed and
/// when: a singular constraint system, a step size that underflowed.
Result<SmoothRun> simulate(const System& system, const IntegrationSettings& settings,
                           const SmoothOptions& options);

/// Some bodies of a system at one instant.
struct SmoothStart {
  double t = 0.0;                           ///< [s]
  std::span<const std::uint32_t> bodies{};  ///< ascending indices in System::bodies
  std::span<const BallState> states{};      ///< one per body; `motion` is not used
};

/// Runs one system, or clusters of its bodies, many times; allocates nothing once its buffers have
/// grown (with Dormand-Prince or rk4, and no times to sample).
class SmoothEngine {
 public:
  /// The error says what is wrong with the system or the settings.
  static Result<SmoothEngine> make(System system, const IntegrationSettings& settings);
  ~SmoothEngine();
  SmoothEngine(SmoothEngine&&) noexcept;
  SmoothEngine& operator=(SmoothEngine&&) noexcept;

  /// Runs the whole system from its initial state at t = 0 into `out`, reusing its memory.
  std::optional<Error> run(const SmoothOptions& options, SmoothRun& out);

  /// Runs only the bodies of `start`, as if the others did not exist. Events and pieces refer to
  /// bodies by their index in the system; final states and samples are in the order of
  /// `start.bodies`. The states do not depend on start.t, to the last bit. Error if an argument is
  /// invalid, or if the system has joints, springs or obstacles carried by bodies: such systems can
  /// only run as a whole. After an error the content of `out` is unspecified.
  std::optional<Error> run(const SmoothStart& start, const SmoothOptions& options, SmoothRun& out);

 private:
  struct Impl;
  explicit SmoothEngine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The pool table of a scene as bodies and obstacles; the balls just after the stroke. A stroke
/// with a raised cue on a ball that lies on the cloth is integrated (run_stroke); the ball starts
/// at its place in the scene, with the height, velocity and spin it has as it leaves the cloth.
System pool_system(const Scene& scene);

/// The stroke of a scene's shot on a ball at its place on the cloth: the ball, the tip and the rest
/// of the cue as bodies 0, 1 and 2. The tip is a sphere that sticks by friction and does not turn;
/// a rod joins it to the rest of the cue, so that the inertia is the cue's mass along the cue and
/// the end mass's across it (lateral_inertia in strike/stroke.hpp). Without weight: the hand
/// carries the cue's, and the ball's is small against the forces of the stroke.
System stroke_system(const Scene& scene);

/// That system until the ball has left both tip and cloth. The error says why the integration
/// failed.
Result<SmoothRun> run_stroke(const Scene& scene);

/// A ball above a plane or in a tube, with the scene's laws and materials of ball and cloth.
System bouncing_ball_system(const Scene& scene, const BouncingBall& spec);

/// Balls on rods, with the scene's ball-ball law and material of the balls.
System newtons_cradle_system(const Scene& scene, const NewtonsCradle& spec);

/// The balls, then the outer race, with the scene's laws and materials of ball and cloth.
System ball_bearing_system(const Scene& scene, const BallBearing& spec);

/// The system that the scene describes.
System make_system(const Scene& scene);

/// For systems other than a pool table: replaces the scene's balls by the bodies of its system, so
/// that events and states can refer to them by name.
void name_bodies(Scene& scene);

}  // namespace cuelab
