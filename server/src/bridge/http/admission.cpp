#include "bridge/http/admission.h"

#include <algorithm>

namespace prichal::app {
namespace {

/// A byte costs less than the microsecond that a limit can count.
constexpr std::size_t kKibibyte = 1024;

std::size_t Kibibytes(std::size_t bytes) { return (bytes + kKibibyte - 1) / kKibibyte; }

RateLimit::Pace MessagesOf(const BridgeOptions& options) {
  return {.per_second = options.rate_limit, .burst = options.rate_burst};
}

RateLimit::Pace KibibytesOf(const BridgeOptions& options) {
  return {.per_second = Kibibytes(options.byte_rate), .burst = Kibibytes(options.byte_burst)};
}

RateLimit::Pace OpensOf(const BridgeOptions& options) {
  return {.per_second = options.events_rate, .burst = options.events_burst};
}

RateLimit::Pace VerifiesOf(const BridgeOptions& options) {
  return {.per_second = options.verify_rate, .burst = options.verify_burst};
}

RateLimit::Pace ForIdOf(const BridgeOptions& options) {
  return {.per_second = options.id_rate, .burst = options.id_burst};
}

}  // namespace

Admission::Admission(const BridgeOptions& options, const SipHash& hash)
    : messages_(MessagesOf(options), options.limited_addresses, hash),
      kibibytes_(KibibytesOf(options), options.limited_addresses, hash),
      opens_(OpensOf(options), options.limited_addresses, hash),
      verifies_(VerifiesOf(options), options.limited_addresses, hash),
      messages_to_(ForIdOf(options), options.limited_addresses, hash),
      opens_for_(ForIdOf(options), options.limited_addresses, hash),
      streams_(options.connections_limit, options.limited_addresses, hash),
      most_ids_(options.total_ids) {}

void Admission::SetLimits(const BridgeOptions& options) {
  messages_.SetPace(MessagesOf(options));
  kibibytes_.SetPace(KibibytesOf(options));
  opens_.SetPace(OpensOf(options));
  verifies_.SetPace(VerifiesOf(options));
  messages_to_.SetPace(ForIdOf(options));
  opens_for_.SetPace(ForIdOf(options));
  streams_.SetMost(options.connections_limit);
  most_ids_.store(options.total_ids, std::memory_order_relaxed);
}

bool Admission::Counts(const IpAddress& client, std::string_view authorization,
                       BypassTokens& tokens, bool is_use) {
  return !client.is_local() && !tokens.Has(authorization, is_use);
}

bool Admission::AllowsMessage(const IpAddress& client, Millis now) {
  return messages_.Take(client, now);
}

bool Admission::AllowsBytes(const IpAddress& client, std::size_t bytes, Millis now) {
  return kibibytes_.Take(client, now, Kibibytes(bytes));
}

bool Admission::AllowsMessageTo(const IpAddress& client, const ClientId& id, Millis now) {
  return messages_to_.TakeFor(client, id.text(), now);
}

bool Admission::AllowsVerify(const IpAddress& client, Millis now) {
  return verifies_.Take(client, now);
}

Result<Admission::Permit, Refusal> Admission::OpenStream(const IpAddress& client, bool counts,
                                                         std::span<const ClientId> ids,
                                                         Millis now) {
  if (counts && !opens_.Take(client, now)) return Fail(Refusal::kTooManyOpens);
  if (counts && !std::all_of(ids.begin(), ids.end(), [&](const ClientId& id) {
        return opens_for_.TakeFor(client, id.text(), now);
      })) {
    return Fail(Refusal::kTooManyForId);
  }
  Permit permit{.ids = static_cast<std::uint32_t>(ids.size())};
  if (ids_.fetch_add(ids.size(), std::memory_order_relaxed) + ids.size() >
      most_ids_.load(std::memory_order_relaxed)) {
    ids_.fetch_sub(ids.size(), std::memory_order_relaxed);
    return Fail(Refusal::kTooManyClientIds);
  }
  if (!counts) return permit;
  const auto entry = streams_.Open(client);
  if (!entry) {
    ids_.fetch_sub(ids.size(), std::memory_order_relaxed);
    return Fail(Refusal::kTooManyStreams);
  }
  permit.entry = *entry;
  return permit;
}

void Admission::CloseStream(const Permit& permit) {
  ids_.fetch_sub(permit.ids, std::memory_order_relaxed);
  streams_.Close(permit.entry);
}

}  // namespace prichal::app
