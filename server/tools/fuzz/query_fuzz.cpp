// Fuzzes the queries of both bridge endpoints: an accepted query satisfies its limits, and a
// rejected one has a status and message.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bridge/core/requests.h"
#include "http/codec/request.h"

namespace {

using namespace prichal;
using namespace prichal::bridge;
using namespace prichal::http;

constexpr std::size_t kMostIds = 5;
constexpr Millis kTtlMax{300'000};

void CheckRefusal(const bridge::BadRequest& refusal) {
  if (refusal.status < 400 || refusal.status > 499 || refusal.message.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view query(reinterpret_cast<const char*>(data), size);
  static RandomSource random;

  const auto events = bridge::ParseEventsRequest(query, query.substr(0, query.find('&')), kMostIds);
  if (!events) CheckRefusal(events.error());
  if (events && (events->ids.empty() || events->ids.size() > kMostIds)) std::abort();

  const auto message =
      bridge::ParseMessageRequest(query, {.most = kTtlMax, .zero = true}, Millis(1), random);
  if (!message) CheckRefusal(message.error());
  if (message && (message->ttl < Millis(0) || message->ttl > kTtlMax)) std::abort();
  if (message && message->trace_id.size() != 36) std::abort();

  // Sorting keeps the meaning and is idempotent.
  const std::string sorted = SortedQuery(query);
  if (SortedQuery(sorted) != sorted) std::abort();
  if (Query(sorted).First("to") != Query(query).First("to")) std::abort();
  return 0;
}
