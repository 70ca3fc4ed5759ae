#pragma once

#include <optional>
#include <string>

namespace cuelab::cluster {

/// Name of the module's file. The module alone needs the MPI library; the program loads it when it
/// was started by mpirun.
inline constexpr const char* module_file = "cuelab-cluster.so";

/// A message and the rank that sent it.
struct Message {
  int from = 0;
  std::string text;
};

/// The functions that the program takes from the module.
struct Module {
  void (*begin)();
  int (*rank)();
  int (*size)();
  /// Rank 0's text, on every rank.
  std::string (*broadcast)(const std::string& text);
  void (*send)(int to, const std::string& text);
  /// The next message; waits for it, or returns at once if there is none yet.
  std::optional<Message> (*receive)(bool wait);
  void (*end)();
};

}  // namespace cuelab::cluster

extern "C" const cuelab::cluster::Module* cuelab_cluster_module();
