#include "dev/stand_handler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
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

/// The texts of a request.
using Text = std::string_view http::Request::*;
constexpr std::array<Text, 15> kTexts{&http::Request::target,
                                      &http::Request::path,
                                      &http::Request::query,
                                      &http::Request::host,
                                      &http::Request::origin,
                                      &http::Request::accept,
                                      &http::Request::accept_encoding,
                                      &http::Request::accept_language,
                                      &http::Request::if_none_match,
                                      &http::Request::user_agent,
                                      &http::Request::last_event_id,
                                      &http::Request::content_type,
                                      &http::Request::authorization,
                                      &http::Request::lines,
                                      &http::Request::body};

/// Applies a fault for which a request never reaches the site. Returns false for all others.
bool AppliesAtOnce(Fault fault, const http::Request& request, http::ResponseWriter& writer) {
  if (fault == Fault::kRefused) writer.Respond(Unreachable());
  if (fault == Fault::kError) {
    writer.Respond(http::ErrorResponse(500, "the stand has asked for this", CorsLinesFor(request)));
  }
  return fault == Fault::kRefused || fault == Fault::kError || fault == Fault::kSilent;
}

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
  http::Request request;
  std::vector<std::string> texts;  ///< the request points into them

  Held(const http::Request& original, const http::ResponseWriter& writer, Millis until)
      : due(until), handle(writer.handle()), peer(writer.peer()), request(original) {
    texts.reserve(kTexts.size());
    for (const auto text : kTexts) request.*text = texts.emplace_back(request.*text);
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
  if (AppliesAtOnce(fault, request, writer)) return;
  const StreamHandle handle = writer.handle();
  site_->Handle(request, writer);
  if (loop_.FindStream(handle) == nullptr) return;
  const Millis end = fault == Fault::kCut ? loop_.now().steady + kCutAfter : Millis::max();
  streams_.push_back({handle, std::move(passage.clients), end});
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
  if (AppliesAtOnce(fault, request, writer)) return;
  if (fault == Fault::kLost) {
    return writer.Respond(http::ResponseBuilder(200)
                              .Lines(CorsLinesFor(request))
                              .Body(kJson, "{\"message\":\"OK\",\"statusCode\":200}\n"));
  }
  if (fault != Fault::kSlow) return site_->Handle(request, writer);
  held_.push_back(std::make_unique<Held>(request, writer, loop_.now().steady + kSlowness));
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
    site_->Handle(held->request, exchange);
  }

  const auto version = faults_.chosen().version;
  const bool another = std::exchange(seen_version_, version) != version;
  auto open = std::exchange(streams_, {});
  for (auto& stream : open) {
    const bool ends = another && faults_.StreamFault() != Fault::kNone;
    if (ends || stream.end <= now.steady) {
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
