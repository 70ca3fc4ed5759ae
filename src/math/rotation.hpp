#pragma once

#include "cuelab/vec.hpp"

namespace cuelab {

/// The rotation p after q.
Quat operator*(const Quat& p, const Quat& q);

/// The rotation by |phi| about the axis phi [rad].
Quat from_rotation_vector(const Vec3& phi);

/// a rotated by q.
Vec3 rotate(const Quat& q, const Vec3& a);

/// q scaled to unit length.
Quat normalized(const Quat& q);

/// Orientation after rotating for a time h at the world angular velocity w + dw s, 0 <= s <= h,
/// starting from q. There is no closed form; a Magnus expansion of order six is used, with steps so
/// small that the error is below 1e-12 rad per revolution. [Blanes2009, section 5.4]
Quat turn(const Quat& q, const Vec3& w, const Vec3& dw, double h);

}  // namespace cuelab
