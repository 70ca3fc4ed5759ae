#pragma once

namespace cuelab {

/// Conversion from degrees in files to radians in scenes and back: `degrees` finds the number that
/// `radians` converts to exactly this angle, if there is one, otherwise a neighbour.
double radians(double degrees);
double degrees(double radians);

}  // namespace cuelab
