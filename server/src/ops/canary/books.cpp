#include "ops/canary/books.h"

#include <algorithm>
#include <numeric>

#include "base/telemetry/exposition.h"
#include "base/telemetry/process.h"

namespace prichal::app::canary {
namespace {

double Value(std::uint64_t number) { return static_cast<double>(number); }

}  // namespace

std::string_view NameOf(Way way) { return way == Way::kKept ? "kept" : "reopened"; }

std::string_view NameOf(Step step) { return step == Step::kPost ? "post" : "stream"; }

std::string_view NameOf(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kNames{"name", "connect",  "tls",   "timeout",
                                                        "cut",  "too_long", "other", "429",
                                                        "4xx",  "5xx",      "status"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Kind KindOf(const probe::Answer& answer) {
  using probe::Trouble;
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
    out.Gauge("prichal_canary_last_round_good", "Whether the last round was good.",
              is_good_ ? 1 : 0);
    out.Gauge("prichal_canary_last_good_seconds",
              "When a round was good last, seconds since 1970; 0: none was.",
              static_cast<double>(last_good_.count()));
    for (const bool good : {true, false}) {
      out.Counter("prichal_canary_rounds_total", "Rounds by how they ended.",
                  Value(rounds_.at(good ? 1 : 0)), {{"result", good ? "good" : "bad"}});
    }
    for (const Way way : {Way::kKept, Way::kReopened}) {
      const auto at = static_cast<std::size_t>(way);
      const std::vector<telemetry::Label> of{{"stream", NameOf(way)}};
      out.Counter("prichal_canary_messages_total", "Messages that were acknowledged.",
                  Value(all_.posted.at(at)), of);
      out.Counter("prichal_canary_messages_lost_total",
                  "Of these, those that did not come in time.", Value(all_.lost.at(at)), of);
      out.Counter("prichal_canary_messages_repeated_total", "Messages that came once more.",
                  Value(all_.repeated.at(at)), of);
      out.Histogram("prichal_canary_delivery_seconds",
                    "From the post, or from when the stream was asked for, to the message.",
                    kBounds, ages_.at(at).counts, ages_.at(at).sum, 1e-3, of);
    }
    out.Counter("prichal_canary_messages_late_total",
                "Messages that were counted as lost, and came after all.", Value(all_.late));
    out.Histogram("prichal_canary_post_seconds", "From a post to its acknowledgement.", kBounds,
                  posts_.counts, posts_.sum, 1e-3);
    out.Counter("prichal_canary_reconnects_total", "Streams that ended and were opened again.",
                Value(all_.reconnects));
    for (std::size_t step = 0; step < kSteps; ++step) {
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        out.Counter(
            "prichal_canary_errors_total", "What went wrong, by step and kind.",
            Value(errors_.at(step).at(kind)),
            {{"step", NameOf(static_cast<Step>(step))}, {"kind", NameOf(static_cast<Kind>(kind))}});
      }
    }
  }
  telemetry::AddProcess(out, telemetry::ReadProcess());
  return out.Text();
}

}  // namespace prichal::app::canary
