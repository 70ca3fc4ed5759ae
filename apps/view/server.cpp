#include "view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>

#include "view/compression.hpp"

namespace cuelab::view {
namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr std::size_t max_body = 4U << 20U;  // of a scene [bytes]
constexpr int max_runs = 2;                  // at the same time

// Connections that stall hold a worker until the timeout; the rest go on answering.
constexpr std::size_t workers = 128;
constexpr int patience = 5;  // with a client that does not read or write [s]

/// The page loads nothing from elsewhere; its engine is WebAssembly.
constexpr const char* content_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'";

/// Counts the runs in progress.
class RunSlot {
 public:
  explicit RunSlot(std::atomic<int>& runs) : runs_(runs), free_(++runs <= max_runs) {}
  ~RunSlot() { --runs_; }
  RunSlot(const RunSlot&) = delete;
  RunSlot& operator=(const RunSlot&) = delete;
  bool is_free() const { return free_; }

 private:
  std::atomic<int>& runs_;
  bool free_;
};

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
  response.set_content(nlohmann::json{{"message", message}}.dump(), "application/json");
}

/// Refuses a request before its body is read; true if it did. The limit on the body's size holds
/// only for a body of stated length: chunks would be collected and compressed data unpacked first.
bool is_refused(const httplib::Request& request, httplib::Response& response, int port) {
  const std::string coding = request.get_header_value("Content-Encoding");
  if (!is_own(request, port)) {
    refuse(response, 403, "only pages of this server are answered");
  } else if (request.has_header("Transfer-Encoding")) {
    refuse(response, 411, "a body needs a Content-Length");
  } else if (!coding.empty() && coding != "identity") {
    refuse(response, 415, "a body must not be compressed");
  } else {
    return false;
  }
  return true;
}

/// Limits that keep the page answering while other clients stall. One request per connection: a
/// body that was refused must not be read as the next request.
void set_limits(httplib::Server& server) {
  server.set_payload_max_length(max_body);
  server.set_read_timeout(patience);
  server.set_write_timeout(patience);
  server.set_keep_alive_max_count(1);
  server.new_task_queue = [] { return new httplib::ThreadPool(workers); };
}

void add_answers(httplib::Server& server, const ServerOptions& options, std::atomic<int>& runs) {
  using httplib::Request;
  using httplib::Response;
  server.Get("/api/hello", [&options](const Request&, Response& response) {
    response.set_content(options.hello, "application/json");
  });
  server.Get("/api/scene", [&options](const Request&, Response& response) {
    if (options.scene.empty()) return refuse(response, 404, "no scene was named");
    response.set_content(options.scene, "application/json");
  });
  server.Post("/api/simulate", [&options, &runs](const Request& request, Response& response) {
    auto slot = std::make_shared<RunSlot>(runs);
    if (!slot->is_free()) return refuse(response, 503, "busy with other runs");
    response.set_chunked_content_provider(
        "text/event-stream",
        [&options, slot, scene = request.body, engine = request.get_param_value("engine")](
            std::size_t, httplib::DataSink& sink) {
          options.simulate(scene, engine, [&sink](std::string_view event, const std::string& data) {
            const std::string text = fmt::format("event: {}\ndata: {}\n\n", event, data);
            return sink.is_writable() && sink.write(text.data(), text.size());
          });
          sink.done();
          return true;
        });
  });
}

/// Sends a file, compressed if the client accepts that. httplib leaves content from a provider
/// alone; by itself it would compress no WebAssembly, and text for browsers with Brotli's slowest
/// level, which takes seconds.
void send_file(const httplib::Request& request, httplib::Response& response) {
  if (response.body.empty()) return;  // a provider cannot send nothing
  auto content = std::make_shared<std::string>(std::move(response.body));
  response.body.clear();
  response.set_header("Vary", "Accept-Encoding");
  const bool whole = !request.has_header("Range");
  if (whole && accepts_gzip(request.get_header_value("Accept-Encoding"))) {
    std::string packed = gzip(*content);
    if (!packed.empty() && packed.size() < content->size()) {
      *content = std::move(packed);
      response.set_header("Content-Encoding", "gzip");
    }
  }
  const std::string type = response.get_header_value("Content-Type");
  response.headers.erase("Content-Type");  // the provider adds it again
  response.set_content_provider(
      content->size(), type,
      [content](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(content->data() + offset, length);
      });
}

}  // namespace

Error serve(const ServerOptions& options) {
  httplib::Server server;
  set_limits(server);
  server.set_default_headers({{"Content-Security-Policy", content_policy},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cache-Control", "no-cache"}});
  server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  if (!server.set_mount_point("/", options.site.string())) {
    return {"", "--site", fmt::format("\"{}\" is not a folder", options.site.string())};
  }
  server.set_file_request_handler(send_file);
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
        return is_refused(request, response, port) ? httplib::Server::HandlerResponse::Handled
                                                   : httplib::Server::HandlerResponse::Unhandled;
      });
  options.ready(fmt::format("http://{}:{}/", loopback, port));
  server.listen_after_bind();
  return {"", "", "the server stopped"};
}

}  // namespace cuelab::view

void cuelab_view_serve(const cuelab::view::ServerOptions* options, cuelab::Error* failure) {
  *failure = cuelab::view::serve(*options);
}
