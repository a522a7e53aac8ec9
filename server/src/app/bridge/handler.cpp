#include "app/bridge/handler.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "app/bridge/session.h"
#include "bridge/frames.h"
#include "bridge/requests.h"

namespace prichal::app {
namespace {

constexpr std::string_view kEvents = "/bridge/events";
constexpr std::string_view kMessage = "/bridge/message";

void CountIds(bridge::Counters& counters, std::size_t ids) {
  const auto* bound =
      std::lower_bound(bridge::kIdsPerStreamBounds.begin(), bridge::kIdsPerStreamBounds.end(), ids);
  counters.ids_per_stream.at(static_cast<std::size_t>(bound - bridge::kIdsPerStreamBounds.begin()))
      .Add();
  counters.ids_in_streams.Add(ids);
}

}  // namespace

std::size_t BridgeHandler::BodyLimit(const http::Request& head) const {
  return head.path == kMessage ? here_.shared().options.body_limit : 0;
}

void BridgeHandler::Handle(const http::Request& request, net::Exchange& exchange) {
  const BridgeAnswers& answers = here_.answers();
  const bool has_origin = !request.origin.empty();
  const bool is_events = request.path == kEvents;
  if (!is_events && request.path != kMessage) return exchange.Answer(answers.NotFound(has_origin));

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
  Message(request, exchange);
}

void BridgeHandler::Events(const http::Request& request, net::Exchange& exchange) {
  const bool has_origin = !request.origin.empty();
  const auto wanted = bridge::ParseEventsRequest(request.query, request.last_event_id,
                                                 here_.shared().options.ids_per_stream);
  // A real status before the stream begins: an EventSource that gets 200 and then an error comes
  // back for ever.
  if (!wanted) {
    here_.counters().bad_requests.Add();
    return exchange.Answer(here_.answers().Refused(wanted.error(), has_origin));
  }
  const auto permit =
      here_.shared().admission->OpenStream(request, exchange.peer().address, wanted->ids.size());
  if (permit) return BeginStream(*wanted, *permit, has_origin, exchange);
  const bool too_many_ids = permit.error() == Admission::Refused::kTooManyIds;
  (too_many_ids ? here_.counters().ids_full : here_.counters().streams_limited).Add();
  exchange.Answer(
      here_.answers().Of(too_many_ids ? Reply::kTooManyIds : Reply::kTooManyStreams, has_origin));
}

void BridgeHandler::BeginStream(const bridge::EventsRequest& wanted,
                                const Admission::Permit& permit, bool has_origin,
                                net::Exchange& exchange) {
  const BridgeShared& shared = here_.shared();
  std::map<std::uint32_t, std::vector<ClientId>> by_home;
  for (const ClientId& id : wanted.ids) by_home[shared.HomeOf(id)].push_back(id);
  std::vector<std::uint32_t> homes;
  homes.reserve(by_home.size());
  for (const auto& [home, ids] : by_home) homes.push_back(home);

  const net::Stream& stream = exchange.Begin({
      .answer = here_.answers().Stream(has_origin),
      .kind = &shared.StreamsWith(wanted.heartbeat),
      .lifetime = shared.NewLifetime(here_.random()),
      .session = std::make_unique<BridgeSession>(here_, homes, wanted.queue_done, permit),
  });
  CountIds(here_.counters(), wanted.ids.size());
  for (auto& [home, ids] : by_home) {
    shared.At(home).ToSubscribe(stream.handle(), std::move(ids), wanted.after);
  }
}

void BridgeHandler::Message(const http::Request& request, net::Exchange& exchange) {
  const bool has_origin = !request.origin.empty();
  const BridgeShared& shared = here_.shared();
  if (!shared.admission->AllowsMessage(request, exchange.peer().address,
                                       here_.loop().now().steady)) {
    here_.counters().messages_limited.Add();
    return exchange.Answer(here_.answers().Of(Reply::kTooOften, has_origin));
  }
  const auto message = bridge::ParseMessageRequest(request.query, shared.options.ttl_max,
                                                   here_.loop().now().unix_time, here_.random());
  if (!message) {
    here_.counters().bad_requests.Add();
    return exchange.Answer(here_.answers().Refused(message.error(), has_origin));
  }
  BridgeLoop& home = shared.At(shared.HomeOf(message->to));
  const bool sent = home.ToAccept(
      here_, {.to = message->to,
              .envelope = bridge::Envelope(message->from, request.body, message->trace_id),
              .ttl = message->ttl,
              // With ttl 0 there is no time in which it could be a repetition.
              .fingerprint =
                  message->ttl.count() == 0
                      ? Fingerprint()
                      : Fingerprint::Of({message->from.text(), message->to.text(), request.body}),
              .sender = exchange.handle(),
              .has_origin = has_origin});
  if (sent) return;
  here_.counters().store_full.Add();
  exchange.Answer(here_.answers().Of(Reply::kBusy, has_origin));
}

}  // namespace prichal::app
