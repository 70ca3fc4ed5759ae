#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuelab/scene.hpp"
#include "hybrid/fast_stepper.hpp"
#include "smooth/dormand_prince.hpp"
#include "smooth/equations.hpp"
#include "smooth/recorder.hpp"

namespace cuelab::hybrid {

/// Where a cluster writes its events, contacts and pieces.
struct ClusterOutput {
  Trajectory* trajectory = nullptr;
  bool keep_pieces = true;
};

/// The start of a cluster.
struct ClusterStart {
  double t = 0.0;              ///< [s]
  double contact_time = 1e-4;  ///< how long the impact that opens it lasts [s]
  std::span<const std::uint32_t> balls{};
  std::span<const BallState> states{};
};

/// Balls that touch, or may touch soon, integrated together by the smooth engine's equations from
/// the first contact until none touches another or a cushion. Contacts are not located: the force
/// of every pair that is near is evaluated, and the error control finds where it sets in.
class Cluster {
 public:
  /// The system must have neither joints nor springs. It is used, not copied.
  Cluster(const System& system, const Scene& scene);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  void open(const ClusterStart& start, const ClusterOutput& out);

  /// Adds a ball in its state at the present time.
  void absorb(std::uint32_t ball, const BallState& state);

  /// Takes a ball out, which has fallen; the others go on.
  void remove(std::size_t member);
  bool is_gone(std::size_t member) const { return equations_.gone[member] != 0; }

  /// One step, to `latest` at most. Contacts that begin or end in it do so at its end.
  void step(double latest);

  /// Records the contacts that began or ended in the last step.
  void record_changes();

  /// Ends the last pieces.
  void close();

  double now() const { return t_; }
  /// The longest time between two searches for balls that come near [s].
  double check_interval() const { return check_interval_; }
  /// No contact is left, or only contacts so slow that they do not bounce; or integration failed.
  bool is_over() const;
  /// Whether clusters last until balls that hit the cloth have left it or come to lie on it.
  bool integrates_landings() const { return integrates_landings_; }

  std::size_t size() const { return equations_.body_count(); }
  std::uint32_t ball(std::size_t member) const { return equations_.index_of(member); }
  /// Position, velocity and spin; the motion is not set.
  BallState state(std::size_t member) const;
  /// Whether the ball has touched another or a cushion.
  bool was_touched(std::size_t member) const { return members_[member].touched; }
  /// Vertical speed with which the ball would leave or hit the cloth, from its kinetic and elastic
  /// energy; 0 above the cloth [m/s].
  double cloth_speed(std::size_t member) const;

  /// Whether a point is closer to a cushion than this, or nearly.
  bool is_near_cushion(const Vec3& at, double reach) const;
  /// Gap between a sphere and an obstacle of the system.
  smooth::SurfaceGap gap_to_obstacle(std::uint32_t obstacle, const Vec3& centre,
                                     double radius) const;

  /// Kinetic, potential and elastic energy of the members, and the work of the sinks so far [J].
  double energy() const { return equations_.energy(y_.data()).sum(); }
  std::span<const double> work() const { return {y_.data() + equations_.work_at(), max_sinks}; }
  smooth::StepCounts counts() const { return counts_; }

 private:
  struct Member {
    bool touched = false;
    bool above = false;   ///< the cloth
    bool landed = false;  ///< in the last step
  };
  /// A contact that is near enough to be evaluated in every step.
  struct Candidate {
    std::uint32_t contact = 0;
    bool touches = false;
    std::uint32_t record = none;  ///< of the contact while it lasts, once it has been recorded
    smooth::Approach at{};
    double approach = 0.0;  ///< before it began [m/s]
  };

  void load(std::span<const BallState> states, std::size_t first);
  void follow_cloth();
  void restart();
  void find_candidates();
  double longest_interval() const;
  void set_check_interval();
  double shortest_contact(const Candidate& candidate) const;
  bool is_near(const smooth::Contact& contact, double margin) const;
  void update_contacts();
  void update_cloth();
  void update_landings();
  void note(Candidate& candidate);
  double impact_speed(const Candidate& candidate) const;
  bool all_slow() const;
  bool is_above_cloth(const smooth::Contact& contact) const;

  const System& system_;
  smooth::Equations equations_;
  smooth::DormandPrince stepper_;
  FastStepper fast_;
  smooth::Recorder recorder_;
  double reference_floor_ = 0.0;  ///< least reference velocity that the settings ask for [m/s]
  bool is_fast_ = false;
  bool held_ = false;
  bool integrates_landings_ = false;

  /// A rectangle around an obstacle on the cloth; none for the liners of pockets.
  struct Box {
    Vec2 low, high;
    bool is_cushion = false;
    bool is_near(const Vec3& at, double reach) const {
      return is_cushion && at.x > low.x - reach && at.x < high.x + reach && at.y > low.y - reach &&
             at.y < high.y + reach;
    }
  };
  std::vector<Box> boxes_;

  ClusterOutput out_{};
  double t_ = 0.0;                ///< present [s]
  double start_ = 0.0;            ///< [s]
  double longest_contact_ = 0.0;  ///< of the impact that opened it, or of the cloth [s]
  double check_interval_ = 0.0;
  double fastest_ = 0.0;     ///< speed of a ball at the last search [m/s]
  double next_check_ = 0.0;  ///< when candidates are searched again [s]
  smooth::State y_;
  std::vector<Member> members_;
  std::vector<Candidate> candidates_;
  std::size_t touching_ = 0;
  bool bounces_ = false;  ///< a ball is bouncing on the cloth, in contact
  bool has_touched_ = false;
  bool failed_ = false;
  smooth::StepCounts counts_{}, earlier_{};  ///< earlier: before the last restart
  std::vector<Candidate> kept_;              ///< scratch
  std::vector<smooth::Contact> old_contacts_;
  std::vector<std::uint32_t> balls_;
  std::vector<std::uint8_t> gone_;
  smooth::State old_y_;
};

}  // namespace cuelab::hybrid
