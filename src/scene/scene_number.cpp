#include "cuelab/scene_number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "scene/faults.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using Affects = SceneNumber::Affects;
using Owner = SceneNumber::Owner;

/// A table of the scene file: the object that holds its numbers, and their descriptions.
struct Section {
  std::string_view path;
  Owner owner = nullptr;
  const ParameterList* parameters = nullptr;
  Affects affects = Affects::laws;
  bool is_list = false;  ///< an index follows the path
};

/// A table with a choice of laws.
struct LawSection {
  std::string_view path;
  Owner owner = nullptr;  ///< of the law with this index in its set; null when another is chosen
  std::size_t (*chosen)(const Scene& completed) = nullptr;
  const LawInfo& (*info)(const Scene& completed) = nullptr;
  SceneNumber::Fill fill = nullptr;  ///< for a law that may be left out
};

template <class Set>
void* law_if_chosen(Set& law, std::size_t index) {
  return law.index() == index ? address_of(law) : nullptr;
}

template <auto Get>
constexpr LawSection law_section(std::string_view path) {
  return {path, [](Scene& s, std::size_t index) { return law_if_chosen(Get(s), index); },
          [](const Scene& s) { return Get(s).index(); },
          [](const Scene& s) -> const LawInfo& { return info_of(Get(s)); }};
}

/// A friction law, which may be left out.
template <auto Get>
constexpr LawSection friction_section(std::string_view path) {
  return {path,
          [](Scene& s, std::size_t index) -> void* {
            return Get(s).friction ? law_if_chosen(*Get(s).friction, index) : nullptr;
          },
          [](const Scene& s) { return Get(s).friction->index(); },
          [](const Scene& s) -> const LawInfo& { return info_of(*Get(s).friction); },
          [](Scene& s, const Scene& completed) {
            if (!Get(s).friction) Get(s).friction = Get(completed).friction;
          }};
}

template <auto Get>
constexpr LawSection contact_section(std::string_view path) {
  return {path,
          [](Scene& s, std::size_t index) -> void* {
            ContactChoice& contact = Get(s);
            return static_cast<std::size_t>(contact.normal) == index ? &contact : nullptr;
          },
          [](const Scene& s) { return static_cast<std::size_t>(Get(s).normal); },
          [](const Scene& s) -> const LawInfo& {
            return normal_laws[static_cast<std::size_t>(Get(s).normal)];
          }};
}

// templates on constness, so that one name serves reading and writing
constexpr auto cloth_of = [](auto& s) -> auto& { return s.physics.cloth; };
constexpr auto ball_ball_of = [](auto& s) -> auto& { return s.physics.ball_ball; };
constexpr auto cushion_of = [](auto& s) -> auto& { return s.physics.cushion; };
constexpr auto smooth_ball_of = [](auto& s) -> auto& { return s.smooth.ball_ball; };
constexpr auto smooth_cloth_of = [](auto& s) -> auto& { return s.smooth.ball_cloth; };
constexpr auto smooth_cushion_of = [](auto& s) -> auto& { return s.smooth.cushion; };

/// Friction of the cloth in the smooth engine where it is a patch; comes before the other laws of
/// its table.
constexpr std::string_view smooth_cloth_friction = "smooth.ball_cloth.friction";
constexpr LawInfo no_law{};
constexpr LawSection patch_section{
    smooth_cloth_friction,
    [](Scene& s, std::size_t) -> void* { return s.smooth.patch ? &*s.smooth.patch : nullptr; },
    [](const Scene&) { return std::size_t{0}; },
    [](const Scene& s) -> const LawInfo& { return s.smooth.patch ? law_info<PatchCloth> : no_law; },
    [](Scene& s, const Scene& completed) {
      if (!s.smooth.patch) s.smooth.patch = completed.smooth.patch;
    }};

constexpr std::array law_sections{patch_section,
                                  law_section<cloth_of>("physics.cloth"),
                                  law_section<ball_ball_of>("physics.ball_ball"),
                                  law_section<cushion_of>("physics.cushion"),
                                  contact_section<smooth_ball_of>("smooth.ball_ball"),
                                  contact_section<smooth_cloth_of>("smooth.ball_cloth"),
                                  contact_section<smooth_cushion_of>("smooth.cushion"),
                                  friction_section<smooth_ball_of>("smooth.ball_ball.friction"),
                                  friction_section<smooth_cloth_of>(smooth_cloth_friction),
                                  friction_section<smooth_cushion_of>("smooth.cushion.friction")};

template <class T>
void* element(std::vector<T>& list, std::size_t index) {
  return index < list.size() ? &list[index] : nullptr;
}
void* ball_at(Scene& scene, std::size_t index) { return element(scene.balls, index); }
void* cushion_at(Scene& scene, std::size_t index) { return element(scene.table.cushions, index); }
void* jaw_at(Scene& scene, std::size_t index) { return element(scene.table.jaws, index); }
void* pocket_at(Scene& scene, std::size_t index) { return element(scene.table.pockets, index); }

constexpr std::array sections{
    Section{"physics", [](Scene& s, std::size_t) -> void* { return &s.physics; },
            &physics_parameters},
    Section{"physics.slate", [](Scene& s, std::size_t) -> void* { return &s.physics.slate; },
            &law_info<Slate>.parameters},
    Section{"cue", [](Scene& s, std::size_t) -> void* { return &s.cue; }, &law_info<Cue>.parameters,
            Affects::start},
    Section{"shot", [](Scene& s, std::size_t) -> void* { return s.shot ? &*s.shot : nullptr; },
            &shot_parameters, Affects::start},
    Section{"run", [](Scene& s, std::size_t) -> void* { return &s.run; }, &run_parameters},
    Section{"stepped", [](Scene& s, std::size_t) -> void* { return &s.stepped; },
            &stepped_parameters},
    Section{"hybrid", [](Scene& s, std::size_t) -> void* { return &s.hybrid; }, &hybrid_parameters},
    Section{"smooth", [](Scene& s, std::size_t) -> void* { return &s.smooth.integration; },
            &integration_parameters},
    Section{"smooth.ball_cloth", [](Scene& s, std::size_t) -> void* { return &s.smooth; },
            &resistance_parameters},
    Section{"smooth.materials.ball", [](Scene& s, std::size_t) -> void* { return &s.smooth.ball; },
            &material_parameters},
    Section{"smooth.materials.cloth",
            [](Scene& s, std::size_t) -> void* { return &s.smooth.cloth; }, &material_parameters},
    Section{"smooth.materials.cushion",
            [](Scene& s, std::size_t) -> void* { return &s.smooth.rubber; }, &material_parameters},
    Section{"table", [](Scene& s, std::size_t) -> void* { return &s.table; }, &table_parameters,
            Affects::geometry},
    Section{"table.cushion", cushion_at, &cushion_parameters, Affects::geometry, true},
    Section{"table.jaw", jaw_at, &jaw_parameters, Affects::geometry, true},
    Section{"table.pocket", pocket_at, &pocket_parameters, Affects::geometry, true},
    Section{"balls", ball_at, &ball_parameters, Affects::geometry, true},
    Section{"balls", ball_at, &start_parameters, Affects::start, true}};

/// The scene as owners take it, where they are only looked up and nothing is written.
Scene& for_lookup(const Scene& scene) {
  return const_cast<Scene&>(scene);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// Of a cloth whose friction does not depend on the state, else the default.
double sliding_friction_of(const ClothLaw& any) {
  if (const auto* patch = std::get_if<PatchCloth>(&any)) return patch->coefficient;
  const auto* cloth = std::get_if<CoulombCloth>(&any);
  return cloth != nullptr ? cloth->sliding : CoulombCloth{}.sliding;
}

/// The laws of a scene with everything that was left out filled in; nothing else of it.
Scene with_completed_laws(const Scene& scene) {
  Scene laws;
  laws.physics = scene.physics;
  laws.smooth = completed(scene.smooth, scene.physics);
  std::optional<double>& slate = laws.physics.slate.friction;
  if (!slate) slate = sliding_friction_of(scene.physics.cloth);
  return laws;
}

/// What follows `path` and a dot in `key`; empty when the key is elsewhere.
std::string_view below(std::string_view key, std::string_view path) {
  const bool inside =
      key.size() > path.size() + 1 && key.starts_with(path) && key[path.size()] == '.';
  return inside ? key.substr(path.size() + 1) : std::string_view{};
}

const ParameterInfo* find_parameter(const ParameterList& list, std::string_view name) {
  for (const ParameterInfo& p : list) {
    if (p.name == name && p.names.empty()) return &p;
  }
  return nullptr;
}

/// Removes the leading number N from a key "N.rest"; false if there is none.
bool take_index(std::string_view& key, std::size_t& index) {
  const auto [end, failure] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (failure != std::errc() || end == key.data() + key.size() || *end != '.') return false;
  key.remove_prefix(static_cast<std::size_t>(end - key.data()) + 1);
  return true;
}

Error no_such_number(std::string_view key, std::string_view why) {
  return {.file = "", .key = std::string(key), .what = std::string(why)};
}

/// What is wrong with the value of a parameter.
Error out_of_range(std::string key, const Range& range, double value) {
  if (!std::isfinite(value)) {
    return {.file = "", .key = std::move(key), .what = "is not a finite number"};
  }
  return {.file = "",
          .key = std::move(key),
          .what = "is " + number_text(value) + ", must be " + range_text(range)};
}

/// The first of an object's numbers that is out of its range.
std::optional<Error> find_bad_number(const std::string& path, const ParameterList& parameters,
                                     const void* owner) {
  for (const ParameterInfo& p : parameters) {
    if (!p.is_given(owner)) continue;
    const double value = p.get(owner);
    if (!p.range.contains(value)) {
      return out_of_range(path + '.' + std::string(p.name), p.range, value);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<SceneNumber> SceneNumber::find(const Scene& scene, std::string_view key) {
  SceneNumber found;
  found.key_ = key;
  const Scene laws = with_completed_laws(scene);
  for (const LawSection& section : law_sections) {
    const std::string_view name = below(key, section.path);
    const bool is_point =
        section.path == smooth_cloth_friction && section.fill != patch_section.fill;
    if (is_point && laws.smooth.patch) continue;
    const ParameterInfo* p = find_parameter(section.info(laws).parameters, name);
    if (p == nullptr) continue;
    found.parameter_ = *p;
    found.owner_ = section.owner;
    found.index_ = section.chosen(laws);
    found.fill_ = section.fill;
    return found;
  }
  for (const Section& section : sections) {
    std::string_view name = below(key, section.path);
    if (name.empty()) continue;
    if (section.is_list && !take_index(name, found.index_)) continue;
    const ParameterInfo* p = find_parameter(*section.parameters, name);
    if (p == nullptr) continue;
    found.parameter_ = *p;
    found.owner_ = section.owner;
    found.affects_ = section.affects;
    const double now = found.get(scene);
    if (now != now) return no_such_number(key, "the scene has no such number");
    return found;
  }
  return no_such_number(key, "is not a number that this scene has, with the laws it has chosen");
}

double SceneNumber::get(const Scene& scene) const {
  const void* owner = owner_(for_lookup(scene), index_);
  if (owner != nullptr && parameter_.is_given(owner)) return parameter_.get(owner);
  Scene laws = with_completed_laws(scene);
  const void* derived = owner_(laws, index_);
  return derived == nullptr ? std::numeric_limits<double>::quiet_NaN() : parameter_.get(derived);
}

std::optional<Error> SceneNumber::set(Scene& scene, double value) const {
  const double now = get(scene);
  if (now != now) return no_such_number(key_, "the scene has no such number");
  if (!parameter_.range.contains(value)) return out_of_range(key_, parameter_.range, value);
  if (fill_ != nullptr) fill_(scene, with_completed_laws(scene));
  void* owner = owner_(scene, index_);
  parameter_.set(owner, value);
  return std::nullopt;
}

std::optional<Error> find_number_fault(const Scene& scene) {
  Scene& looked_up = for_lookup(scene);
  const Scene laws = with_completed_laws(scene);
  for (const LawSection& section : law_sections) {
    const void* law = section.owner(looked_up, section.chosen(laws));
    if (law == nullptr) continue;  // left out
    const ParameterList& parameters = section.info(laws).parameters;
    if (auto bad = find_bad_number(std::string(section.path), parameters, law)) return bad;
  }
  for (const Section& section : sections) {
    for (std::size_t i = 0; const void* owner = section.owner(looked_up, i); ++i) {
      std::string path(section.path);
      if (section.is_list) path += '.' + std::to_string(i);
      if (auto bad = find_bad_number(path, *section.parameters, owner)) return bad;
      if (!section.is_list) break;
    }
  }
  const ReferenceVelocity& reference = scene.smooth.integration.reference_velocity;
  if (!slip_speed.contains(reference.floor)) {
    return out_of_range("smooth.reference_velocity", slip_speed, reference.floor);
  }
  for (const Spot& spot : scene.table.spots) {
    for (const double x : {spot.at.x, spot.at.y}) {
      if (!coordinate_range.contains(x)) return out_of_range("table", coordinate_range, x);
    }
  }
  return std::nullopt;
}

std::optional<Error> apply(Scene& scene, std::string_view key, double value) {
  const Result<SceneNumber> number = SceneNumber::find(scene, key);
  if (!number) return number.error();
  return number->set(scene, value);
}

}  // namespace cuelab
