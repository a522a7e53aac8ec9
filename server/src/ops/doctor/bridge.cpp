// Checks the bridge as an app and a wallet use it together.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/encoding.h"
#include "base/random.h"
#include "ops/commands/commands.h"
#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "outbound/probe.h"

namespace prichal::ops {
namespace {

using std::chrono::steady_clock;

constexpr const char* kUnbuffered =
    "turn buffering off for /bridge/events (nginx: proxy_buffering off, and no "
    "proxy_ignore_headers X-Accel-Buffering)";
/// Time within which the first bytes of a stream must arrive.
constexpr std::chrono::seconds kAtOnce{3};
constexpr Millis kBridgesHeartbeat{10'000};

/// Findings that need events of the stream.
constexpr std::array<std::string_view, 4> kSeenByStream{"bridge_delivery", "bridge_heartbeat",
                                                        "client_address", "client_address_forged"};

std::string FreshId() {
  std::array<unsigned char, 32> bytes{};
  FillRandom(bytes);
  return HexEncode(bytes);
}

/// Opens one stream and sends it one message.
class Visit {
 public:
  Visit(const Deployment& deployment, Findings& findings)
      : deployment_(deployment), findings_(findings) {}

  void Make() {
    const auto preflight = Preflight();
    outbound::EventStream stream(
        deployment_.client,
        {.url = deployment_.At("/bridge/events?client_id=" + id_),
         .lines = {std::string("Origin: ") + kOtherPage, "Accept-Encoding: gzip, br",
                   fmt::format("X-Forwarded-For: {}", kForgedForwardedFor),
                   fmt::format("X-Real-IP: {}", kForgedRealIp),
                   fmt::format("Forwarded: for={}", kForgedForwarded)}});
    const auto begun = steady_clock::now();
    WaitUntil(begun + deployment_.timeout,
              [&] { return stream.ended() || stream.first_bytes().has_value(); });
    if (!Opened(stream, preflight)) return;
    JudgeCors("bridge_cors", stream.answer().status == 200 ? stream.answer() : preflight,
              findings_);
    if (findings_.Find("bridge_compression").state != State::kGood) {
      return findings_.NotLookedAt(kSeenByStream, "the stream is compressed");
    }
    Deliver(stream);
    Heartbeats(stream, begun);
  }

  [[nodiscard]] const std::vector<std::string>& doubled() const { return doubled_; }

 private:
  template <typename Done>
  bool WaitUntil(steady_clock::time_point until, Done done) const {
    return deployment_.client.RunUntil(done, until);
  }

  [[nodiscard]] outbound::Response Preflight() const {
    return deployment_.client.Fetch(
        {.url = deployment_.At("/bridge/message"),
         .method = "OPTIONS",
         .lines = {std::string("Origin: ") + kOtherPage, "access-control-request-method: POST"},
         .timeout = deployment_.timeout});
  }

  /// Checks the opened stream. Returns false if it cannot be used.
  bool Opened(const outbound::EventStream& stream, const outbound::Response& preflight) {
    const auto& answer = stream.answer();
    doubled_ = DoubledHeaders(answer);
    constexpr std::array<std::string_view, 3> kOfStream{"bridge_cors", "bridge_compression",
                                                        "bridge_first_bytes"};
    const auto nothing = [&](const std::string& reason) {
      findings_.NotLookedAt(kOfStream, reason);
      findings_.NotLookedAt(kSeenByStream, reason);
    };
    constexpr const char* kWayOut =
        "check that the proxy forwards /bridge/ to the server, and read the server's log";
    // A proxy that buffers the body may also hold back the headers.
    const bool is_silent = !stream.ended() && !stream.first_bytes();
    if (answer.status == 0 && is_silent && preflight.came() && preflight.status < 300) {
      nothing("no bytes of the stream arrived");
      findings_.Good("bridge", "it answers requests");
      JudgeCors("bridge_cors", preflight, findings_);
      TellBuffered();
      return false;
    }
    if (!stream.is_open()) {
      nothing("the bridge does not open streams");
      findings_.Wrong("bridge",
                      answer.status == 0
                          ? (answer.words.empty() ? "no answer" : answer.words)
                          : fmt::format("{} {}", answer.status, answer.Header("content-type")),
                      "neither the app nor a wallet can connect", kWayOut);
      return false;
    }
    findings_.Good("bridge", "200");
    Compression(answer);
    if (stream.first_bytes() && *stream.first_bytes() - stream.begun() <= kAtOnce) {
      findings_.Good(
          "bridge_first_bytes",
          fmt::format(
              "after {} ms",
              std::chrono::duration_cast<Millis>(*stream.first_bytes() - stream.begun()).count()));
    } else {
      TellBuffered();
    }
    return true;
  }

  void TellBuffered() const {
    findings_.Wrong(
        "bridge_first_bytes",
        fmt::format("nothing within {} s", std::chrono::duration_cast<std::chrono::seconds>(
                                               std::min<Millis>(deployment_.timeout, kAtOnce))
                                               .count()),
        "a proxy buffers the stream, so messages arrive late or never", kUnbuffered);
  }

  void Compression(const outbound::Response& answer) const {
    const std::string encoding(answer.Header("content-encoding"));
    if (encoding.empty() || encoding == "identity") {
      return findings_.Good("bridge_compression", "none");
    }
    findings_.Wrong("bridge_compression", encoding,
                    "compression buffers the stream, so messages arrive late",
                    "exclude text/event-stream from the proxy's compression (gzip_types, encode)");
  }

  void Deliver(outbound::EventStream& stream) const {
    constexpr std::array<std::string_view, 2> kAddress{"client_address", "client_address_forged"};
    const std::string body = "cHJpY2hhbCBkb2N0b3I=";
    const auto posted = steady_clock::now();
    const auto answer = deployment_.client.Fetch(
        {.url = deployment_.At("/bridge/message?client_id=" + FreshId() + "&to=" + id_ + "&ttl=60"),
         .method = "POST",
         .lines = {"Content-Type: text/plain"},
         .body = body,
         .timeout = deployment_.timeout});
    if (!answer.came() || answer.status != 200) {
      findings_.NotLookedAt(kAddress, "no message arrived");
      return findings_.Wrong(
          "bridge_delivery",
          answer.came() ? fmt::format("{}: {}", answer.status, answer.body.substr(0, 200))
                        : answer.words,
          "the bridge rejects messages",
          "check that the proxy forwards POST /bridge/message, and look at /readyz");
    }
    std::optional<outbound::Received> message;
    WaitUntil(posted + deployment_.timeout, [&] {
      while (auto next = stream.Next()) {
        if (!next->is_heartbeat() && next->data.find(body) != std::string::npos) {
          message = std::move(next);
        }
      }
      return message.has_value() || stream.ended();
    });
    if (!message) {
      findings_.NotLookedAt(kAddress, "no message arrived");
      return findings_.Wrong(
          "bridge_delivery", "acknowledged, but not delivered",
          "a proxy buffers the stream, or instances at the same address do not share their "
          "messages",
          std::string(kUnbuffered) + "; several instances need store.kind = \"valkey\"");
    }
    const auto age = std::chrono::duration_cast<Millis>(message->at - posted);
    const auto value = fmt::format("after {} ms", age.count());
    if (age <= std::chrono::seconds(1)) {
      findings_.Good("bridge_delivery", value);
    } else {
      findings_.Warning("bridge_delivery", value, "users wait this long at each step",
                        "see disk_fsync, and turn the proxy's buffering off");
    }
    Address(message->data, stream.answer().local_address.empty() ? answer.local_address
                                                                 : stream.answer().local_address);
  }

  void Address(const std::string& data, const std::string& machine_address) const {
    JudgeClientAddress(StringAt(data, "/connect_source/ip"), machine_address, findings_);
  }

  void Heartbeats(outbound::EventStream& stream, steady_clock::time_point begun) const {
    const auto heartbeat =
        deployment_.settings ? deployment_.settings->bridge.heartbeat : kBridgesHeartbeat;
    std::size_t beats = 0;
    WaitUntil(steady_clock::now() + 2 * heartbeat + kAtOnce, [&] {
      while (const auto next = stream.Next()) beats += next->is_heartbeat() ? 1 : 0;
      return beats >= 2 || stream.ended();
    });
    const auto lived = std::chrono::duration_cast<Millis>(steady_clock::now() - begun);
    if (beats >= 2) {
      return findings_.Good("bridge_heartbeat", "two heartbeats arrived");
    }
    if (!stream.ended()) {
      return findings_.Wrong("bridge_heartbeat", fmt::format("none within {} ms", lived.count()),
                             "a proxy buffers the stream, or the bridge sends none", kUnbuffered);
    }
    findings_.Wrong(
        "bridge_heartbeat", fmt::format("cut after {} ms", lived.count()),
        "a proxy closes idle streams before the next heartbeat, which delays messages",
        "raise the proxy's idle timeout (nginx: proxy_read_timeout), or lower bridge.heartbeat");
  }

  const Deployment& deployment_;
  Findings& findings_;
  const std::string id_ = FreshId();
  std::vector<std::string> doubled_;
};

}  // namespace

void LookAtBridge(const Deployment& deployment, Findings& findings) {
  Visit visit(deployment, findings);
  visit.Make();
  // Other responses to which proxies add headers.
  std::vector<std::string> doubled = visit.doubled();
  for (const char* path : {"/", "/tonconnect-manifest.json"}) {
    for (auto& name : DoubledHeaders(deployment.Get(deployment.At(path)))) {
      if (std::find(doubled.begin(), doubled.end(), name) == doubled.end()) {
        doubled.push_back(std::move(name));
      }
    }
  }
  if (doubled.empty()) return findings.Good("headers", "no duplicates");
  findings.Warning(
      "headers", fmt::format("twice: {}", fmt::join(doubled, ", ")),
      "a proxy adds a header that the server also sends; browsers use either value, or neither",
      "remove it from the proxy (nginx: add_header)");
}

}  // namespace prichal::ops
