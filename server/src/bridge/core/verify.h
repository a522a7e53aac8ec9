#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/address.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/result.h"
#include "bridge/core/requests.h"

namespace prichal::bridge {

/// The parameters of POST /bridge/verify, with which a wallet checks the page that requests a
/// connection.
struct VerifyRequest {
  std::string client_id;  ///< any text, not only valid client IDs
  std::string origin;     ///< OriginFrom() of the parameter `url`
};

/// Parses POST /bridge/verify: `client_id`, `url` and `type`, checked in this order. They come from
/// the JSON body if `content_type` is JSON and one of its fields is a non-empty string; otherwise
/// all come from the query. An empty value is an absent one. The only type is "connect". Any
/// thread.
[[nodiscard]] Result<VerifyRequest, BadRequest> ParseVerifyRequest(std::string_view query,
                                                                   std::string_view content_type,
                                                                   std::string_view body);

/// A page that has opened a stream for a client ID, as hashes under a key of this process. They
/// cannot be used to identify a user elsewhere. A plain value.
struct Connect {
  std::uint64_t id = 0;
  std::uint64_t origin = 0;   ///< of the page, as OriginFrom() writes it
  std::uint64_t address = 0;  ///< IP address of the user
  std::uint64_t network = 0;  ///< the user's network: /48 for IPv6

  [[nodiscard]] static Connect Make(const SipHash& hash, std::string_view id,
                                    std::string_view origin, const IpAddress& address);
  friend bool operator==(const Connect&, const Connect&) = default;
};

/// Result of POST /bridge/verify, which a wallet shows to its user before they connect to a page.
enum class Verdict : std::size_t {
  kOk,       ///< the page has opened a stream for this client ID from the same IP address
  kWarning,  ///< the page has opened one, from another IP address
  kDanger,   ///< only other pages have opened one, and no entry was evicted
  kUnknown,  ///< no page has opened one, or the entry has expired, or entries were evicted
};
inline constexpr std::size_t kVerdicts = 4;
/// Name of a verdict in the API, such as "ok".
[[nodiscard]] std::string_view NameOf(Verdict verdict);

/// The pages that have recently opened streams for the client IDs of one shard. When a client ID
/// has too many, its most frequent network loses the oldest entry; when the cache is full, the
/// oldest entry is evicted. While an evicted entry would still be valid, no verdict is kDanger: a
/// flood makes pages kUnknown, never kOk or kDanger.
///
/// Owned by a BridgeLoop, on its loop. Times are steady time.
class VerifyCache {
 public:
  /// `most`: number of entries; 0 disables the cache. `ttl`: life of an entry.
  VerifyCache(std::size_t most, Millis ttl) : most_(most), ttl_(ttl) {}

  /// Applies new limits; see the constructor.
  void SetBounds(std::size_t most, Millis ttl);

  /// Adds an entry.
  void Record(const Connect& connect, Millis now);
  /// Returns the verdict about a page.
  [[nodiscard]] Verdict Check(const Connect& asked, Millis now) const;
  /// Drops expired entries. Call it about once a second.
  void Expire(Millis now);
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Known {
    Connect connect;
    Millis expires{0};
    /// When the last evicted entry of the same client ID would have expired.
    Millis missing_until{0};
  };
  using Order = std::list<Known>;
  /// Entries of one client ID: users that roam, a page in two tabs.
  static constexpr std::size_t kMostOfAnId = 16;

  using ById = std::unordered_multimap<std::uint64_t, Order::iterator>;

  /// The entry of a client ID that a new entry replaces.
  [[nodiscard]] Order::iterator Surplus(std::uint64_t id, const Connect& newcomer) const;
  /// Evicts an entry, and marks the other entries of its client ID.
  void Evict(Order::iterator known);
  void Forget(Order::iterator known);

  std::size_t most_;
  Millis ttl_;
  Millis missing_until_{0};  ///< as in Known, for all client IDs
  Order entries_;            ///< the oldest first
  ById by_id_;
};

}  // namespace prichal::bridge
