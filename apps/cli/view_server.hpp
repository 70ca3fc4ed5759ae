#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cuelab/result.hpp"

namespace cuelab::cli {

/// A scene file as the user wrote it.
struct SceneText {
  std::string name;
  std::string text;
};

struct ViewOptions {
  std::filesystem::path site;      ///< folder of the viewer's files
  std::optional<SceneText> scene;  ///< what the viewer opens with
  int port = 0;                    ///< 0 takes any free one
};

/// Serves the viewer on 127.0.0.1 until the program is ended, and simulates scenes for it. Prints
/// the address. Only requests that name this very address are answered, so that no page from
/// elsewhere can use the server.
///   GET  api/hello                   {"cuelab": version, "engines": [...]}
///   GET  api/scene                   {"name", "text"}, 404 when there is none
///   POST api/simulate?engine=NAME    body: a scene; answers with server-sent events: "progress"
///                                    {"t", "t_max"}, then "result" with the result file on one
///                                    line, or "error" {"message"}
/// Returns only when it cannot listen.
Error serve_viewer(const ViewOptions& options);

}  // namespace cuelab::cli
