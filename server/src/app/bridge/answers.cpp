#include "app/bridge/answers.h"

#include <fmt/format.h>

#include "bridge/frames.h"
#include "http/answer_builder.h"
#include "http/cors.h"

namespace prichal::app {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kRetrySoon = "Retry-After: 5\r\n";

/// `for_pages`: a page of another origin may read it.
http::Answer MakeReply(Reply reply, const std::string& lines, bool for_pages,
                       std::size_t most_streams) {
  // Without this line a page sees the status and not when to come back.
  const std::string readable =
      lines + (for_pages ? "Access-Control-Expose-Headers: Retry-After\r\n" : "");
  const std::string retry = readable + std::string(kRetrySoon);
  switch (reply) {
    case Reply::kStored:
      return http::AnswerBuilder(200).Lines(lines).Body(
          kJson, "{\"message\":\"OK\",\"statusCode\":200}\n");
    case Reply::kStoreFailed:
      return http::ErrorAnswer(503, "failed to store message", retry);
    case Reply::kMailboxFull:
      return http::ErrorAnswer(429, "too many messages wait for this address", retry);
    case Reply::kBusy:
      return http::ErrorAnswer(503, "the bridge has no room for more messages now", retry);
    case Reply::kTooLarge:
      return http::ErrorAnswer(413, "message is too large", lines);
    case Reply::kDraining:
      return http::ErrorAnswer(503, "the bridge is restarting", retry);
    case Reply::kTooOften:
      // A limit is at least one message a second.
      return http::ErrorAnswer(429, "rate limit exceeded", readable + "Retry-After: 1\r\n");
    case Reply::kTooManyStreams:
      return http::ErrorAnswer(
          429,
          fmt::format("you have reached the limit of streaming connections: {} max", most_streams),
          retry);
    case Reply::kTooManyIds:
      return http::ErrorAnswer(503, "the bridge has no room for more client ids now", retry);
  }
  return http::ErrorAnswer(500, "Internal Server Error", lines);
}

http::Answer MakeVerdict(bridge::Verdict verdict, const std::string& lines) {
  return http::AnswerBuilder(200).Lines(lines).Body(
      kJson, fmt::format("{{\"status\":\"{}\"}}\n", bridge::NameOf(verdict)));
}

http::Answer MakeStream(const std::string& lines) {
  http::Answer answer = http::AnswerBuilder(200)
                            // Proxies must neither keep nor compress nor gather what passes.
                            .Header("Cache-Control", "private, no-cache, no-transform")
                            .Header("X-Accel-Buffering", "no")
                            .Lines(lines)
                            .Stream("text/event-stream");
  answer.body = Share(std::string(bridge::kOpening));
  return answer;
}

}  // namespace

BridgeAnswers::BridgeAnswers(bool cors, std::size_t most_streams) : cors_(cors) {
  for (const bool has_origin : {false, true}) {
    const std::string lines = Lines(has_origin);
    for (std::size_t i = 0; i < kReplies; ++i) {
      replies_.at(i).at(has_origin ? 1 : 0) =
          MakeReply(static_cast<Reply>(i), lines, cors && has_origin, most_streams);
    }
    for (std::size_t i = 0; i < bridge::kVerdicts; ++i) {
      verdicts_.at(i).at(has_origin ? 1 : 0) = MakeVerdict(static_cast<bridge::Verdict>(i), lines);
    }
    streams_.at(has_origin ? 1 : 0) = MakeStream(lines);
  }
}

std::string BridgeAnswers::Lines(bool has_origin) const {
  return cors_ ? std::string(http::CorsLines(has_origin)) : std::string();
}

const http::Answer& BridgeAnswers::Of(Reply reply, bool has_origin) const {
  return replies_.at(static_cast<std::size_t>(reply)).at(has_origin ? 1 : 0);
}

const http::Answer& BridgeAnswers::Of(bridge::Verdict verdict, bool has_origin) const {
  return verdicts_.at(static_cast<std::size_t>(verdict)).at(has_origin ? 1 : 0);
}

const http::Answer& BridgeAnswers::Stream(bool has_origin) const {
  return streams_.at(has_origin ? 1 : 0);
}

http::Answer BridgeAnswers::Refused(const bridge::BadRequest& refusal, bool has_origin) const {
  return http::ErrorAnswer(refusal.status, refusal.message, Lines(has_origin));
}

http::Answer BridgeAnswers::NotFound(bool has_origin) const {
  return http::AnswerBuilder(404)
      .Lines(Lines(has_origin))
      .Body(kJson, "{\"message\":\"Not Found\"}\n");
}

http::Answer BridgeAnswers::MethodNotAllowed(std::string_view allow, bool has_origin) const {
  return http::AnswerBuilder(405)
      .Header("Allow", allow)
      .Lines(Lines(has_origin))
      .Body(kJson, "{\"message\":\"Method Not Allowed\"}\n");
}

http::Answer BridgeAnswers::Options(std::string_view allow, bool has_origin) const {
  if (!cors_) return http::AnswerBuilder(204).Header("Allow", allow).Empty();
  return http::PreflightAnswer(allow, has_origin);
}

}  // namespace prichal::app
