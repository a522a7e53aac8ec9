#include "bridge/http/responses.h"

#include <fmt/format.h>

#include <chrono>

#include "bridge/core/frames.h"
#include "http/codec/response.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kJson = "application/json";

/// The response to a message or a request for a stream, and its counter.
struct Row {
  int status = 200;
  std::string_view message = "OK";       ///< `{}`: the limit of streams
  std::string_view retry_after = {};     ///< seconds; empty: a retry does not help
  Counter Counters::*counter = nullptr;  ///< null: not counted here
};

constexpr Row RowOf(PublishResult result) {
  switch (result) {
    case PublishResult::kStored:
    case PublishResult::kDuplicate:
      return {};
    case PublishResult::kTooLarge:
      return {413, "message is too large", "", &Counters::bad_requests};
    case PublishResult::kMailboxFull:
      return {429, "too many pending messages for this client ID", "5", &Counters::mailbox_full};
    case PublishResult::kAddressFull:
      return {429, "too many pending messages from your network address", "5",
              &Counters::address_full};
    case PublishResult::kTotalFull:
    case PublishResult::kStoreBusy:
      return {503, "the bridge is full; retry later", "5", &Counters::store_full};
    case PublishResult::kStoreFailed:
    case PublishResult::kStoredByTooFew:
      break;
  }
  return {503, "failed to store message", "5", &Counters::store_failed};
}

constexpr Row RowOf(Refusal refusal) {
  // A rate limit is at least one per second.
  constexpr std::string_view kRateLimited = "rate limit exceeded";
  switch (refusal) {
    case Refusal::kOtherOrigin:
      return {403, "this origin is not allowed to use the bridge", "", &Counters::origins_refused};
    case Refusal::kDraining:
      return {503, "the bridge is restarting", "5"};
    case Refusal::kTooManyMessages:
      return {429, kRateLimited, "1", &Counters::messages_limited};
    case Refusal::kTooManyOpens:
      return {429, kRateLimited, "1", &Counters::opens_limited};
    case Refusal::kTooManyVerifies:
      return {429, kRateLimited, "1", &Counters::verifies_limited};
    case Refusal::kTooManyForId:
      return {429, kRateLimited, "1", &Counters::id_limited};
    case Refusal::kTooManyClientIds:
      return {503, "the bridge has reached its limit of client IDs; retry later", "5",
              &Counters::ids_full};
    case Refusal::kTooManyStreams:
      break;
  }
  return {429, "you have reached the limit of streaming connections: {} max", "5",
          &Counters::streams_limited};
}

http::Response MakeResponse(const Row& row, const http::Cors& cors, bool has_origin,
                            std::size_t most_streams) {
  // A page of another origin cannot read the reason, but the operator sees it in the browser.
  if (row.status == 403) return http::ErrorResponse(403, row.message, "Vary: Origin\r\n");
  std::string lines(cors.Lines(has_origin));
  if (!row.retry_after.empty()) {
    lines += cors.RetryLines(has_origin);
    lines += fmt::format("Retry-After: {}\r\n", row.retry_after);
  }
  return http::ErrorResponse(row.status, fmt::format(fmt::runtime(row.message), most_streams),
                             lines);
}

template <typename Value>
void Count(Value value, Counters& counters) {
  const Row row = RowOf(value);
  if (row.counter != nullptr) (counters.*row.counter).Add();
}

http::Response MakeVerdict(Verdict verdict, std::string_view lines) {
  return http::ResponseBuilder(200).Lines(lines).Body(
      kJson, fmt::format("{{\"status\":\"{}\"}}\n", NameOf(verdict)));
}

/// The limits that a client must observe; 0: no limit.
http::Response MakeLimits(const BridgeOptions& options, std::string_view lines) {
  const auto seconds = [](Millis time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time).count();
  };
  return http::ResponseBuilder(200)
      .Header("Cache-Control", "no-cache")
      .Lines(lines)
      .Body(kJson,
            fmt::format(
                R"({{"message":{{"ttl_min":{},"ttl_max":{},"body_bytes":{}}},)"
                R"("mailbox":{{"messages":{},"bytes":{}}},)"
                R"("stream":{{"ids":{},"heartbeat":{},"lifetime":{},"streams_per_id":{}}},)"
                R"("address":{{"messages_per_second":{},"messages_burst":{},)"
                R"("bytes_per_second":{},"bytes_burst":{},"streams_per_second":{},)"
                R"("streams_burst":{},"streams":{},"verify_per_second":{},"verify_burst":{},)"
                R"("per_id_per_second":{},"per_id_burst":{}}}}})"
                "\n",
                options.ttl_zero ? 0 : 1, seconds(options.ttl_max), options.body_limit,
                options.mailbox_messages, options.mailbox_bytes, options.ids_per_stream,
                seconds(options.heartbeat), seconds(options.lifetime), options.streams_per_id,
                options.rate_limit, options.rate_burst, options.byte_rate, options.byte_burst,
                options.events_rate, options.events_burst, options.connections_limit,
                options.verify_rate, options.verify_burst, options.id_rate, options.id_burst));
}

http::Response MakeStream(std::string_view lines) {
  http::Response response = http::ResponseBuilder(200)
                                // Proxies must not cache, compress or buffer the stream.
                                .Header("Cache-Control", "private, no-cache, no-transform")
                                .Header("X-Accel-Buffering", "no")
                                .Lines(lines)
                                .Stream("text/event-stream");
  response.body = Share(std::string(kOpening));
  return response;
}

}  // namespace

BridgeResponses::BridgeResponses(const BridgeOptions& options) : cors_(options.cors) {
  for (const bool has_origin : {false, true}) {
    const std::string_view lines = cors_.Lines(has_origin);
    const auto make = [&](const Row& row) {
      return MakeResponse(row, cors_, has_origin, options.connections_limit);
    };
    for (std::size_t i = 0; i < results_.size(); ++i) {
      results_.at(i).at(has_origin ? 1 : 0) = make(RowOf(static_cast<PublishResult>(i)));
    }
    for (std::size_t i = 0; i < refusals_.size(); ++i) {
      refusals_.at(i).at(has_origin ? 1 : 0) = make(RowOf(static_cast<Refusal>(i)));
    }
    for (std::size_t i = 0; i < kVerdicts; ++i) {
      verdicts_.at(i).at(has_origin ? 1 : 0) = MakeVerdict(static_cast<Verdict>(i), lines);
    }
    streams_.at(has_origin ? 1 : 0) = MakeStream(lines);
    limits_.at(has_origin ? 1 : 0) = MakeLimits(options, lines);
  }
}

http::Response BridgeResponses::Refused(const BadRequest& refusal, bool has_origin) const {
  return http::ErrorResponse(refusal.status, refusal.message, cors_.Lines(has_origin));
}

http::Response BridgeResponses::NotFound(bool has_origin) const {
  return http::ErrorResponse(404, "Not Found", cors_.Lines(has_origin));
}

http::Response BridgeResponses::MethodNotAllowed(std::string_view allow, bool has_origin) const {
  return http::ErrorResponse(405, fmt::format("Method Not Allowed, this path accepts {}", allow),
                             fmt::format("Allow: {}\r\n{}", allow, cors_.Lines(has_origin)));
}

http::Response BridgeResponses::Options(std::string_view allow, bool has_origin) const {
  return cors_.Preflight(allow, has_origin);
}

void CountResult(PublishResult result, Counters& counters) { Count(result, counters); }
void CountRefusal(Refusal refusal, Counters& counters) { Count(refusal, counters); }

}  // namespace prichal::bridge
