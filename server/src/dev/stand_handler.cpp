#include "dev/stand_handler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>
#include <utility>

#include "http/codec/cors.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "site/routes.h"

namespace prichal::dev {
namespace {

constexpr std::string_view kControl = "/stand/bridge";
constexpr std::string_view kEvents = "/bridge/events";
constexpr std::string_view kMessage = "/bridge/message";
constexpr std::string_view kJson = "application/json";
constexpr Millis kTick{100};

bool IsStream(const http::Request& request) {
  return request.path == kEvents && request.method == http::Method::kGet;
}

bool IsMessage(const http::Request& request) {
  return request.path == kMessage && request.method == http::Method::kPost;
}

std::string ValueOf(http::Query& query, std::string_view name) {
  return std::string(query.First(name).value_or(""));
}

/// Rejects requests of other origins, so that foreign pages in the developer's browser cannot set
/// faults.
bool IsForeign(const http::Request& request) {
  const auto at = request.origin.find("://");
  return !request.origin.empty() &&
         (at == std::string_view::npos || request.origin.substr(at + 3) != request.host);
}

/// Redirects to an unused port of the client's own machine, where the connection is refused. Port 1
/// does not work: browsers block it, and WebKit then reports no error on a stream.
http::Response Unreachable() {
  return http::ResponseBuilder(302)
      .Header("Location", "http://127.0.0.1:2/")
      .Header("Cache-Control", "no-store")
      .Empty();
}

/// Allows all origins, independent of the bridge's CORS setting.
std::string_view CorsLinesFor(const http::Request& request) {
  return http::Cors(true).Lines(!request.origin.empty());
}

/// Passes a stream through and captures its handle. Ends it early if `cut`.
class ObservedResponseWriter final : public http::ResponseWriter {
 public:
  ObservedResponseWriter(http::ResponseWriter& writer, bool cut) : writer_(writer), cut_(cut) {}

  http::Loop& loop() override { return writer_.loop(); }
  [[nodiscard]] StreamHandle handle() const override { return writer_.handle(); }
  [[nodiscard]] const http::Peer& peer() const override { return writer_.peer(); }
  [[nodiscard]] bool head_seen() const override { return writer_.head_seen(); }
  void CountAs(http::RouteId route) override { writer_.CountAs(route); }
  void Respond(const http::Response& response) override { writer_.Respond(response); }

  http::Stream& Begin(StreamStart start) override {
    if (cut_) start.lifetime = kCutAfter;
    auto& stream = writer_.Begin(std::move(start));
    begun_ = stream.handle();
    return stream;
  }

  [[nodiscard]] const std::optional<StreamHandle>& begun() const { return begun_; }

 private:
  http::ResponseWriter& writer_;
  bool cut_;
  std::optional<StreamHandle> begun_;
};

/// Lets a handler respond to a request after its original handler call returned.
class DelayedResponseWriter final : public http::ResponseWriter {
 public:
  DelayedResponseWriter(http::Loop& loop, StreamHandle handle, const http::Peer& peer)
      : loop_(loop), handle_(handle), peer_(peer) {}

  http::Loop& loop() override { return loop_; }
  [[nodiscard]] StreamHandle handle() const override { return handle_; }
  [[nodiscard]] const http::Peer& peer() const override { return peer_; }
  [[nodiscard]] bool head_seen() const override { return true; }
  void CountAs(http::RouteId /*route*/) override {}
  void Respond(const http::Response& response) override { loop_.Respond(handle_, response); }
  http::Stream& Begin(StreamStart /*start*/) override {
    throw std::logic_error("a message begins no stream");
  }

 private:
  http::Loop& loop_;
  StreamHandle handle_;
  http::Peer peer_;
};

}  // namespace

/// A delayed message: a copy of the request, and the handle of its sender.
struct StandHandler::Held {
  Millis due;
  StreamHandle handle;
  http::Peer peer;
  std::string target, host, origin, user_agent, content_type, authorization, lines, body;

  Held(const http::Request& request, const http::ResponseWriter& writer, Millis until)
      : due(until),
        handle(writer.handle()),
        peer(writer.peer()),
        target(request.target),
        host(request.host),
        origin(request.origin),
        user_agent(request.user_agent),
        content_type(request.content_type),
        authorization(request.authorization),
        lines(request.lines),
        body(request.body) {}

  [[nodiscard]] http::Request request() const {
    http::Request request;
    request.method = http::Method::kPost;
    request.target = target;
    const auto end = request.target.find('?');
    request.path = request.target.substr(0, end);
    if (end != std::string::npos) request.query = request.target.substr(end + 1);
    request.host = host;
    request.origin = origin;
    request.user_agent = user_agent;
    request.content_type = content_type;
    request.authorization = authorization;
    request.lines = lines;
    request.body = body;
    return request;
  }
};

StandHandler::StandHandler(std::unique_ptr<http::Handler> site, http::Loop& loop,
                           BridgeFaults& faults)
    : site_(std::move(site)), loop_(loop), faults_(faults) {
  loop.Every(kTick, [this] { Tick(); });
}

StandHandler::~StandHandler() = default;

std::size_t StandHandler::BodyLimit(const http::Request& head) const {
  return site_->BodyLimit(head);
}

void StandHandler::HandleHead(const http::Request& head, http::ResponseWriter& writer) {
  // Requests with a simulated fault are handled when they are complete; the site never sees them.
  if (IsMessage(head) && faults_.MessageFault() != Fault::kNone) return;
  if (head.path == kControl) return Control(head, writer);
  site_->HandleHead(head, writer);
}

void StandHandler::Handle(const http::Request& request, http::ResponseWriter& writer) {
  if (request.path == kControl) return Control(request, writer);
  if (IsStream(request)) return HandleStream(request, writer);
  if (IsMessage(request)) return HandleMessage(request, writer);
  site_->Handle(request, writer);
}

void StandHandler::Control(const http::Request& request, http::ResponseWriter& writer) {
  writer.CountAs(site::IdOf(site::Route::kStand));
  http::Query query(request.query);
  if (request.method == http::Method::kPost) {
    const auto fault = FaultNamed(ValueOf(query, "fault"));
    const auto half = HalfNamed(ValueOf(query, "half"));
    if (IsForeign(request)) return writer.Respond(http::ErrorResponse(403, "only the stand may"));
    if (!fault || !half) {
      return writer.Respond(http::ErrorResponse(
          400, fmt::format("allowed are fault={} and half={}", fmt::join(kFaultNames, "|"),
                           fmt::join(kHalfNames, "|"))));
    }
    faults_.Choose(*fault, *half);
  } else if (request.method != http::Method::kGet) {
    return writer.Respond(http::ErrorResponse(405, "Method Not Allowed", "Allow: GET, POST\r\n"));
  }
  const auto text = ValueOf(query, "after");
  std::uint64_t after = 0;
  std::from_chars(text.data(), text.data() + text.size(), after);
  writer.Respond(http::ResponseBuilder(200)
                     .Header("Cache-Control", "no-store")
                     .Body(kJson, faults_.Json(after, loop_.now().unix_time)));
}

void StandHandler::HandleStream(const http::Request& request, http::ResponseWriter& writer) {
  const auto fault = faults_.StreamFault();
  http::Query query(request.query);
  Passage passage{
      .kind = Passage::Kind::kStream, .clients = ValueOf(query, "client_id"), .fault = fault};
  faults_.Record(passage, loop_.now().unix_time);
  switch (fault) {
    case Fault::kSilent:
      return;
    case Fault::kRefused:
      return writer.Respond(Unreachable());
    case Fault::kError:
      return writer.Respond(
          http::ErrorResponse(500, "the stand has asked for this", CorsLinesFor(request)));
    default:
      break;
  }
  ObservedResponseWriter watched(writer, fault == Fault::kCut);
  site_->Handle(request, watched);
  if (watched.begun()) streams_.push_back({*watched.begun(), std::move(passage.clients)});
}

void StandHandler::HandleMessage(const http::Request& request, http::ResponseWriter& writer) {
  const auto fault = faults_.MessageFault();
  http::Query query(request.query);
  faults_.Record({.kind = Passage::Kind::kMessage,
                  .clients = ValueOf(query, "client_id"),
                  .to = ValueOf(query, "to"),
                  .bytes = request.body.size(),
                  .fault = fault},
                 loop_.now().unix_time);
  switch (fault) {
    case Fault::kSilent:
      return;
    case Fault::kRefused:
      return writer.Respond(Unreachable());
    case Fault::kError:
      return writer.Respond(
          http::ErrorResponse(500, "the stand has asked for this", CorsLinesFor(request)));
    case Fault::kLost:
      return writer.Respond(http::ResponseBuilder(200)
                                .Lines(CorsLinesFor(request))
                                .Body(kJson, "{\"message\":\"OK\",\"statusCode\":200}\n"));
    case Fault::kSlow:
      held_.push_back(std::make_unique<Held>(request, writer, loop_.now().steady + kSlowness));
      return;
    default:
      return site_->Handle(request, writer);
  }
}

void StandHandler::Tick() {
  const auto now = loop_.now();
  auto waiting = std::exchange(held_, {});
  for (auto& held : waiting) {
    if (held->due > now.steady) {
      held_.push_back(std::move(held));
      continue;
    }
    DelayedResponseWriter exchange(loop_, held->handle, held->peer);
    site_->Handle(held->request(), exchange);
  }

  const auto version = faults_.chosen().version;
  const bool another = std::exchange(seen_version_, version) != version;
  auto open = std::exchange(streams_, {});
  for (auto& stream : open) {
    if (another && faults_.StreamFault() != Fault::kNone) {
      if (auto* found = loop_.FindStream(stream.handle)) found->End();
    }
    if (loop_.FindStream(stream.handle) != nullptr) {
      streams_.push_back(std::move(stream));
    } else {
      faults_.Record({.kind = Passage::Kind::kStreamEnded, .clients = std::move(stream.clients)},
                     now.unix_time);
    }
  }
}

}  // namespace prichal::dev
