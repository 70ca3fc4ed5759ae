#pragma once

namespace cuelab {

inline constexpr const char* version = "0.1.0";

}  // namespace cuelab
