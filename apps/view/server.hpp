#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "cuelab/result.hpp"

namespace cuelab::view {

/// Name of the module's file. The module alone needs the HTTP library and with it OpenSSL, whose
/// loading takes longer than most runs; the program loads it to serve the viewer.
inline constexpr const char* module_file = "cuelab-view.so";

/// Sends a server-sent event to the page; false when the page is gone.
using Send = std::function<bool(std::string_view event, const std::string& data)>;

struct ServerOptions {
  std::filesystem::path site{};  ///< folder of the viewer's files
  int port = 0;                  ///< 0 takes any free one
  std::string hello{};           ///< answer of api/hello, JSON
  std::string scene{};           ///< answer of api/scene, JSON; "" when there is none
  /// Called when the server is ready, with the address.
  std::function<void(const std::string& address)> ready{};
  /// Runs a scene and sends the events; called from several threads.
  std::function<void(const std::string& scene, const std::string& engine, const Send& send)>
      simulate{};
};

/// Serves the viewer on 127.0.0.1 until the program is ended. Only requests that name this very
/// address are answered, so that no page from elsewhere can use the server. Files are compressed if
/// the client accepts that. Bodies must state their length, at most 4 MB, and must not be
/// compressed.
///   GET  api/hello                   {"cuelab": version, "engines": [...]}
///   GET  api/scene                   {"name", "text"}, 404 when there is none
///   POST api/simulate?engine=NAME    body: a scene; answers with the events that `simulate` sends
/// Returns only when it cannot listen.
Error serve(const ServerOptions& options);

}  // namespace cuelab::view

/// `cuelab::view::serve` as the module exports it.
extern "C" void cuelab_view_serve(const cuelab::view::ServerOptions* options,
                                  cuelab::Error* failure);
