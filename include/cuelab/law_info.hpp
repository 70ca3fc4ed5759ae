#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace cuelab {

/// Allowed values of a number.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above = false;            ///< min itself is not allowed
  std::string_view reason = {};  ///< for a limit that is not obvious, shown with the range

  /// False also for NaN and infinities.
  constexpr bool contains(double value) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(value > -infinity && value < infinity)) return false;
    return (above ? value > min : value >= min) && value <= max;
  }
  friend bool operator==(const Range&, const Range&) = default;
};

/// Ranges that many parameters share: wide enough for any experiment, and narrow enough that no
/// product of parameters overflows.
inline constexpr Range fraction{.min = 0.0, .max = 1.0};
inline constexpr Range friction_range{.min = 0.0, .max = 10.0};  // a coefficient
inline constexpr Range decay_range{.min = 0.0, .max = 1e3};      // with slip [s/m]
inline constexpr Range mass_range{.min = 1e-6, .max = 1e6};      // [kg]

/// One parameter of a law: its key in scene files, range, unit and meaning, and access to it.
struct ParameterInfo {
  std::string_view name;  ///< key in scene files; "friction.a" is the key a of the table friction
  Range range;
  std::string_view unit;  ///< "" if dimensionless
  std::string_view meaning;
  double (*get)(const void* law) = nullptr;  ///< NaN if it is left out
  void (*set)(void* law, double value) = nullptr;
  bool (*has)(const void* law) = nullptr;  ///< whether it is given; null: always
  /// Of a choice: its names in scene files, separated by spaces; the number is the index of one.
  std::string_view names = {};

  bool is_given(const void* law) const { return has == nullptr || has(law); }
};

namespace detail {
template <class Law, class Value>
Law owner_of(Value Law::*);

constexpr double number_of(double value) { return value; }
constexpr double number_of(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}
}  // namespace detail

/// A parameter that is a member of a law, or a member of a member: a double, or an optional one
/// that is derived from other laws when it is left out.
template <auto First, auto... Rest>
constexpr ParameterInfo parameter(std::string_view name, Range range, std::string_view unit,
                                  std::string_view meaning) {
  using Law = decltype(detail::owner_of(First));
  using Value = std::remove_cvref_t<decltype(((std::declval<Law&>().*First).*....*Rest))>;
  ParameterInfo info{
      name,
      range,
      unit,
      meaning,
      [](const void* law) {
        return detail::number_of(((static_cast<const Law*>(law)->*First).*....*Rest));
      },
      [](void* law, double value) { ((static_cast<Law*>(law)->*First).*....*Rest) = value; }};
  if constexpr (!std::is_same_v<Value, double>) {
    info.has = [](const void* law) {
      return ((static_cast<const Law*>(law)->*First).*....*Rest).has_value();
    };
  }
  return info;
}

/// A choice among names, a member of a law: an enumeration whose enumerators are numbered as the
/// names, which are separated by spaces.
template <auto Member>
constexpr ParameterInfo choice(std::string_view name, std::string_view names,
                               std::string_view meaning) {
  using Law = decltype(detail::owner_of(Member));
  using Enum = std::remove_cvref_t<decltype(std::declval<Law&>().*Member)>;
  double last = 0.0;
  for (const char c : names) last += c == ' ' ? 1.0 : 0.0;
  ParameterInfo info{
      name,
      {.min = 0.0, .max = last},
      "",
      meaning,
      [](const void* law) { return static_cast<double>(static_cast<const Law*>(law)->*Member); },
      [](void* law, double value) {
        static_cast<Law*>(law)->*Member = static_cast<Enum>(static_cast<int>(value));
      }};
  info.names = names;
  return info;
}

/// The parameters of a law, in the order users see them.
struct ParameterList {
  static constexpr std::size_t capacity = 12;
  std::array<ParameterInfo, capacity> items{};
  std::size_t count = 0;

  constexpr ParameterList() = default;
  template <class... More>
  constexpr ParameterList(ParameterInfo first, More... more)
      : items{first, more...}, count(1 + sizeof...(more)) {}

  constexpr const ParameterInfo* begin() const { return items.data(); }
  constexpr const ParameterInfo* end() const { return items.data() + count; }
};

constexpr ParameterList operator+(ParameterList a, const ParameterList& b) {
  for (const ParameterInfo& item : b) a.items[a.count++] = item;
  return a;
}

/// The description of a law, used by scene files, their schema, `cuelab models` and the viewer.
/// Defined once, next to the law, by `constexpr LawInfo describe(Law)`.
struct LawInfo {
  std::string_view name;     ///< as in scene files
  std::string_view meaning;  ///< one line
  std::string_view source;   ///< its publication
  ParameterList parameters{};
  bool in_files = true;            ///< false: only programs can use it, not scene files
  const void* defaults = nullptr;  ///< an instance with default parameters, for ParameterInfo::get
};

template <class Law>
inline constexpr Law default_law{};

/// The description of a law. A law without one does not compile.
template <class Law>
inline constexpr LawInfo law_info = [] {
  LawInfo info = describe(Law{});
  info.defaults = &default_law<Law>;
  return info;
}();

// --- sets of laws: a variant of laws of one kind ------------------------------------------------

template <class Set>
struct LawsIn;
template <class... Laws>
struct LawsIn<std::variant<Laws...>> {
  static constexpr std::array<LawInfo, sizeof...(Laws)> infos{law_info<Laws>...};
};

/// Descriptions of all laws of a set, in its order.
template <class Set>
constexpr std::span<const LawInfo> laws_in() {
  return LawsIn<Set>::infos;
}

/// The description of the chosen law.
template <class Set>
const LawInfo& info_of(const Set& chosen) {
  return LawsIn<Set>::infos[chosen.index()];
}

/// The address of the chosen law, for ParameterInfo::get and set.
template <class Set>
const void* address_of(const Set& chosen) {
  return std::visit([](const auto& law) { return static_cast<const void*>(&law); }, chosen);
}
template <class Set>
void* address_of(Set& chosen) {
  return std::visit([](auto& law) { return static_cast<void*>(&law); }, chosen);
}

namespace detail {
template <class Set, std::size_t I = 0>
std::optional<Set> make_law(std::string_view name) {
  if constexpr (I < std::variant_size_v<Set>) {
    const LawInfo& info = LawsIn<Set>::infos[I];
    if (info.in_files && info.name == name) return Set(std::in_place_index<I>);
    return make_law<Set, I + 1>(name);
  }
  return std::nullopt;
}
}  // namespace detail

/// The law of that name with its defaults; nothing if scene files have no such law.
template <class Set>
std::optional<Set> make_law(std::string_view name) {
  return detail::make_law<Set>(name);
}

}  // namespace cuelab
