// Clocks: of this machine, of the origin, of somebody who keeps his.

#include <curl/curl.h>
#include <fmt/format.h>

#include <ctime>

#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "ops/doctor/names.h"

namespace prichal::app::doctor {
namespace {

/// Holds the Date of an answer (RFC 9110 section 6.6.1) against this machine's clock.
void Compare(std::string_view code, const std::string& whose, const probe::Answer& answer,
             Findings& findings) {
  if (!answer.came()) {
    return findings.NotLookedAt(code, fmt::format("{} cannot be asked: {}", whose, answer.words));
  }
  const std::string date(answer.Header("date"));
  const auto remote = date.empty() ? -1 : curl_getdate(date.c_str(), nullptr);
  if (remote < 0) return findings.NotLookedAt(code, whose + " tells no Date");
  JudgeClock(code, whose, std::chrono::seconds(remote - std::time(nullptr)), findings);
}

}  // namespace

void LookAtClock(const Deployment& deployment, Findings& findings) {
  const auto answer = deployment.client.Fetch(
      {.url = deployment.clock_url, .method = "HEAD", .timeout = deployment.timeout});
  Compare("clock", deployment.clock_url, answer, findings);
}

void LookAtOriginsClock(const Deployment& deployment, Findings& findings) {
  // No cache has this one, with a Date of yesterday.
  Compare("clock_origin", HostOf(deployment.origin),
          deployment.client.Fetch({.url = deployment.At("/bridge/message"),
                                   .method = "OPTIONS",
                                   .timeout = deployment.timeout}),
          findings);
}

}  // namespace prichal::app::doctor
