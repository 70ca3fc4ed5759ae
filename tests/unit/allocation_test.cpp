// The event loop allocates nothing once its memory has grown.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "cuelab/cuelab.hpp"

namespace {
std::size_t allocations = 0;
}

// g++ sees through some of the operators below and takes malloc and free for strangers
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

// every form of new ends in one of these two
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
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

TEST(Allocation, ASteadyShotAllocatesNothing) {
  for (const char* name : {"break_8ball", "break_9ball", "three_cushion", "cut_left_side"}) {
    const Scene scene = *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
    const std::vector<BallState> start = struck(scene);
    EventEngine engine(scene);
    Trajectory trajectory;
    for (const Record record : {Record::everything, Record::outcome}) {
      engine.run(start, trajectory, record);
      const std::size_t before = allocations;
      engine.run(start, trajectory, record);
      EXPECT_EQ(allocations - before, 0U) << name;
      EXPECT_FALSE(trajectory.events.empty());
    }
  }
}

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto p = std::make_unique<std::vector<int>>(100);
  EXPECT_EQ(p->size(), 100U);
  EXPECT_GE(allocations - before, 2U);
}

}  // namespace
}  // namespace cuelab
