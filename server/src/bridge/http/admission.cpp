#include "bridge/http/admission.h"

#include <fmt/format.h>
#include <sodium/utils.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>

#include "base/secret.h"
#include "config/rules.h"
#include "http/codec/header_fields.h"

namespace prichal::bridge {
namespace {

http::StreamKind KindOf(const BridgeOptions& options, Heartbeat heartbeat) {
  return {.heartbeat = Share(std::string(HeartbeatFrame(heartbeat))),
          .heartbeat_every = options.heartbeat,
          .max_queued_bytes = options.stream_bytes,
          .max_queued_slices = options.stream_events};
}

BrokerLimits LimitsOf(const BridgeOptions& options, std::size_t loops) {
  return {
      .mailbox = {.messages = options.mailbox_messages, .bytes = options.mailbox_bytes},
      .total_bytes = options.total_bytes / loops,
      .page = {.messages = std::max<std::size_t>(1, options.stream_events / 2),
               .bytes = options.stream_bytes / 2},
      .streams_per_id = options.streams_per_id,
      // Upper bound of the messages in the stream's own queue, in its merge and between the loops.
      .untaken = {.messages = 4 * options.stream_events, .bytes = 4 * options.stream_bytes},
  };
}

}  // namespace

BridgeSnapshot::BridgeSnapshot(const BridgeOptions& chosen, std::size_t loops)
    : options(chosen),
      limits(LimitsOf(chosen, loops)),
      // Rounded up, so that a small size does not become zero.
      verify_cache_size((chosen.connect_cache_size + loops - 1) / loops),
      tokens(chosen.tokens),
      legacy_streams(KindOf(chosen, Heartbeat::kLegacy)),
      message_streams(KindOf(chosen, Heartbeat::kMessage)) {}

const http::StreamKind& BridgeSnapshot::StreamsWith(Heartbeat heartbeat) const {
  return heartbeat == Heartbeat::kMessage ? message_streams : legacy_streams;
}

Millis BridgeSnapshot::NewLifetime(RandomSource& random) const {
  if (options.lifetime.count() == 0) return Millis(0);
  const auto jitter =
      std::chrono::duration_cast<std::chrono::seconds>(options.lifetime_jitter).count();
  return options.lifetime + std::chrono::seconds(random.Below(static_cast<std::uint64_t>(jitter)));
}

bool BridgeSnapshot::Admits(std::string_view origin) const {
  if (options.origins.empty() || origin.empty() || origin == options.own_origin) return true;
  return std::find(options.origins.begin(), options.origins.end(), origin) != options.origins.end();
}

namespace {

/// Rate limits count in KiB, because a byte would cost less than their unit, one microsecond.
constexpr std::size_t kKibibyte = 1024;

std::size_t Kibibytes(std::size_t bytes) { return (bytes + kKibibyte - 1) / kKibibyte; }

}  // namespace

Admission::Admission(const BridgeOptions& options, const SipHash& hash)
    : messages_({}, options.limited_addresses, hash),
      kibibytes_({}, options.limited_addresses, hash),
      opens_({}, options.limited_addresses, hash),
      verifies_({}, options.limited_addresses, hash),
      messages_to_({}, options.limited_addresses, hash),
      opens_for_({}, options.limited_addresses, hash),
      streams_(options.connections_limit, options.limited_addresses, hash),
      most_ids_(options.total_ids) {
  SetLimits(options);
}

void Admission::SetLimits(const BridgeOptions& options) {
  messages_.SetPace({.per_second = options.rate_limit, .burst = options.rate_burst});
  kibibytes_.SetPace(
      {.per_second = Kibibytes(options.byte_rate), .burst = Kibibytes(options.byte_burst)});
  opens_.SetPace({.per_second = options.events_rate, .burst = options.events_burst});
  verifies_.SetPace({.per_second = options.verify_rate, .burst = options.verify_burst});
  messages_to_.SetPace({.per_second = options.id_rate, .burst = options.id_burst});
  opens_for_.SetPace({.per_second = options.id_rate, .burst = options.id_burst});
  streams_.SetMost(options.connections_limit);
  most_ids_.store(options.total_ids, std::memory_order_relaxed);
}

bool Admission::Counts(const IpAddress& client, std::string_view authorization,
                       BypassTokens& tokens, bool is_use) {
  return !client.is_local() && !tokens.Has(authorization, is_use);
}

bool Admission::AllowsBytes(const IpAddress& client, std::size_t bytes, Millis now) {
  return kibibytes_.Take(client, now, Kibibytes(bytes));
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

namespace {

constexpr std::string_view kBearer = "Bearer ";

}  // namespace

BypassTokens::BypassTokens(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (!token.empty() && tokens_.size() < kMost) tokens_.push_back(fingerprints_.Compute({token}));
  }
}

bool BypassTokens::Has(std::string_view authorization, bool is_use) {
  if (authorization.empty() || tokens_.empty()) return false;
  if (http::SameToken(authorization.substr(0, kBearer.size()), kBearer)) {
    authorization = http::TrimSpace(authorization.substr(kBearer.size()));
  }
  const Fingerprint given = fingerprints_.Compute({authorization});
  std::size_t found = tokens_.size();
  // Compares with all tokens, also after a match, so that the time is constant.
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const bool same =
        sodium_memcmp(given.bytes().data(), tokens_[i].bytes().data(), Fingerprint::kBytes) == 0;
    if (same) found = i;
  }
  if (found == tokens_.size()) return false;
  if (is_use) uses_.at(found).fetch_add(1, std::memory_order_relaxed);
  return true;
}

std::vector<std::uint64_t> BypassTokens::UseCounts() const {
  std::vector<std::uint64_t> uses;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    uses.push_back(uses_.at(i).load(std::memory_order_relaxed));
  }
  return uses;
}

namespace {

constexpr std::size_t kFileBytes = 1024UL * 1024;

}  // namespace

Result<std::vector<std::string>, std::string> ReadBypassTokens(const std::string& path) {
  const auto text = PrivateFile::Read(path, kFileBytes, PrivateFile::From::kOperator);
  if (!text) return Fail(text.error());
  std::istringstream lines{std::string(text->view())};
  std::vector<std::string> tokens;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto last = line.find_last_not_of(" \t\r");
    line.resize(last == std::string::npos ? 0 : last + 1);
    if (line.empty() || line.front() == '#') continue;
    if (!config::IsToken(line)) {
      return Fail(fmt::format("\"{}\", line {}: not a token. Fix: write {}, one per line.", path,
                              number, config::kToken.allowed));
    }
    tokens.push_back(std::move(line));
  }
  return tokens;
}

}  // namespace prichal::bridge
