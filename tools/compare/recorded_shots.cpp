// compare_recorded_shots FILE.json ... : our event engine against shots recorded by another
// simulator, one line a shot.
#include <fmt/core.h>

#include <filesystem>

#include "support/recorded_shot.hpp"

int main(int argc, char** argv) {
  using namespace cuelab::testing;
  fmt::print("{:<24} {:<32} {:>9} {:>6} {:>10} {:>10} {:>10}  {}\n", "set", "shot", "events",
             "hits", "dt<=2nd", "dt<=3rd", "dt all", "first difference");
  for (int k = 1; k < argc; ++k) {
    const RecordedShot shot = read_recorded_shot(argv[k]);
    const Agreement a = compare(shot.events, simulated(shot.scene));
    fmt::print("{:<24} {:<32} {:>4}/{:<4} {:>6} {:>10.2e} {:>10.2e} {:>10.2e}  {}\n",
               std::filesystem::path(argv[k]).parent_path().filename().string(), shot.name,
               a.events, shot.events.size(), a.ball_hits, a.dt_to_second, a.dt_to_third, a.dt_all,
               a.first_difference);
  }
  return 0;
}
