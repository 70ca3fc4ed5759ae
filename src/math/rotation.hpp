#pragma once

#include "cuelab/vec.hpp"

namespace cuelab {

/// The rotation p after q.
Quat operator*(const Quat& p, const Quat& q);

/// The turn by |phi| about the axis phi [rad].
Quat from_rotation_vector(const Vec3& phi);

/// a turned by q.
Vec3 rotate(const Quat& q, const Vec3& a);

/// q scaled to unit length.
Quat normalized(const Quat& q);

/// Orientation after a time h of turning at the world angular velocity w + dw s, 0 <= s <= h,
/// starting from q. There is no closed form; a Magnus expansion of order six is used in steps so
/// small that the error stays below 1e-12 rad per turn. [Blanes2009, section 5.4]
Quat turn(const Quat& q, const Vec3& w, const Vec3& dw, double h);

}  // namespace cuelab
