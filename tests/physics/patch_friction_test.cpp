// Friction of the contact patch: reference values, limits, symmetries, approximations.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "cuelab/laws/cloth/patch_friction.hpp"
#include "support/patch_ball.hpp"

namespace cuelab::testing {
namespace {

constexpr double pi_ = std::numbers::pi;

double difference(const PatchFriction& a, const PatchFriction& b) {
  return std::max({std::abs(a.T.x - b.T.x), std::abs(a.T.y - b.T.y), std::abs(a.M - b.M)});
}

struct Draw {
  PatchSlip slip;
  Vec2 d;
};

Draw draw(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const double phi = 2.0 * pi_ * unit(random);
  const double gamma = 2.0 * pi_ * unit(random);
  const double size = unit(random);
  const double k = std::tan(0.5 * pi_ * unit(random));
  const double w = unit(random) < 0.5 ? -1.0 : 1.0;
  return {{{k * std::cos(phi), k * std::sin(phi)}, w},
          {size * std::cos(gamma), size * std::sin(gamma)}};
}

TEST(PatchFriction, AgreesWithTheReferenceValues) {
  std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/patch_friction.json");
  const auto rows = nlohmann::json::parse(file).at("rows");
  ASSERT_GT(rows.size(), 20U);
  for (const auto& row : rows) {
    const PatchFriction have = exact_friction({{row.at("vx"), row.at("vy")}, row.at("omega")},
                                              {row.at("dc"), row.at("ds")});
    EXPECT_LT(difference(have, {{row.at("Tx"), row.at("Ty")}, row.at("M")}), 1e-11) << row.at("id");
  }
}

TEST(PatchFriction, AgreesWithQuadrature) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 40; ++i) {
    const Draw at = draw(random);
    const double k = norm(at.slip.v);
    if (std::abs(k - 1.0) < 0.15) continue;  // the quadrature converges slowly there
    EXPECT_LT(difference(exact_friction(at.slip, at.d), friction_by_quadrature(at.slip, at.d)),
              1e-11)
        << k;
  }
}

/// The five functions of k, read off the force for suitable directions of d.
std::array<double, 5> functions_at(double k) {
  const PatchSlip slip{{k, 0.0}, 1.0};
  const PatchFriction even = exact_friction(slip, {0.0, 0.0});
  const PatchFriction across = exact_friction(slip, {0.0, 1.0});
  const PatchFriction along = exact_friction(slip, {1.0, 0.0});
  return {even.T.x, even.T.x - across.T.x, along.T.y, even.M, even.M - across.M};
}

TEST(PatchFriction, IsContinuousWhereItsFormulasMeet) {
  const std::array<double, 5> at_one = {9.0 * pi_ / 32.0, 3.0 * pi_ / 256.0, 15.0 * pi_ / 256.0,
                                        9.0 * pi_ / 128.0, 3.0 * pi_ / 64.0};
  const auto have = functions_at(1.0);
  const auto below = functions_at(1.0 - 1e-9);
  const auto above = functions_at(1.0 + 1e-9);
  const auto near_ten = functions_at(10.0 * (1.0 - 1e-15));
  const auto ten = functions_at(10.0);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(have[i], at_one[i], 1e-14);
    EXPECT_NEAR(below[i], above[i], 1e-8);
    EXPECT_NEAR(near_ten[i], ten[i], 1e-12);
  }
}

TEST(PatchFriction, HasTheLimitsOfPureSlipAndPureSpin) {
  const Vec2 d{0.3, -0.5};
  for (const double phi : {0.0, 0.7, 2.5, -1.2}) {
    const Vec2 e{std::cos(phi), std::sin(phi)};
    const PatchFriction slides = exact_friction({3.0 * e, 0.0}, d);
    EXPECT_LT(difference(slides, {e, -cross(e, d) / 5.0}), 1e-14);
  }
  for (const double s : {-1.0, 1.0}) {
    const PatchFriction spins = exact_friction({{}, 7.0 * s}, d);
    EXPECT_LT(difference(spins, {(s * 3.0 * pi_ / 32.0) * left_of(d), s * 3.0 * pi_ / 16.0}),
              1e-14);
  }
  EXPECT_EQ(difference(exact_friction({}, d), {}), 0.0);
}

TEST(PatchFriction, IsTheGradientOfItsPotential) {
  std::mt19937_64 random(2);
  const double h = 1e-6;
  for (int i = 0; i < 2000; ++i) {
    Draw at = draw(random);
    const double scale =
        1.0 / std::max(1.0, norm(at.slip.v));  // friction depends on directions only
    at.slip = {scale * at.slip.v, scale * at.slip.w};
    const auto potential = [&](double x, double y, double w) {
      const PatchSlip slip{{at.slip.v.x + x, at.slip.v.y + y}, at.slip.w + w};
      const PatchFriction f = exact_friction(slip, at.d);
      return dot(slip.v, f.T) + slip.w * f.M;
    };
    const auto slope = [&](double x, double y, double w) {
      return (potential(h * x, h * y, h * w) - potential(-h * x, -h * y, -h * w)) / (2.0 * h);
    };
    const PatchFriction gradient{{slope(1, 0, 0), slope(0, 1, 0)}, slope(0, 0, 1)};
    EXPECT_LT(difference(exact_friction(at.slip, at.d), gradient), 1e-8) << 1.0 / scale;
  }
}

TEST(PatchFriction, TurnsWithItsArgumentsAndChangesSignWithTheMotion) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Draw at = draw(random);
    const PatchFriction f = exact_friction(at.slip, at.d);
    const PatchFriction back = exact_friction({-1.0 * at.slip.v, -at.slip.w}, at.d);
    EXPECT_LT(difference(back, {-1.0 * f.T, -f.M}), 1e-13);
    const double c = std::cos(0.1 * i);
    const double s = std::sin(0.1 * i);
    const auto turn = [&](Vec2 x) { return Vec2{c * x.x - s * x.y, s * x.x + c * x.y}; };
    const PatchFriction turned = exact_friction({turn(at.slip.v), at.slip.w}, turn(at.d));
    EXPECT_LT(difference(turned, {turn(f.T), f.M}), 1e-12);
    // seen in a mirror, y -> -y: spins reverse
    const PatchFriction mirrored =
        exact_friction({{at.slip.v.x, -at.slip.v.y}, -at.slip.w}, {at.d.x, -at.d.y});
    EXPECT_LT(difference(mirrored, {{f.T.x, -f.T.y}, -f.M}), 1e-13);
  }
}

TEST(PatchFriction, PressureHasTheStatedMoments) {
  const Vec2 d{0.6, -0.8};
  // radius sin t: the integrand is a polynomial in sines
  const int n = 40000;
  double N = 0.0;
  Vec2 centre{};
  double least = 1.0;
  for (int i = 0; i < n; ++i) {
    const double t = (i + 0.5) * 0.5 * pi_ / n;
    const double r = std::sin(t);
    for (int j = 0; j < 8; ++j) {
      const double phi = 2.0 * pi_ * j / 8;
      const Vec2 x{r * std::cos(phi), r * std::sin(phi)};
      const double sigma = 1.5 / pi_ * std::cos(t) * (1.0 + dot(d, x));
      const double weight = r * std::cos(t) * (0.5 * pi_ / n) * (2.0 * pi_ / 8);
      N += weight * sigma;
      centre += (weight * sigma) * x;
      least = std::min(least, sigma);
    }
  }
  EXPECT_NEAR(N, 1.0, 1e-9);
  EXPECT_NEAR(centre.x, d.x / 5.0, 1e-9);
  EXPECT_NEAR(centre.y, d.y / 5.0, 1e-9);
  EXPECT_GE(least, 0.0);
  // the couple of the resistance is N at that centre
  PatchCloth cloth;
  cloth.distortion = 1.0;
  const PatchLoad load = load_of(cloth, {.ball_radius = 0.03, .radius = 2e-3, .N = 5.0}, {1.0, 0.0},
                                 {0.0, 1.0 / 0.03, 0.0});
  EXPECT_NEAR(load.moment.y, -2e-3 * 5.0 / 5.0, 1e-12);
}

struct Errors {
  double T = 0.0, M = 0.0;
};

Errors largest_errors(PatchForm form, std::initializer_list<double> sizes) {
  Errors most;
  for (const double size : sizes) {
    for (int j = 0; j < (size > 0.0 ? 48 : 1); ++j) {
      const double gamma = 2.0 * pi_ * j / 48;
      const Vec2 d{size * std::cos(gamma), size * std::sin(gamma)};
      for (int i = 1; i < 360; ++i) {
        const PatchSlip slip{{std::tan(i * 0.5 * pi_ / 360), 0.0}, 1.0};
        const PatchFriction a = friction_of(form, slip, d);
        const PatchFriction b = exact_friction(slip, d);
        most.T = std::max(most.T, norm(a.T - b.T));
        most.M = std::max(most.M, std::abs(a.M - b.M));
      }
    }
  }
  return most;
}

TEST(PatchFriction, ApproximationsHaveTheirStatedErrors) {
  const auto expect = [](PatchForm form, std::initializer_list<double> sizes, Errors want) {
    const Errors have = largest_errors(form, sizes);
    EXPECT_NEAR(have.T, want.T, 5e-4) << static_cast<int>(form);
    EXPECT_NEAR(have.M, want.M, 5e-4) << static_cast<int>(form);
  };
  const std::initializer_list<double> all = {0.0, 0.25, 0.5, 0.75, 1.0};
  expect(PatchForm::pade_1, {0.0}, {0.3437, 0.2307});
  expect(PatchForm::pade_2, {0.0}, {0.2227, 0.1175});
  expect(PatchForm::pade_3, {0.0}, {0.0956, 0.0872});
  expect(PatchForm::ellipsoid, {0.0}, {0.1111, 0.0827});
  expect(PatchForm::generalised, {0.0}, {0.0103, 0.0221});
  expect(PatchForm::rolling, all, {0.151, 0.1135});
  expect(PatchForm::fitted, all, {0.0206, 0.0078});
  expect(PatchForm::fitted, {0.5}, {0.0152, 0.0050});
}

TEST(PatchFriction, EveryFormTurnsWithItsArguments) {
  std::mt19937_64 random(5);
  for (int form = 0; form <= static_cast<int>(PatchForm::fitted); ++form) {
    for (int i = 0; i < 50; ++i) {
      const Draw at = draw(random);
      const auto f = friction_of(static_cast<PatchForm>(form), at.slip, at.d);
      const auto g =
          friction_of(static_cast<PatchForm>(form), {left_of(at.slip.v), at.slip.w}, left_of(at.d));
      EXPECT_LT(difference(g, {left_of(f.T), f.M}), 1e-12);
    }
  }
}

TEST(PatchFriction, RegularisationsHaveTheirStatedErrors) {
  // largest error over directions at rho / epsilon = 1, 5 and 30, d = 0.5; the last is largest at
  // pure slip, where the regularised spin remains
  struct Row {
    Regularisation kind;
    PatchForm form;
    std::array<double, 3> error;
  };
  const std::array<Row, 5> rows = {
      Row{Regularisation::tanh, PatchForm::exact, {0.24, 9.1e-5, 0.0}},
      Row{Regularisation::root, PatchForm::exact, {0.29, 0.019, 5.6e-4}},
      Row{Regularisation::power, PatchForm::exact, {0.19, 1.3e-3, 3.2e-6}},
      Row{Regularisation::inside, PatchForm::generalised, {0.25, 2.3e-3, 5.6e-6}},
      Row{Regularisation::inside, PatchForm::pade_1, {0.54, 0.159, 0.0280}}};
  for (const Row& row : rows) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double rho = std::array{1.0, 5.0, 30.0}[j];
      double most = 0.0;
      for (int i = 0; i <= 90; ++i) {
        const double alpha = i * 0.5 * pi_ / 90;
        const PatchSlip slip{{rho * std::sin(alpha), 0.0}, rho * std::cos(alpha)};
        for (int g = 0; g < 24; ++g) {
          const Vec2 d{0.5 * std::cos(g * pi_ / 12), 0.5 * std::sin(g * pi_ / 12)};
          const PatchFriction full = friction_of(row.form, slip, d);
          const PatchFriction soft = regularised_friction(row.form, row.kind, 1.0, slip, d);
          most = std::max(most, norm(full.T - soft.T));
        }
      }
      EXPECT_NEAR(most, row.error[j], 0.06 * row.error[j] + 1e-12)
          << static_cast<int>(row.kind) << ' ' << rho;
    }
  }
}

TEST(PatchFriction, VanishesAtRestWithoutAJump) {
  for (int kind = 0; kind <= static_cast<int>(Regularisation::inside); ++kind) {
    const auto form = kind == 3 ? PatchForm::generalised : PatchForm::exact;
    const auto regularisation = static_cast<Regularisation>(kind);
    const auto f = regularised_friction(form, regularisation, 1.0, {{1e-9, 0.0}, 1e-9}, {});
    EXPECT_LT(norm(f.T), 1e-8);
    EXPECT_GT(f.T.x, 0.0);
    const auto rest = regularised_friction(form, regularisation, 1.0, {}, {0.5, 0.0});
    EXPECT_EQ(difference(rest, {}), 0.0);
  }
}

}  // namespace
}  // namespace cuelab::testing
