#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// That somebody opened a stream for a client id: hashes under the process's own key, which tell
/// two visitors apart and say nothing about either.
struct Connect {
  std::uint64_t id = 0;
  std::uint64_t origin = 0;   ///< of the page, as OriginFrom() writes it
  std::uint64_t address = 0;  ///< of the visitor

  [[nodiscard]] static Connect Of(const SipHash& hash, std::string_view id, std::string_view origin,
                                  std::string_view address);
  friend bool operator==(const Connect&, const Connect&) = default;
};

/// What a wallet may tell its owner of the page that asks to be connected.
enum class Verdict : std::size_t {
  kOk,       ///< that page has opened a stream for this id, from the same address
  kWarning,  ///< that page has, from another address
  kDanger,   ///< only other pages have
  kUnknown,  ///< nobody has, or too long ago
};
inline constexpr std::size_t kVerdicts = 4;
[[nodiscard]] std::string_view NameOf(Verdict verdict);

/// Who has opened streams lately, for the client ids that are at home on one loop. Bounded: the
/// oldest gives way, so that a flood makes pages unknown and never trusted.
class Connects {
 public:
  /// `most`: connects; 0 remembers nothing. `ttl`: of each.
  Connects(std::size_t most, Millis ttl) : most_(most), ttl_(ttl) {}

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
  };
  using Order = std::list<Known>;
  /// Of one id: visitors who roam, a page in two tabs. The oldest gives way here too.
  static constexpr std::size_t kMostOfAnId = 16;

  void Forget(Order::iterator known);

  const std::size_t most_;
  const Millis ttl_;
  Order known_;  ///< the oldest first
  std::unordered_multimap<std::uint64_t, Order::iterator> by_id_;
};

}  // namespace prichal::bridge
