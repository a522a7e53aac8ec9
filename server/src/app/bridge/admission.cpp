#include "app/bridge/admission.h"

namespace prichal::app {

Admission::Admission(const BridgeOptions& options, const SipHash& hash)
    : options_(options), tokens_(options.bypass_tokens) {
  if (options.rate_limit > 0) {
    messages_.emplace(bridge::RateLimit::Options{.per_second = options.rate_limit,
                                                 .burst = options.rate_burst,
                                                 .addresses = options.limited_addresses},
                      hash);
  }
  if (options.connections_limit > 0) {
    streams_.emplace(options.connections_limit, options.limited_addresses, hash);
  }
}

bool Admission::Counts(const IpAddress& client, std::string_view authorization) {
  return !client.is_loopback() && !tokens_.Has(authorization);
}

bool Admission::AllowsMessage(const IpAddress& client, std::string_view authorization, Millis now) {
  return !messages_ || !Counts(client, authorization) || messages_->Take(client, now);
}

Result<Admission::Permit, Admission::Refused> Admission::OpenStream(const IpAddress& client,
                                                                    std::string_view authorization,
                                                                    std::size_t ids) {
  Permit permit{.ids = static_cast<std::uint32_t>(ids)};
  if (ids_.fetch_add(ids, std::memory_order_relaxed) + ids > options_.total_ids) {
    ids_.fetch_sub(ids, std::memory_order_relaxed);
    return Fail(Refused::kTooManyIds);
  }
  if (!streams_ || !Counts(client, authorization)) return permit;
  const auto entry = streams_->Open(client);
  if (!entry) {
    ids_.fetch_sub(ids, std::memory_order_relaxed);
    return Fail(Refused::kTooManyStreams);
  }
  permit.entry = *entry;
  return permit;
}

void Admission::CloseStream(const Permit& permit) {
  ids_.fetch_sub(permit.ids, std::memory_order_relaxed);
  if (streams_) streams_->Close(permit.entry);
}

}  // namespace prichal::app
