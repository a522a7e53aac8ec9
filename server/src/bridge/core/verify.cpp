#include "bridge/core/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <iterator>
#include <optional>

#include "base/rate_limit.h"
#include "bridge/core/request_source.h"
#include "http/codec/header_fields.h"
#include "http/codec/request.h"

namespace prichal::bridge {
namespace {

namespace json = boost::json;

struct Fields {
  std::string client_id;
  std::string url;
  std::string type;
};

bool CallsItJson(std::string_view content_type) {
  static constexpr std::string_view kJson = "application/json";
  for (std::size_t at = 0; at + kJson.size() <= content_type.size(); ++at) {
    if (http::SameToken(content_type.substr(at, kJson.size()), kJson)) return true;
  }
  return false;
}

/// Returns the fields of a JSON body. Empty if it has none of them.
std::optional<Fields> FromBody(std::string_view body) {
  boost::system::error_code error;
  const json::value value = json::parse({body.data(), body.size()}, error);
  const auto* object = error ? nullptr : value.if_object();
  if (object == nullptr) return std::nullopt;
  const auto text = [object](std::string_view name) {
    const auto* field = object->if_contains({name.data(), name.size()});
    const auto* found = field == nullptr ? nullptr : field->if_string();
    return found == nullptr ? std::string() : std::string(found->data(), found->size());
  };
  Fields fields{.client_id = text("client_id"), .url = text("url"), .type = text("type")};
  const bool any = !fields.client_id.empty() || !fields.url.empty() || !fields.type.empty() ||
                   !text("trace_id").empty();
  return any ? std::optional(std::move(fields)) : std::nullopt;
}

Fields FromQuery(std::string_view raw_query) {
  const http::Query query(raw_query);
  const auto text = [&query](std::string_view name) {
    return std::string(query.First(name).value_or(""));
  };
  return {.client_id = text("client_id"), .url = text("url"), .type = text("type")};
}

}  // namespace

Result<VerifyRequest, BadRequest> ParseVerifyRequest(std::string_view query,
                                                     std::string_view content_type,
                                                     std::string_view body) {
  const bool is_json = CallsItJson(content_type);
  auto in_body = is_json ? FromBody(body) : std::nullopt;
  // The official bridge has the same texts, without a reason.
  const std::string_view reason =
      is_json && !in_body ? ", the body is not a JSON object with these fields" : "";
  Fields fields = in_body ? *std::move(in_body) : FromQuery(query);
  if (fields.client_id.empty()) {
    return Bad(fmt::format("param \"client_id\" not present{}", reason));
  }
  if (fields.url.empty()) {
    return Bad(fmt::format("param \"url\" not present{}", reason));
  }
  if (!fields.type.empty() && !http::SameToken(fields.type, "connect")) {
    return Bad("param \"type\" must be: connect");
  }
  return VerifyRequest{.client_id = std::move(fields.client_id), .origin = OriginFrom(fields.url)};
}

Connect Connect::Make(const SipHash& hash, std::string_view id, std::string_view origin,
                      const IpAddress& address) {
  const auto part = [&](std::size_t size) {
    return hash(std::string_view(reinterpret_cast<const char*>(address.bytes().data()), size));
  };
  return {.id = hash(id),
          .origin = hash(origin),
          .address = part(address.bytes().size()),
          .network = part(NetworksOf(address).back().bytes)};
}

std::string_view NameOf(Verdict verdict) {
  static constexpr std::array<std::string_view, kVerdicts> kNames{"ok", "warning", "danger",
                                                                  "unknown"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

void VerifyCache::SetBounds(std::size_t most, Millis ttl) {
  most_ = most;
  ttl_ = ttl;
  while (entries_.size() > most_) Forget(entries_.begin());
}

void VerifyCache::Record(const Connect& connect, Millis now) {
  if (most_ == 0) return;
  const auto [begin, end] = by_id_.equal_range(connect.id);
  std::size_t of_this_id = 0;
  Millis missing_until{0};
  for (auto entry = begin; entry != end; ++entry) {
    Known& known = *entry->second;
    if (known.connect == connect) {
      known.expires = now + ttl_;
      entries_.splice(entries_.end(), entries_, entry->second);
      return;
    }
    ++of_this_id;
    missing_until = std::max(missing_until, known.missing_until);
  }
  if (of_this_id >= kMostOfAnId) {
    const auto surplus = Surplus(connect.id, connect);
    missing_until = std::max(missing_until, surplus->expires);
    Evict(surplus);
  } else if (entries_.size() >= most_) {
    missing_until_ = std::max(missing_until_, entries_.front().expires);
    Forget(entries_.begin());
  }
  entries_.push_back({.connect = connect, .expires = now + ttl_, .missing_until = missing_until});
  by_id_.emplace(connect.id, std::prev(entries_.end()));
}

Verdict VerifyCache::Check(const Connect& asked, Millis now) const {
  Verdict verdict = Verdict::kUnknown;
  bool one_is_missing = missing_until_ > now;
  const auto [begin, end] = by_id_.equal_range(asked.id);
  for (auto entry = begin; entry != end; ++entry) {
    const Known& known = *entry->second;
    if (known.expires <= now) continue;
    if (known.connect == asked) return Verdict::kOk;
    if (known.connect.origin == asked.origin) {
      verdict = Verdict::kWarning;
    } else {
      verdict = std::min(verdict, Verdict::kDanger);
      one_is_missing = one_is_missing || known.missing_until > now;
    }
  }
  return verdict == Verdict::kDanger && one_is_missing ? Verdict::kUnknown : verdict;
}

VerifyCache::Order::iterator VerifyCache::Surplus(std::uint64_t id, const Connect& newcomer) const {
  std::unordered_map<std::uint64_t, std::size_t> networks{{newcomer.network, 1}};
  const auto [begin, end] = by_id_.equal_range(id);
  for (auto entry = begin; entry != end; ++entry) ++networks[entry->second->connect.network];
  auto surplus = begin;
  for (auto entry = begin; entry != end; ++entry) {
    const auto crowd = [&](const auto& one) { return networks.at(one->second->connect.network); };
    const bool is_older = entry->second->expires < surplus->second->expires;
    if (crowd(entry) > crowd(surplus) || (crowd(entry) == crowd(surplus) && is_older)) {
      surplus = entry;
    }
  }
  return surplus->second;
}

void VerifyCache::Evict(Order::iterator known) {
  const auto [begin, end] = by_id_.equal_range(known->connect.id);
  for (auto entry = begin; entry != end; ++entry) {
    Known& left = *entry->second;
    left.missing_until = std::max(left.missing_until, known->expires);
  }
  Forget(known);
}

void VerifyCache::Expire(Millis now) {
  while (!entries_.empty() && entries_.front().expires <= now) Forget(entries_.begin());
}

void VerifyCache::Forget(Order::iterator known) {
  const auto [begin, end] = by_id_.equal_range(known->connect.id);
  const auto entry =
      std::find_if(begin, end, [&](const auto& candidate) { return candidate.second == known; });
  if (entry != end) by_id_.erase(entry);
  entries_.erase(known);
}

}  // namespace prichal::bridge
