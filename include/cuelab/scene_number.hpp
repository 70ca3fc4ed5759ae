#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cuelab/law_info.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"

namespace cuelab {

/// A number of a scene, looked up once by its key in scene files ("physics.cloth.sliding",
/// "shot.heading", "balls.0.position.1") and then read and written without parsing text: for
/// sweeps, fits and optimisers. Units are those of scene files; angles are in degrees. Numbers of
/// [system] and counts such as run.max_events are not covered.
class SceneNumber {
 public:
  /// What depends on the number, and so what to do with an existing engine after a change.
  enum class Affects : std::uint8_t {
    start,    ///< only the initial states: nothing
    laws,     ///< laws and settings: pass them to the engine again
    geometry  ///< table, sizes or masses of balls: construct a new engine
  };

  /// The number with this key. Error when there is no such key, it is not a single number, or the
  /// scene's laws do not have it.
  static Result<SceneNumber> find(const Scene& scene, std::string_view key);

  const std::string& key() const { return key_; }
  const Range& range() const { return parameter_.range; }
  std::string_view unit() const { return parameter_.unit; }
  Affects affects() const { return affects_; }

  /// A coefficient that is left out has the value it is derived from; see `completed`. NaN when
  /// the scene has no such number, because it has another law or fewer balls than the
  /// scene in which the key was found.
  double get(const Scene& scene) const;

  /// Error, and no change, when the value is out of range or the scene has no such number.
  std::optional<Error> set(Scene& scene, double value) const;

  /// The object of a scene that has the parameter; null if there is none.
  using Owner = void* (*)(Scene& scene, std::size_t index);
  /// Gives a scene a law that it leaves out, from its completed laws.
  using Fill = void (*)(Scene& scene, const Scene& completed);

 private:
  std::string key_{};
  ParameterInfo parameter_{};
  Owner owner_ = nullptr;
  Fill fill_ = nullptr;
  std::size_t index_ = 0;  ///< of the ball, or of the law in its set
  Affects affects_ = Affects::laws;
};

/// Sets one number of a scene by its key: `SceneNumber::find` and `set`.
std::optional<Error> apply(Scene& scene, std::string_view key, double value);

}  // namespace cuelab
