#include "ops/metrics/auth_metrics.h"

namespace prichal::app {
namespace {

using telemetry::Value;

void AddEvents(telemetry::Exposition& out, const AuthStats& stats) {
  for (std::size_t i = 0; i < stats.events.size(); ++i) {
    out.Counter("prichal_auth_events_total", "What has happened to users and sessions.",
                Value(stats.events.at(i)), {{"type", NameOf(static_cast<AuthEventType>(i))}});
  }
}

void AddTimes(telemetry::Exposition& out, const AuthNumbers& numbers) {
  constexpr double kMicro = 1e-6;
  for (std::size_t i = 0; i < kAuthKindNames.size(); ++i) {
    const auto& times = numbers.times.at(i);
    out.Histogram("prichal_auth_request_seconds", "From a request to its answer.",
                  kAuthMicrosBounds, times.by_micros, Value(times.micros) * kMicro, kMicro,
                  {{"kind", kAuthKindNames.at(i)}});
  }
}

void AddListeners(telemetry::Exposition& out, const AuthStats& stats) {
  out.Gauge("prichal_auth_webhook_posts_waiting",
            "Posts to webhooks of sign-in that wait or are under way.",
            Value(stats.webhooks.waiting));
  const auto ended = [&](std::string_view result, std::uint64_t count) {
    out.Counter("prichal_auth_webhook_posts_total",
                "Posts to webhooks of sign-in by what became of them.", Value(count),
                {{"result", result}});
  };
  ended("delivered", stats.webhooks.delivered);
  ended("failed", stats.webhooks.failed);
  ended("dropped", stats.webhooks.dropped);
  out.Counter("prichal_auth_webhook_retries_total", "Attempts to post after the first.",
              Value(stats.webhooks.retried));
  out.Counter("prichal_auth_audit_lines_lost_total",
              "Lines of the audit log that gave way or could not be written.",
              Value(stats.audit_lines_lost));
}

}  // namespace

void AddAuthMetrics(telemetry::Exposition& out, const AuthStats& stats, bool healthy) {
  out.Gauge("prichal_auth_ledger_healthy", "1 while sessions can be kept, 0 while that fails.",
            healthy ? 1 : 0);
  for (const auto& [code, count] : stats.numbers.answers) {
    out.Counter("prichal_auth_answers_total", "Answers of sign-in by what they said.", Value(count),
                {{"code", code}});
  }
  out.Counter("prichal_auth_challenges_used_total", "Challenges that came back, each once.",
              Value(stats.numbers.challenges_used));
  AddEvents(out, stats);
  AddTimes(out, stats.numbers);
  AddListeners(out, stats);
}

}  // namespace prichal::app
