#include "bridge/http/bridge_handler.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "bridge/core/frames.h"
#include "bridge/core/request_source.h"
#include "bridge/core/requests.h"
#include "bridge/core/verify.h"
#include "bridge/http/stream_session.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kEvents = "/bridge/events";
constexpr std::string_view kMessage = "/bridge/message";
constexpr std::string_view kVerify = "/bridge/verify";
constexpr std::string_view kLimits = "/bridge/limits";
/// Limit in bytes of a body that is ignored, or that is parsed as JSON, which blocks the loop.
constexpr std::size_t kSmallBody = 64 * 1024;

bool TakesBody(const http::Request& head) {
  return head.method == http::Method::kPost && (head.path == kMessage || head.path == kVerify);
}

bool OpensStream(const http::Request& head) {
  return head.method == http::Method::kGet && head.path == kEvents;
}

void CountIds(Counters& counters, std::size_t ids) {
  counters.ids_per_stream.at(BucketOf(kIdsPerStreamBounds, ids)).Add();
  counters.ids_in_streams.Add(ids);
}

std::vector<outbound::Delivery> NoticesOf(const BridgeShared& shared, const MessageRequest& message,
                                          const http::Request& request) {
  if (shared.webhooks == nullptr) return {};
  return shared.notices.For({.from = message.from.text(),
                             .topic = message.topic ? &*message.topic : nullptr,
                             .query = request.query,
                             .body = request.body});
}

}  // namespace

std::size_t BridgeHandler::BodyLimit(const http::Request& head) const {
  const std::size_t limit = loop_.options().body_limit;
  if (TakesBody(head)) return head.path == kVerify ? std::min(limit, kSmallBody) : limit;
  // A stream ignores the body of its request, as the official bridge does, but cannot begin before
  // it has arrived. HandleHead() responds to all other requests before their body.
  return OpensStream(head) ? kSmallBody : std::numeric_limits<std::size_t>::max();
}

void BridgeHandler::HandleHead(const http::Request& head, http::ResponseWriter& writer) {
  if (!TakesBody(head) && !OpensStream(head)) return Handle(head, writer);
  if (head.path != kMessage) return;
  if (writer.loop().draining()) {
    return Refuse(Refusal::kDraining, !head.origin.empty(), writer);
  }
  if (!AdmitsOrigin(head, writer)) return;
  const IpAddress client = ClientAddress(loop_.options(), head, writer);
  if (Admission::Counts(client, head.authorization, loop_.snapshot()->tokens) &&
      !loop_.shared().admission->AllowsMessage(client, loop_.loop().now().steady)) {
    Refuse(Refusal::kTooManyMessages, !head.origin.empty(), writer);
  }
}

bool BridgeHandler::AdmitsOrigin(const http::Request& request, http::ResponseWriter& writer) {
  if (loop_.snapshot()->Admits(request.origin)) return true;
  Refuse(Refusal::kOtherOrigin, true, writer);
  return false;
}

void BridgeHandler::Refuse(Refusal refusal, bool has_origin, http::ResponseWriter& writer) {
  CountRefusal(refusal, loop_.counters());
  writer.Respond(loop_.responses().For(refusal, has_origin));
}

void BridgeHandler::RefuseBusy(bool has_origin, http::ResponseWriter& writer) {
  CountResult(PublishResult::kStoreBusy, loop_.counters());
  writer.Respond(loop_.responses().For(PublishResult::kStoreBusy, has_origin));
}

void BridgeHandler::Handle(const http::Request& request, http::ResponseWriter& writer) {
  const BridgeResponses& responses = loop_.responses();
  const bool has_origin = !request.origin.empty();
  const bool is_events = request.path == kEvents;
  const bool is_verify = request.path == kVerify;
  const bool is_limits = request.path == kLimits;
  if (!is_events && !is_verify && !is_limits && request.path != kMessage) {
    return writer.Respond(responses.NotFound(has_origin));
  }
  if (!AdmitsOrigin(request, writer)) return;

  const bool is_read = is_events || is_limits;
  const std::string_view allow = is_read ? "OPTIONS, GET" : "OPTIONS, POST";
  if (request.method == http::Method::kOptions) {
    return writer.Respond(responses.Options(allow, has_origin));
  }
  if (request.method != (is_read ? http::Method::kGet : http::Method::kPost)) {
    return writer.Respond(responses.MethodNotAllowed(allow, has_origin));
  }
  if (is_limits) return writer.Respond(responses.Limits(has_origin));
  // During the drain, new messages might not be delivered, so they are rejected.
  if (writer.loop().draining()) return Refuse(Refusal::kDraining, has_origin, writer);
  if (is_events) return Events(request, writer);
  if (is_verify) return Verify(request, writer);
  Message(request, writer);
}

void BridgeHandler::Refuse(const BadRequest& refusal, const http::Request& request,
                           http::ResponseWriter& writer) {
  loop_.counters().bad_requests.Add();
  writer.Respond(loop_.responses().Refused(refusal, !request.origin.empty()));
}

void BridgeHandler::Events(const http::Request& request, http::ResponseWriter& writer) {
  const auto parsed =
      ParseEventsRequest(request.query, request.last_event_id, loop_.options().ids_per_stream);
  // Errors are sent as an HTTP status before the stream begins: an EventSource that gets 200 and
  // then an error reconnects forever.
  if (!parsed) return Refuse(parsed.error(), request, writer);
  const IpAddress client = ClientAddress(loop_.options(), request, writer);
  const bool counts = Admission::Counts(client, request.authorization, loop_.snapshot()->tokens);
  const auto permit =
      loop_.shared().admission->OpenStream(client, counts, parsed->ids, loop_.loop().now().steady);
  if (permit) return BeginStream(*parsed, request, {client, *permit}, writer);
  Refuse(permit.error(), !request.origin.empty(), writer);
}

void BridgeHandler::BeginStream(const EventsRequest& parsed, const http::Request& request,
                                const Admitted& admitted, http::ResponseWriter& writer) {
  const BridgeShared& shared = loop_.shared();
  std::map<std::uint32_t, std::vector<ClientId>> by_shard;
  for (const ClientId& id : parsed.ids) {
    by_shard[shared.BrokerFor(id, loop_.loop().index())].push_back(id);
  }
  std::vector<std::uint32_t> shards;
  shards.reserve(by_shard.size());
  for (const auto& [shard, ids] : by_shard) shards.push_back(shard);

  RecordConnect(parsed.ids.front(), request, admitted.client);

  const http::Stream& stream = writer.Begin({
      .response = loop_.responses().Stream(!request.origin.empty()),
      .kind = &loop_.snapshot()->StreamsWith(parsed.heartbeat),
      .lifetime = loop_.snapshot()->NewLifetime(loop_.random()),
      .session = std::make_unique<BridgeSession>(loop_, shards, parsed.queue_done, admitted.client,
                                                 admitted.permit),
  });
  // The end of a stream ends its subscriptions, so a stream that has ended already gets none.
  if (loop_.loop().FindStream(stream.handle()) == nullptr) return;
  CountIds(loop_.counters(), parsed.ids.size());
  const std::uint32_t address = Sender::Make(shared.senders(), admitted.client, {}).address;
  for (auto& [shard, ids] : by_shard) {
    shared.At(shard).PostToBroker([handle = stream.handle(), of_shard = std::move(ids),
                                   after = parsed.after, address](Broker& broker) mutable {
      broker.Subscribe(handle, std::move(of_shard), after, address);
    });
  }
}

void BridgeHandler::RecordConnect(const ClientId& id, const http::Request& request,
                                  const IpAddress& client) {
  const BridgeShared& shared = loop_.shared();
  if (shared.valkey != nullptr) {
    return loop_.RecordForAll({.id = id,
                               .address = client,
                               .origin = std::string(OriginFrom(request.origin)),
                               .user_agent = std::string(request.user_agent)});
  }
  const auto connect = Connect::Make(shared.hash, id.text(), OriginFrom(request.origin), client);
  shared.At(shared.ShardOf(connect.id)).PostRecord(loop_, connect);
}

void BridgeHandler::Verify(const http::Request& request, http::ResponseWriter& writer) {
  const BridgeShared& shared = loop_.shared();
  const IpAddress client = ClientAddress(loop_.options(), request, writer);
  const bool has_origin = !request.origin.empty();
  // Counts invalid requests too, and before the expensive work.
  if (Admission::Counts(client, request.authorization, loop_.snapshot()->tokens) &&
      !shared.admission->AllowsVerify(client, loop_.loop().now().steady)) {
    return Refuse(Refusal::kTooManyVerifies, has_origin, writer);
  }
  const auto parsed = ParseVerifyRequest(request.query, request.content_type, request.body);
  if (!parsed) return Refuse(parsed.error(), request, writer);
  const auto id = ClientId::Parse(parsed->client_id);
  // Only valid client IDs have streams, so Valkey is not asked about others.
  if (shared.valkey != nullptr && id) {
    return loop_.CheckWithAll({.id = *id, .address = client, .origin = parsed->origin},
                              writer.handle(), has_origin);
  }
  const auto asked = Connect::Make(shared.hash, parsed->client_id, parsed->origin, client);
  BridgeLoop& shard = shared.At(shared.ShardOf(asked.id));
  if (!shard.PostCheck(loop_, asked, writer.handle(), has_origin)) RefuseBusy(has_origin, writer);
}

SharedBytes BridgeHandler::SourceFor(const MessageRequest& message, const http::Request& request,
                                     const IpAddress& client) {
  const std::string& whose = loop_.options().request_source;
  // The source of a wallet's message would tell the app where the wallet's user is.
  const bool parsed = whose == "all" || (whose == "pages" && !request.origin.empty());
  if (message.no_source || !parsed) return nullptr;
  return loop_.sources().Seal({.origin = OriginFrom(request.origin),
                               .ip = client,
                               .user_agent = request.user_agent,
                               .unix_time = loop_.loop().now().unix_time},
                              message.to);
}

void BridgeHandler::Message(const http::Request& request, http::ResponseWriter& writer) {
  const BridgeShared& shared = loop_.shared();
  const BridgeOptions& options = loop_.options();
  const IpAddress client = ClientAddress(options, request, writer);
  const bool has_origin = !request.origin.empty();
  const bool counts = Admission::Counts(client, request.authorization, loop_.snapshot()->tokens,
                                        !writer.head_seen());
  // Counts invalid messages too, and before the expensive work. HandleHead() has counted the
  // message if its body came after the headers.
  const Millis now = loop_.loop().now().steady;
  const bool admitted =
      !counts || ((writer.head_seen() || shared.admission->AllowsMessage(client, now)) &&
                  shared.admission->AllowsBytes(client, request.body.size(), now));
  if (!admitted) return Refuse(Refusal::kTooManyMessages, has_origin, writer);
  const auto message =
      ParseMessageRequest(request.query, {.most = options.ttl_max, .zero = options.ttl_zero},
                          loop_.loop().now().unix_time, loop_.random());
  if (!message) return Refuse(message.error(), request, writer);
  if (counts && !shared.admission->AllowsMessageTo(client, message->to, now)) {
    return Refuse(Refusal::kTooManyForId, has_origin, writer);
  }
  // Checked before the message is escaped, which does not make it smaller.
  if (request.body.size() > options.mailbox_bytes) {
    return Refuse({.status = 413, .message = "message is too large"}, request, writer);
  }
  BridgeLoop& shard = shared.At(shared.BrokerFor(message->to, loop_.loop().index()));
  const Fingerprint fingerprint =
      shared.fingerprints.Compute({message->from.text(), message->to.text(), request.body});
  Envelope envelope = Envelope::Make(message->from, message->trace_id, request.body,
                                     SourceFor(*message, request, client));
  const Millis ttl = LifeOf(*message, SizeOfJson(envelope),
                            {.ttl = options.disconnect_ttl, .size = options.disconnect_size});
  const bool sent = shard.PostPublish(
      loop_, {.message = {.to = message->to,
                          .envelope = std::move(envelope),
                          .ttl = ttl,
                          // With TTL 0 no message is a duplicate.
                          .fingerprint = ttl.count() == 0 ? Fingerprint() : fingerprint,
                          .sender = Sender::Make(shared.senders(), client, message->from.text()),
                          .address_counts = counts},
              .sender = writer.handle(),
              .has_origin = has_origin,
              .notices = NoticesOf(shared, *message, request)});
  if (!sent) RefuseBusy(has_origin, writer);
}

IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                        const http::ResponseWriter& writer) {
  return options.proxies.ClientOf(writer.peer().address, request.lines);
}

}  // namespace prichal::bridge
