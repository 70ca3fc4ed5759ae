#include "cluster/module.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

namespace cuelab::cluster {
namespace {

constexpr int tag = 1;

/// The library passes counts as int; longer texts go in parts.
constexpr std::size_t part = 1U << 30U;

/// Waiting ranks look for messages this often instead of keeping a core busy.
constexpr std::chrono::microseconds pause{500};

void begin() { MPI_Init(nullptr, nullptr); }

int rank() {
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

int size() {
  int value = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

std::string broadcast(const std::string& text) {
  std::uint64_t length = text.size();
  MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::string result = text;
  result.resize(length);
  for (std::size_t at = 0; at < length; at += part) {
    MPI_Bcast(result.data() + at, static_cast<int>(std::min(part, length - at)), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  }
  return result;
}

void send(int to, const std::string& text) {
  std::uint64_t length = text.size();
  MPI_Send(&length, 1, MPI_UINT64_T, to, tag, MPI_COMM_WORLD);
  for (std::size_t at = 0; at < length; at += part) {
    MPI_Send(text.data() + at, static_cast<int>(std::min(part, length - at)), MPI_BYTE, to, tag,
             MPI_COMM_WORLD);
  }
}

std::optional<Message> receive(bool wait) {
  int waiting = 0;
  MPI_Status status{};
  for (;;) {
    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &waiting, &status);
    if (waiting != 0) break;
    if (!wait) return {};
    std::this_thread::sleep_for(pause);
  }
  Message message{.from = status.MPI_SOURCE, .text = {}};
  std::uint64_t length = 0;
  MPI_Recv(&length, 1, MPI_UINT64_T, message.from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  message.text.resize(length);
  for (std::size_t at = 0; at < length; at += part) {
    MPI_Recv(message.text.data() + at, static_cast<int>(std::min(part, length - at)), MPI_BYTE,
             message.from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return message;
}

void end() { MPI_Finalize(); }

}  // namespace
}  // namespace cuelab::cluster

extern "C" const cuelab::cluster::Module* cuelab_cluster_module() {
  using namespace cuelab::cluster;
  static const Module module{begin, rank, size, broadcast, send, receive, end};
  return &module;
}
