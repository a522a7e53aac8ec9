#include "ops/canary/canary.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "base/random.h"
#include "base/telemetry/exposition.h"
#include "ops/commands/commands.h"

namespace prichal::ops {
namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

double Value(std::uint64_t number) { return static_cast<double>(number); }

/// Pause before an ended stream is reopened.
constexpr Millis kReconnect{200};
/// Number of messages that are kept to detect duplicate and late deliveries.
constexpr std::size_t kRemembered = 64;

std::string FreshId() {
  std::array<unsigned char, 32> bytes{};
  FillRandom(bytes);
  return HexEncode(bytes);
}

}  // namespace

std::string_view NameOf(Way way) { return way == Way::kKept ? "kept" : "reopened"; }

std::string_view NameOf(Step step) { return step == Step::kPost ? "post" : "stream"; }

std::string_view NameOf(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kNames{"name", "connect",  "tls",   "timeout",
                                                        "cut",  "too_long", "other", "429",
                                                        "4xx",  "5xx",      "status"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Kind KindOf(const outbound::Response& answer) {
  using outbound::Trouble;
  if (answer.status == 429) return Kind::k429;
  if (answer.status >= 400 && answer.status < 500) return Kind::k4xx;
  if (answer.status >= 500) return Kind::k5xx;
  switch (answer.trouble) {
    case Trouble::kNone:
      return Kind::kStatus;
    case Trouble::kName:
      return Kind::kName;
    case Trouble::kConnect:
      return Kind::kConnect;
    case Trouble::kTls:
      return Kind::kTls;
    case Trouble::kTimeout:
      return Kind::kTimeout;
    case Trouble::kCut:
      return Kind::kCut;
    case Trouble::kTooLong:
      return Kind::kTooLong;
    case Trouble::kOther:
    case Trouble::kAddress:
    case Trouble::kRedirects:
      break;
  }
  return Kind::kOther;
}

bool Round::is_good() const {
  const auto none = [](const auto& counts) {
    return std::all_of(counts.begin(), counts.end(), [](std::uint64_t n) { return n == 0; });
  };
  return errors.empty() && none(lost) && none(repeated);
}

void CanaryStats::Times::Add(Millis time) {
  const auto millis = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  const auto* const bucket = std::lower_bound(kBounds.begin(), kBounds.end(), millis);
  ++counts.at(static_cast<std::size_t>(bucket - kBounds.begin()));
  sum += Value(millis) / 1000;
}

void CanaryStats::Add(const Round& round, std::chrono::seconds unix_time) {
  const std::lock_guard lock(mutex_);
  for (std::size_t way = 0; way < kWays; ++way) {
    for (const Millis age : round.ages.at(way)) ages_.at(way).Add(age);
    all_.posted.at(way) += round.posted.at(way);
    all_.lost.at(way) += round.lost.at(way);
    all_.repeated.at(way) += round.repeated.at(way);
  }
  for (const Millis post : round.posts) posts_.Add(post);
  for (const Error& error : round.errors) {
    ++errors_.at(static_cast<std::size_t>(error.step)).at(static_cast<std::size_t>(error.kind));
  }
  all_.late += round.late;
  all_.reconnects += round.reconnects;
  is_good_ = round.is_good();
  ++rounds_.at(is_good_ ? 1 : 0);
  if (is_good_) last_good_ = unix_time;
}

bool CanaryStats::is_good() const {
  const std::lock_guard lock(mutex_);
  return is_good_;
}

std::string CanaryStats::Text() const {
  telemetry::Exposition out;
  {
    const std::lock_guard lock(mutex_);
    out.Gauge("prichal_canary_last_round_good", "1 if the last round was good, else 0.",
              is_good_ ? 1 : 0);
    out.Gauge("prichal_canary_last_good_seconds",
              "Time of the last good round, in seconds since 1970; 0 if there was none.",
              static_cast<double>(last_good_.count()));
    for (const bool good : {true, false}) {
      out.Counter("prichal_canary_rounds_total", "Rounds by result: good or bad.",
                  Value(rounds_.at(good ? 1 : 0)), {{"result", good ? "good" : "bad"}});
    }
    for (const Way way : {Way::kKept, Way::kReopened}) {
      const auto at = static_cast<std::size_t>(way);
      const std::vector<telemetry::Label> of{{"stream", NameOf(way)}};
      out.Counter("prichal_canary_messages_total",
                  "Acknowledged messages, by stream: kept or reopened.", Value(all_.posted.at(at)),
                  of);
      out.Counter("prichal_canary_messages_lost_total",
                  "Acknowledged messages that did not arrive within --timeout.",
                  Value(all_.lost.at(at)), of);
      out.Counter("prichal_canary_messages_repeated_total", "Messages that arrived more than once.",
                  Value(all_.repeated.at(at)), of);
      out.Histogram(
          "prichal_canary_delivery_seconds",
          "Time from the POST (kept) or from opening the stream (reopened) to the message.",
          kBounds, ages_.at(at).counts, ages_.at(at).sum, 1e-3, of);
    }
    out.Counter("prichal_canary_messages_late_total",
                "Messages that were counted as lost and arrived later.", Value(all_.late));
    out.Histogram("prichal_canary_post_seconds", "Time from a POST to its acknowledgement.",
                  kBounds, posts_.counts, posts_.sum, 1e-3);
    out.Counter("prichal_canary_reconnects_total", "Streams that ended and were reopened.",
                Value(all_.reconnects));
    for (std::size_t step = 0; step < kSteps; ++step) {
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        out.Counter(
            "prichal_canary_errors_total",
            "Errors by step (post, stream) and kind, such as connect, tls or timeout.",
            Value(errors_.at(step).at(kind)),
            {{"step", NameOf(static_cast<Step>(step))}, {"kind", NameOf(static_cast<Kind>(kind))}});
      }
    }
  }
  telemetry::AddProcess(out, telemetry::ReadProcess());
  return out.Text();
}

Canary::Canary(CanaryOptions options)
    : options_(std::move(options)),
      client_({.ca_file = options_.ca_file,
               .connect_timeout = std::min(options_.timeout, Millis(5'000))}) {
  kept_.id = FreshId();
}

Round Canary::Run() {
  sender_ = FreshId();
  KeptRound();
  if (!stopped()) ReopenedRound();
  return std::exchange(round_, {});
}

void Canary::KeptRound() {
  if (!Open(kept_)) return;
  const auto posted = Post(kept_.id, Way::kKept);
  if (posted) Await(kept_, Way::kKept, *posted, posted->at, kept_known_);
}

void Canary::ReopenedRound() {
  Listening reopened;
  reopened.id = FreshId();
  std::vector<std::string> seen;
  for (int visit = 0; visit < 2 && !stopped(); ++visit) {
    // No stream of this client ID is open during the POST.
    const auto posted = Post(reopened.id, Way::kReopened);
    if (!posted) return;
    const auto since = steady_clock::now();
    reopened.was_open = false;
    if (!Open(reopened)) return;
    Await(reopened, Way::kReopened, *posted, since, seen);
    reopened.stream.reset();
  }
}

void Canary::RecordError(Step step, const outbound::Response& answer) {
  const Kind kind = KindOf(answer);
  std::string words = answer.words;
  if (answer.status != 0 && (answer.status != 200 || words.empty())) {
    words = fmt::format("HTTP {}", answer.status);
  }
  round_.errors.push_back({.step = step, .kind = kind, .words = std::move(words)});
}

std::optional<Canary::Posted> Canary::Post(const std::string& to, Way way) {
  Posted posted{.body = fmt::format("prichal-canary-{}-{}", sender_.substr(0, 16), ++sequence_),
                .at = steady_clock::now()};
  const auto answer = client_.Fetch(
      {.url = fmt::format("{}/message?client_id={}&to={}&ttl=60", options_.bridge, sender_, to),
       .method = "POST",
       .lines = {"Content-Type: text/plain"},
       .body = posted.body,
       .most_bytes = 64 * 1024,
       .timeout = options_.timeout});
  if (stopped()) return std::nullopt;
  if (!answer.came() || answer.status != 200) {
    RecordError(Step::kPost, answer);
    return std::nullopt;
  }
  round_.posts.push_back(duration_cast<Millis>(steady_clock::now() - posted.at));
  ++round_.posted.at(static_cast<std::size_t>(way));
  return posted;
}

void Canary::OpenStream(Listening& listening) {
  if (std::exchange(listening.was_open, false)) ++round_.reconnects;
  std::vector<std::string> lines;
  if (listening.last_event != 0) {
    lines.push_back(fmt::format("Last-Event-ID: {}", listening.last_event));
  }
  listening.stream.reset();
  listening.stream = std::make_unique<outbound::EventStream>(
      client_,
      outbound::Request{.url = fmt::format("{}/events?client_id={}", options_.bridge, listening.id),
                        .lines = std::move(lines)});
}

bool Canary::Open(Listening& listening) {
  if (listening.stream == nullptr || listening.stream->ended()) OpenStream(listening);
  const auto& stream = *listening.stream;
  const bool answered = client_.RunUntil([&] { return stream.ended() || stream.is_open(); },
                                         steady_clock::now() + options_.timeout);
  if (stopped()) return false;
  // A stream that has ended since was open, and its events are still to be read.
  if (stream.is_open()) {
    listening.was_open = true;
    return true;
  }
  // A response that is no event stream can have no end.
  if (answered || stream.answer().status != 0) {
    RecordError(Step::kStream, stream.answer());
  } else {
    round_.errors.push_back(
        {.step = Step::kStream,
         .kind = Kind::kTimeout,
         .words = fmt::format("no answer within {} ms", options_.timeout.count())});
  }
  listening.stream.reset();
  return false;
}

bool Canary::ReadEvents(Listening& listening, Way way, std::string_view expected,
                        std::vector<std::string>& seen) {
  bool found = false;
  while (const auto event = listening.stream->Next()) {
    if (event->id != 0) listening.last_event = std::max(listening.last_event, event->id);
    if (event->is_heartbeat()) continue;
    auto body = StringAt(event->data, "/message");
    if (body.empty()) continue;
    if (std::find(seen.begin(), seen.end(), body) != seen.end()) {
      ++round_.repeated.at(static_cast<std::size_t>(way));
      continue;
    }
    const auto missed = std::find(missing_.begin(), missing_.end(), body);
    if (missed != missing_.end()) {
      ++round_.late;
      missing_.erase(missed);
    }
    found = found || body == expected;
    if (seen.size() == kRemembered) seen.erase(seen.begin());
    seen.push_back(std::move(body));
  }
  return found;
}

void Canary::Await(Listening& listening, Way way, const Posted& posted, Steady since,
                   std::vector<std::string>& seen) {
  const auto at = static_cast<std::size_t>(way);
  const auto deadline = since + options_.timeout;
  auto next_try = Steady::min();
  bool found = false;
  while (!found) {
    const auto until = listening.stream->ended() ? std::min(deadline, next_try) : deadline;
    client_.RunUntil(
        [&] {
          found = found || ReadEvents(listening, way, posted.body, seen);
          return found || (listening.stream->ended() && steady_clock::now() >= next_try);
        },
        until);
    if (found || stopped() || steady_clock::now() >= deadline) break;
    if (listening.stream->ended() && steady_clock::now() >= next_try) {
      listening.was_open = listening.stream->is_open();
      if (!listening.was_open) RecordError(Step::kStream, listening.stream->answer());
      next_try = steady_clock::now() + kReconnect;
      OpenStream(listening);
    }
  }
  if (stopped()) return;
  if (found) {
    round_.ages.at(at).push_back(duration_cast<Millis>(steady_clock::now() - since));
    return;
  }
  ++round_.lost.at(at);
  if (missing_.size() == kRemembered) missing_.pop_front();
  missing_.push_back(posted.body);
}

void Canary::RestUntil(Steady until) {
  while (!stopped() && steady_clock::now() < until) {
    const bool listens = kept_.stream != nullptr;
    const bool ended = client_.RunUntil(
        [&] {
          if (listens) (void)ReadEvents(kept_, Way::kKept, {}, kept_known_);
          return listens && kept_.stream->ended();
        },
        until);
    if (!ended) return;
    // If it does not reopen in time, the next round reports the error.
    const auto again = std::min(until, steady_clock::now() + kReconnect);
    kept_.was_open = kept_.stream->is_open();
    client_.RunUntil([] { return false; }, again);
    if (kept_.was_open && !stopped()) {
      OpenStream(kept_);
    } else {
      kept_.stream.reset();
    }
  }
}

}  // namespace prichal::ops
