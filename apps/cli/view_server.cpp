#include "view_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>

#include "console.hpp"
#include "cuelab/io.hpp"
#include "cuelab/version.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "json_text.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr std::size_t greatest_body = 4U << 20U;  // of a scene [bytes]
constexpr int greatest_runs = 2;                  // at the same time
constexpr auto progress_interval = std::chrono::milliseconds(100);

/// The page loads nothing from elsewhere; its engine is WebAssembly.
constexpr const char* content_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'";

/// Counts the runs that are under way.
class RunSlot {
 public:
  explicit RunSlot(std::atomic<int>& runs) : runs_(runs), free_(++runs <= greatest_runs) {}
  ~RunSlot() { --runs_; }
  RunSlot(const RunSlot&) = delete;
  RunSlot& operator=(const RunSlot&) = delete;
  bool is_free() const { return free_; }

 private:
  std::atomic<int>& runs_;
  bool free_;
};

std::string on_one_line(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool send(httplib::DataSink& sink, std::string_view event, const std::string& data) {
  const std::string text = fmt::format("event: {}\ndata: {}\n\n", event, data);
  return sink.is_writable() && sink.write(text.data(), text.size());
}

Result<Scene> scene_of(const std::string& text, const std::string& engine) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool is_json = begin != std::string::npos && text[begin] == '{';
  std::vector<std::string> overrides;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = parse_scene(text, is_json ? Format::json : Format::toml, "scene", overrides);
  if (!scene) return scene;
  if (const std::string hindrance = find_hindrance(*scene); !hindrance.empty()) {
    return Error{"scene", "", hindrance};
  }
  return scene;
}

/// Runs the scene and tells the page how far it is; stops when the page is gone.
void simulate(const std::string& text, const std::string& engine, httplib::DataSink& sink) {
  const auto refuse = [&sink](const Error& error) {
    send(sink, "error", on_one_line({{"message", error.message()}}));
  };
  const auto scene = scene_of(text, engine);
  if (!scene) return refuse(scene.error());
  auto last = std::chrono::steady_clock::now();
  EngineWishes wishes{.quiet = true};
  wishes.progress = [&](double t) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < progress_interval) return true;
    last = now;
    return send(sink, "progress", on_one_line({{"t", t}, {"t_max", scene->run.t_max}}));
  };
  const auto run = run_engine(*scene, "scene", wishes);
  if (!run) return refuse(run.error());
  send(sink, "result",
       trajectory_to_json(*scene, run->trajectory,
                          {.pieces = true, .wall_seconds = run->wall_seconds}));
}

/// A request from this server's own page, or from a program on this machine that says so.
bool is_own(const httplib::Request& request, int port) {
  const std::string host = fmt::format("{}:{}", loopback, port);
  const std::string named = fmt::format("localhost:{}", port);
  const std::string given = request.get_header_value("Host");
  if (given != host && given != named) return false;
  return !request.has_header("Origin") || request.get_header_value("Origin") == "http://" + given;
}

void refuse(httplib::Response& response, int status, const std::string& message) {
  response.status = status;
  response.set_content(on_one_line({{"message", message}}), "application/json");
}

void add_answers(httplib::Server& server, const ViewOptions& options, std::atomic<int>& runs) {
  server.Get("/api/hello", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(on_one_line({{"cuelab", version}, {"engines", built_engines()}}),
                         "application/json");
  });
  server.Get("/api/scene", [&options](const httplib::Request&, httplib::Response& response) {
    if (!options.scene) return refuse(response, 404, "no scene was named");
    response.set_content(
        on_one_line({{"name", options.scene->name}, {"text", options.scene->text}}),
        "application/json");
  });
  server.Post("/api/simulate",
              [&runs](const httplib::Request& request, httplib::Response& response) {
                auto slot = std::make_shared<RunSlot>(runs);
                if (!slot->is_free()) return refuse(response, 503, "busy with other runs");
                response.set_chunked_content_provider(
                    "text/event-stream",
                    [slot, text = request.body, engine = request.get_param_value("engine")](
                        std::size_t, httplib::DataSink& sink) {
                      simulate(text, engine, sink);
                      sink.done();
                      return true;
                    });
              });
}

}  // namespace

Error serve_viewer(const ViewOptions& options) {
  httplib::Server server;
  server.set_payload_max_length(greatest_body);
  server.set_default_headers({{"Content-Security-Policy", content_policy},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cache-Control", "no-cache"}});
  server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  if (!server.set_mount_point("/", options.site.string())) {
    return {"", "--site", fmt::format("\"{}\" is no folder", options.site.string())};
  }
  std::atomic<int> runs = 0;
  add_answers(server, options, runs);

  int port = options.port;
  if (port == 0) {
    port = server.bind_to_any_port(loopback);
  } else if (!server.bind_to_port(loopback, port)) {
    port = -1;
  }
  if (port <= 0) {
    return {"", "--port", fmt::format("cannot listen on {}:{}; in use?", loopback, options.port)};
  }
  server.set_pre_routing_handler(
      [port](const httplib::Request& request, httplib::Response& response) {
        if (is_own(request, port)) return httplib::Server::HandlerResponse::Unhandled;
        refuse(response, 403, "only pages of this server are answered");
        return httplib::Server::HandlerResponse::Handled;
      });
  print(fmt::format("viewer: http://{}:{}/  (Ctrl-C ends it)\n", loopback, port));
  server.listen_after_bind();
  return {"", "", "the server stopped"};
}

}  // namespace cuelab::cli
