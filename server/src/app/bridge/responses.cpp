#include "app/bridge/responses.h"

#include <fmt/format.h>

#include <chrono>

#include "bridge/frames.h"
#include "http/response_builder.h"

namespace prichal::app {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kRetrySoon = "Retry-After: 5\r\n";

http::Response MakeReply(Reply reply, const http::Cors& cors, bool has_origin,
                         std::size_t most_streams) {
  const std::string lines(cors.Lines(has_origin));
  const std::string readable = lines + std::string(cors.RetryLines(has_origin));
  const std::string retry = readable + std::string(kRetrySoon);
  switch (reply) {
    case Reply::kStored:
      return http::ResponseBuilder(200).Lines(lines).Body(
          kJson, "{\"message\":\"OK\",\"statusCode\":200}\n");
    case Reply::kStoreFailed:
      return http::ErrorResponse(503, "failed to store message", retry);
    case Reply::kMailboxFull:
      return http::ErrorResponse(429, "too many messages wait for this address", retry);
    case Reply::kAddressFull:
      return http::ErrorResponse(429, "too many messages from your network address wait", retry);
    case Reply::kBusy:
      return http::ErrorResponse(503, "the bridge has no room for more messages now", retry);
    case Reply::kTooLarge:
      return http::ErrorResponse(413, "message is too large", lines);
    case Reply::kDraining:
      return http::ErrorResponse(503, "the bridge is restarting", retry);
    case Reply::kTooOften:
      // A limit is at least one message a second.
      return http::ErrorResponse(429, "rate limit exceeded", readable + "Retry-After: 1\r\n");
    case Reply::kTooManyStreams:
      return http::ErrorResponse(
          429,
          fmt::format("you have reached the limit of streaming connections: {} max", most_streams),
          retry);
    case Reply::kOtherOrigin:
      // A page that may not use the bridge may not read why either; an operator sees it in the
      // browser.
      return http::ErrorResponse(403, "pages of this origin may not use the bridge",
                                 "Vary: Origin\r\n");
    case Reply::kTooManyIds:
      return http::ErrorResponse(503, "the bridge has no room for more client ids now", retry);
  }
  return http::ErrorResponse(500, "Internal Server Error", lines);
}

http::Response MakeVerdict(bridge::Verdict verdict, std::string_view lines) {
  return http::ResponseBuilder(200).Lines(lines).Body(
      kJson, fmt::format("{{\"status\":\"{}\"}}\n", bridge::NameOf(verdict)));
}

/// What a client has to know to stay within them; 0: no limit.
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
                                // Proxies must neither keep nor compress nor gather what passes.
                                .Header("Cache-Control", "private, no-cache, no-transform")
                                .Header("X-Accel-Buffering", "no")
                                .Lines(lines)
                                .Stream("text/event-stream");
  response.body = Share(std::string(bridge::kOpening));
  return response;
}

}  // namespace

BridgeResponses::BridgeResponses(const BridgeOptions& options) : cors_(options.cors) {
  for (const bool has_origin : {false, true}) {
    const std::string_view lines = cors_.Lines(has_origin);
    for (std::size_t i = 0; i < kReplies; ++i) {
      replies_.at(i).at(has_origin ? 1 : 0) =
          MakeReply(static_cast<Reply>(i), cors_, has_origin, options.connections_limit);
    }
    for (std::size_t i = 0; i < bridge::kVerdicts; ++i) {
      verdicts_.at(i).at(has_origin ? 1 : 0) = MakeVerdict(static_cast<bridge::Verdict>(i), lines);
    }
    streams_.at(has_origin ? 1 : 0) = MakeStream(lines);
    limits_.at(has_origin ? 1 : 0) = MakeLimits(options, lines);
  }
}

const http::Response& BridgeResponses::Of(Reply reply, bool has_origin) const {
  return replies_.at(static_cast<std::size_t>(reply)).at(has_origin ? 1 : 0);
}

const http::Response& BridgeResponses::Of(bridge::Verdict verdict, bool has_origin) const {
  return verdicts_.at(static_cast<std::size_t>(verdict)).at(has_origin ? 1 : 0);
}

const http::Response& BridgeResponses::Stream(bool has_origin) const {
  return streams_.at(has_origin ? 1 : 0);
}

const http::Response& BridgeResponses::Limits(bool has_origin) const {
  return limits_.at(has_origin ? 1 : 0);
}

http::Response BridgeResponses::Refused(const bridge::BadRequest& refusal, bool has_origin) const {
  return http::ErrorResponse(refusal.status, refusal.message, cors_.Lines(has_origin));
}

http::Response BridgeResponses::NotFound(bool has_origin) const {
  return http::ResponseBuilder(404)
      .Lines(cors_.Lines(has_origin))
      .Body(kJson, "{\"message\":\"Not Found\"}\n");
}

http::Response BridgeResponses::MethodNotAllowed(std::string_view allow, bool has_origin) const {
  return http::ResponseBuilder(405)
      .Header("Allow", allow)
      .Lines(cors_.Lines(has_origin))
      .Body(kJson, "{\"message\":\"Method Not Allowed\"}\n");
}

http::Response BridgeResponses::Options(std::string_view allow, bool has_origin) const {
  return cors_.Preflight(allow, has_origin);
}

}  // namespace prichal::app
