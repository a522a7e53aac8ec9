#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// That a page opened a stream for a client id: hashes under the process's own key, which tell
/// two visitors apart and say nothing about either.
struct Connect {
  std::uint64_t id = 0;
  std::uint64_t origin = 0;   ///< of the page, as OriginFrom() writes it
  std::uint64_t address = 0;  ///< of the visitor
  std::uint64_t network = 0;  ///< around it, as far as one customer is given it: /48 of IPv6

  [[nodiscard]] static Connect Of(const SipHash& hash, std::string_view id, std::string_view origin,
                                  const IpAddress& address);
  friend bool operator==(const Connect&, const Connect&) = default;
};

/// What a wallet may tell its owner of the page that asks to be connected.
enum class Verdict : std::size_t {
  kOk,       ///< that page has opened a stream for this id, from the same address
  kWarning,  ///< that page has, from another address
  kDanger,   ///< only other pages have, and no page can have been forgotten
  kUnknown,  ///< no page has, or too long ago, or one had to be forgotten
};
inline constexpr std::size_t kVerdicts = 4;
[[nodiscard]] std::string_view NameOf(Verdict verdict);

/// Which pages have opened streams lately, for the client ids of one shard. Bounded: of one
/// id the network that is known most often loses its oldest, of all ids the oldest gives way. As
/// long as one that had to go would still be known, nothing is called a danger for its absence: a
/// flood makes pages unknown, never trusted and never a danger.
class VerifyCache {
 public:
  /// `most`: connects; 0 remembers nothing. `ttl`: of each.
  VerifyCache(std::size_t most, Millis ttl) : most_(most), ttl_(ttl) {}

  /// From now on; see the constructor.
  void SetBounds(std::size_t most, Millis ttl);

  /// `now`: steady time, as below.
  void Note(const Connect& connect, Millis now);
  [[nodiscard]] Verdict Check(const Connect& asked, Millis now) const;
  /// Forgets what is too old; once a second or so.
  void Expire(Millis now);
  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    Connect connect;
    Millis expires{0};
    /// Of the same id another was known until then, and had to go for want of room.
    Millis missing_until{0};
  };
  using Order = std::list<Known>;
  /// Of one id: visitors that roam, a page in two tabs.
  static constexpr std::size_t kMostOfAnId = 16;

  using ById = std::unordered_multimap<std::uint64_t, Order::iterator>;

  /// Which of an id's has to go for a newcomer.
  [[nodiscard]] Order::iterator Surplus(std::uint64_t id, const Connect& newcomer) const;
  /// For want of room: those left of its id remember that it is missing.
  void Evict(Order::iterator known);
  void Forget(Order::iterator known);

  std::size_t most_;
  Millis ttl_;
  Millis missing_until_{0};  ///< as Known's, of any id
  Order known_;              ///< the oldest first
  ById by_id_;
};

}  // namespace prichal::bridge
