// The event loop allocates nothing once its buffers have grown.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "cuelab/cuelab.hpp"

namespace {
std::atomic<std::size_t> allocations = 0;  // other tests have threads
}

// g++ inlines some of the operators below and reports malloc and free as mismatched
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

// every form of new ends in one of these, with sanitizers, too
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size);
}
void* operator new(std::size_t size) {
  if (void* p = operator new(size, std::nothrow)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t align) {
  ++allocations;
  const auto a = static_cast<std::size_t>(align);
  if (void* p = std::aligned_alloc(a, (size + a - 1) / a * a)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace cuelab {
namespace {

template <class AnyEngine>
void expect_no_allocation(const Hybrid& settings) {
  for (const char* name : {"break_8ball", "break_9ball", "three_cushion", "cut_left_side"}) {
    Scene scene = *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
    scene.hybrid = settings;
    const std::vector<BallState> start = struck(scene);
    AnyEngine engine(scene);
    Trajectory trajectory;
    for (const Record record : {Record::everything, Record::outcome}) {
      if (scene.shot) engine.run(*scene.shot, trajectory, record);
      engine.run(start, trajectory, record);
      const std::size_t before = allocations;
      engine.run(start, trajectory, record);
      if (scene.shot) engine.run(*scene.shot, trajectory, record);
      EXPECT_EQ(allocations - before, 0U) << name;
      EXPECT_FALSE(trajectory.events.empty());
    }
  }
}

TEST(Allocation, ARepeatedShotAllocatesNothing) { expect_no_allocation<EventEngine>({}); }

TEST(Allocation, ARepeatedHybridShotAllocatesNothing) {
  expect_no_allocation<HybridEngine>({});
  expect_no_allocation<HybridEngine>(
      {.integrator = Hybrid::Integrator::fast, .compliant_cushions = true});
}

TEST(Allocation, ARepeatedSmoothClusterAllocatesNothing) {
  const Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/break_8ball.toml");
  auto engine = SmoothEngine::make(make_system(scene), scene.smooth.integration);
  ASSERT_TRUE(engine);
  const double R = scene.balls[0].spec.radius;
  const std::vector<BallState> pair = {{.r = {0.0, 0.0, R}, .v = {1.0, 0.1, 0.0}},
                                       {.r = {2.0 * R, 0.0, R}, .v = {}}};
  std::vector<BallState> row(6);
  for (std::size_t i = 0; i < 6; ++i) row[i].r = {0.0, 2.0 * R * static_cast<double>(i), R};
  row[0].v.y = 2.0;
  const std::vector<std::uint32_t> two = {2, 7};
  const std::vector<std::uint32_t> six = {0, 1, 5, 6, 8, 9};
  SmoothRun out;
  const auto both = [&] {
    const SmoothOptions apart{.t_max = 1.0, .until_apart = true};
    EXPECT_FALSE(engine->run({.t = 0.0, .bodies = two, .states = pair}, apart, out));
    EXPECT_FALSE(engine->run({.t = 0.5, .bodies = six, .states = row}, apart, out));
    EXPECT_FALSE(out.trajectory.pieces.empty());
  };
  both();
  both();
  const std::size_t before = allocations;
  both();
  EXPECT_EQ(allocations - before, 0U);
}

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto p = std::make_unique<std::vector<int>>(100);
  EXPECT_EQ(p->size(), 100U);
  EXPECT_GE(allocations - before, 2U);
}

}  // namespace
}  // namespace cuelab
