// The run-time functions of `throw` and `catch` in a WebAssembly module, which the C++ library for
// this target lacks. Single-threaded; a handler matches the thrown type itself and its single
// bases.
//
// The compiler translates `throw` to __cxa_throw. A handler that names a type stores its index and
// its function's table in __wasm_lpad_context, calls _Unwind_CallPersonality and reads there which
// of its types matches. Tables: Itanium C++ ABI, "Exception Handling Tables".
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

namespace {

/// Header in front of every thrown object.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destroy)(void*);  ///< destructors return their object here
  void* outer;              ///< object whose handler was running when this one was caught
  int handlers;             ///< that have begun and not ended
  bool rethrown;            ///< and not caught again
};

/// The object whose handler is running.
void* caught = nullptr;

Header& header_of(void* object) { return *(static_cast<Header*>(object) - 1); }

/// Type information of a class with one base class.
struct OneBase {
  const void* table;
  const char* name;
  const std::type_info* base;
};

bool is_or_derives(const std::type_info* type, const std::type_info& wanted) {
  while (*type != wanted) {
    if (std::strcmp(typeid(*type).name(), "N10__cxxabiv120__si_class_type_infoE") != 0)
      return false;
    type = reinterpret_cast<const OneBase*>(type)->base;
  }
  return true;
}

/// LEB128 numbers: seven bits per byte, lowest first.
std::uint32_t read_unsigned(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7U) {
    const std::uint8_t byte = *at++;
    value |= (byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
}

std::int32_t read_signed(const std::uint8_t*& at) {
  const std::uint8_t* const begin = at;
  const std::uint32_t value = read_unsigned(at);
  const auto bits = static_cast<unsigned>(7 * (at - begin));
  const bool negative = (at[-1] & 0x40U) != 0 && bits < 32U;
  return static_cast<std::int32_t>(negative ? value | (~0U << bits) : value);
}

/// The parts of a function's table.
struct Handlers {
  const std::uint8_t* places;          ///< per handler: unused, its first action
  const std::uint8_t* actions;         ///< type number, distance to the next action
  const std::type_info* const* types;  ///< end of the list, counted backwards from 1

  explicit Handlers(const std::uint8_t* at) {
    constexpr int encodings = 2;
    at += encodings;
    const std::uint32_t to_types = read_unsigned(at);
    types = reinterpret_cast<const std::type_info* const*>(at + to_types);
    ++at;  // an encoding
    const std::uint32_t length = read_unsigned(at);
    places = at;
    actions = at + length;
  }

  /// The number of the first type of a handler that matches the thrown one, or 0.
  std::int32_t fitting(std::uint32_t index, const std::type_info* thrown) const {
    const std::uint8_t* at = places;
    for (std::uint32_t skipped = 0; skipped < 2 * index + 1; ++skipped) read_unsigned(at);
    const std::uint32_t first = read_unsigned(at);
    if (first == 0) return 0;
    at = actions + first - 1;
    for (;;) {
      const std::int32_t number = read_signed(at);
      const std::type_info* type = number > 0 ? types[-number] : nullptr;
      if (number > 0 && (type == nullptr || is_or_derives(thrown, *type))) return number;
      const std::uint8_t* const link = at;
      const std::int32_t distance = read_signed(at);
      if (distance == 0) return 0;
      at = link + distance;
    }
  }
};

}  // namespace

extern "C" {

struct LandingPad {
  std::uint32_t index;
  const std::uint8_t* table;
  std::int32_t chosen;
};
LandingPad __wasm_lpad_context;

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* const header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) std::abort();
  return header + 1;
}

void __cxa_free_exception(void* object) noexcept { std::free(&header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  header_of(object) = {
      .type = type, .destroy = destroy, .outer = nullptr, .handlers = 0, .rethrown = false};
  __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) noexcept {
  Header& header = header_of(object);
  header.rethrown = false;
  if (header.handlers++ == 0) {
    header.outer = caught;
    caught = object;
  }
  return object;
}

void __cxa_end_catch() {
  Header& header = header_of(caught);
  if (--header.handlers > 0) return;
  void* const object = caught;
  caught = header.outer;
  if (header.rethrown) return;
  if (header.destroy != nullptr) header.destroy(object);
  __cxa_free_exception(object);
}

[[noreturn]] void __cxa_rethrow() {
  header_of(caught).rethrown = true;
  __builtin_wasm_throw(0, caught);
}

int _Unwind_CallPersonality(void* object) {
  LandingPad& pad = __wasm_lpad_context;
  pad.chosen = Handlers(pad.table).fitting(pad.index, header_of(object).type);
  return 0;
}

}  // extern "C"
