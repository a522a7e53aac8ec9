#include "app/bridge/handler.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "app/bridge/client.h"
#include "app/bridge/session.h"
#include "bridge/frames.h"
#include "bridge/origin.h"
#include "bridge/requests.h"
#include "bridge/verify_request.h"

namespace prichal::app {
namespace {

constexpr std::string_view kEvents = "/bridge/events";
constexpr std::string_view kMessage = "/bridge/message";
constexpr std::string_view kVerify = "/bridge/verify";
/// An id and an address are far smaller; reading JSON holds up the loop.
constexpr std::size_t kVerifyBody = 64 * 1024;

void CountIds(bridge::Counters& counters, std::size_t ids) {
  const auto* bound =
      std::lower_bound(bridge::kIdsPerStreamBounds.begin(), bridge::kIdsPerStreamBounds.end(), ids);
  counters.ids_per_stream.at(static_cast<std::size_t>(bound - bridge::kIdsPerStreamBounds.begin()))
      .Add();
  counters.ids_in_streams.Add(ids);
}

std::vector<webhook::Post> NoticesOf(const BridgeShared& shared,
                                     const bridge::MessageRequest& message,
                                     const http::Request& request) {
  if (shared.webhooks == nullptr) return {};
  return shared.notices.For({.from = message.from.text(),
                             .topic = message.topic ? &*message.topic : nullptr,
                             .query = request.query,
                             .body = request.body});
}

}  // namespace

std::size_t BridgeHandler::BodyLimit(const http::Request& head) const {
  const std::size_t limit = here_.shared().options.body_limit;
  if (head.path == kVerify) return std::min(limit, kVerifyBody);
  return head.path == kMessage ? limit : 0;
}

void BridgeHandler::HandleHead(const http::Request& head, net::Exchange& exchange) {
  if (head.path != kMessage || head.method != http::Method::kPost) return;
  if (exchange.loop().draining()) {
    return exchange.Answer(here_.answers().Of(Reply::kDraining, !head.origin.empty()));
  }
  (void)Admits(ClientAddress(here_.shared().options, head, exchange), head, exchange);
}

bool BridgeHandler::Admits(const IpAddress& client, const http::Request& head,
                           net::Exchange& exchange) {
  if (here_.shared().admission->AllowsMessage(client, head.authorization,
                                              here_.loop().now().steady)) {
    return true;
  }
  here_.counters().messages_limited.Add();
  exchange.Answer(here_.answers().Of(Reply::kTooOften, !head.origin.empty()));
  return false;
}

void BridgeHandler::Handle(const http::Request& request, net::Exchange& exchange) {
  const BridgeAnswers& answers = here_.answers();
  const bool has_origin = !request.origin.empty();
  const bool is_events = request.path == kEvents;
  const bool is_verify = request.path == kVerify;
  if (!is_events && !is_verify && request.path != kMessage) {
    return exchange.Answer(answers.NotFound(has_origin));
  }

  const std::string_view allow = is_events ? "OPTIONS, GET" : "OPTIONS, POST";
  if (request.method == http::Method::kOptions) {
    return exchange.Answer(answers.Options(allow, has_origin));
  }
  if (request.method != (is_events ? http::Method::kGet : http::Method::kPost)) {
    return exchange.Answer(answers.MethodNotAllowed(allow, has_origin));
  }
  // Nothing new while going down: what is accepted now might not be delivered any more.
  if (exchange.loop().draining()) {
    return exchange.Answer(answers.Of(Reply::kDraining, has_origin));
  }
  if (is_events) return Events(request, exchange);
  if (is_verify) return Verify(request, exchange);
  Message(request, exchange);
}

void BridgeHandler::Refuse(const bridge::BadRequest& refusal, const http::Request& request,
                           net::Exchange& exchange) {
  here_.counters().bad_requests.Add();
  exchange.Answer(here_.answers().Refused(refusal, !request.origin.empty()));
}

void BridgeHandler::Events(const http::Request& request, net::Exchange& exchange) {
  const auto wanted = bridge::ParseEventsRequest(request.query, request.last_event_id,
                                                 here_.shared().options.ids_per_stream);
  // A real status before the stream begins: an EventSource that gets 200 and then an error comes
  // back for ever.
  if (!wanted) return Refuse(wanted.error(), request, exchange);
  const IpAddress client = ClientAddress(here_.shared().options, request, exchange);
  const auto permit =
      here_.shared().admission->OpenStream(client, request.authorization, wanted->ids.size());
  if (permit) return BeginStream(*wanted, request, {client, *permit}, exchange);
  const bool too_many_ids = permit.error() == Admission::Refused::kTooManyIds;
  (too_many_ids ? here_.counters().ids_full : here_.counters().streams_limited).Add();
  exchange.Answer(here_.answers().Of(too_many_ids ? Reply::kTooManyIds : Reply::kTooManyStreams,
                                     !request.origin.empty()));
}

void BridgeHandler::BeginStream(const bridge::EventsRequest& wanted, const http::Request& request,
                                const Admitted& admitted, net::Exchange& exchange) {
  const BridgeShared& shared = here_.shared();
  std::map<std::uint32_t, std::vector<ClientId>> by_home;
  for (const ClientId& id : wanted.ids) by_home[shared.HomeOf(id)].push_back(id);
  std::vector<std::uint32_t> homes;
  homes.reserve(by_home.size());
  for (const auto& [home, ids] : by_home) homes.push_back(home);

  const auto connect =
      bridge::Connect::Of(shared.hash, wanted.ids.front().text(),
                          bridge::OriginFrom(request.origin), admitted.client.ToText());
  shared.At(shared.HomeOf(connect.id)).ToNote(here_, connect);

  const net::Stream& stream = exchange.Begin({
      .answer = here_.answers().Stream(!request.origin.empty()),
      .kind = &shared.StreamsWith(wanted.heartbeat),
      .lifetime = shared.NewLifetime(here_.random()),
      .session = std::make_unique<BridgeSession>(here_, homes, wanted.queue_done, admitted.client,
                                                 admitted.permit),
  });
  CountIds(here_.counters(), wanted.ids.size());
  for (auto& [home, ids] : by_home) {
    shared.At(home).ToSubscribe(stream.handle(), std::move(ids), wanted.after);
  }
}

void BridgeHandler::Verify(const http::Request& request, net::Exchange& exchange) {
  const BridgeShared& shared = here_.shared();
  const auto wanted = bridge::ParseVerifyRequest(request.query, request.content_type, request.body);
  if (!wanted) return Refuse(wanted.error(), request, exchange);
  const auto asked = bridge::Connect::Of(shared.hash, wanted->client_id, wanted->origin,
                                         ClientAddress(shared.options, request, exchange).ToText());
  const bool has_origin = !request.origin.empty();
  if (shared.At(shared.HomeOf(asked.id)).ToCheck(here_, asked, exchange.handle(), has_origin))
    return;
  here_.counters().store_full.Add();
  exchange.Answer(here_.answers().Of(Reply::kBusy, has_origin));
}

Result<SharedBytes, bridge::BadRequest> BridgeHandler::SourceFor(
    const bridge::MessageRequest& message, const http::Request& request, const IpAddress& client) {
  if (message.no_source || !here_.shared().options.request_source) return SharedBytes();
  auto sealed = here_.sources().Seal({.origin = bridge::OriginFrom(request.origin),
                                      .ip = client,
                                      .user_agent = request.user_agent,
                                      .unix_time = here_.loop().now().unix_time},
                                     message.to);
  if (!sealed) return Fail(bridge::BadRequest{.message = sealed.error()});
  return *std::move(sealed);
}

void BridgeHandler::Message(const http::Request& request, net::Exchange& exchange) {
  const BridgeShared& shared = here_.shared();
  const BridgeOptions& options = shared.options;
  const IpAddress client = ClientAddress(options, request, exchange);
  // Before all that costs time, bad messages too; once, where the body came after the head.
  if (!exchange.head_seen() && !Admits(client, request, exchange)) return;
  const auto message = bridge::ParseMessageRequest(request.query, options.ttl_max,
                                                   here_.loop().now().unix_time, here_.random());
  if (!message) return Refuse(message.error(), request, exchange);
  BridgeLoop& home = shared.At(shared.HomeOf(message->to));
  const Fingerprint fingerprint =
      shared.fingerprints.Of({message->from.text(), message->to.text(), request.body});
  home.WillAccept(here_, fingerprint);
  auto source = SourceFor(*message, request, client);
  if (!source) return Refuse(source.error(), request, exchange);

  const std::string_view source_text = *source == nullptr ? std::string_view() : **source;
  std::string envelope =
      bridge::Envelope(message->from, request.body, message->trace_id, source_text);
  const Millis ttl =
      bridge::LifeOf(*message, envelope.size() - bridge::SourceSize(source_text),
                     {.ttl = options.disconnect_ttl, .size = options.disconnect_size});
  const bool sent = home.ToAccept(
      here_, {.message = {.to = message->to,
                          .envelope = std::move(envelope),
                          .source = *std::move(source),
                          .ttl = ttl,
                          // With ttl 0 there is no time in which it could be a repetition.
                          .fingerprint = ttl.count() == 0 ? Fingerprint() : fingerprint},
              .sender = exchange.handle(),
              .has_origin = !request.origin.empty(),
              .notices = NoticesOf(shared, *message, request)});
  if (sent) return;
  here_.counters().store_full.Add();
  exchange.Answer(here_.answers().Of(Reply::kBusy, !request.origin.empty()));
}

}  // namespace prichal::app
