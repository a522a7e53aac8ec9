#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// What has been accepted lately, so that a sender who did not hear the answer can send again
/// without its receiver getting it twice. Remembers each message until its ttl is over, also when
/// it has been delivered and confirmed; of very many, only the newest. Pure; lives with its hub.
class Repeats {
 public:
  /// `hash` must outlive it.
  Repeats(const SipHash& hash, std::size_t most);

  /// `expires`: steady time.
  void Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires, Millis now);
  /// The message that this one repeats.
  [[nodiscard]] std::optional<std::int64_t> Find(const Fingerprint& fingerprint, Millis now) const;
  /// The message was not kept after all.
  void Forget(const Fingerprint& fingerprint, std::int64_t event_id);

  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    std::int64_t event_id = 0;
    Millis expires{0};
  };
  struct Hash {
    const SipHash* hash;
    std::size_t operator()(const Fingerprint& f) const { return (*hash)(f.bytes()); }
  };
  struct Added {
    Fingerprint fingerprint;
    std::int64_t event_id = 0;
    Millis expires{0};
  };

  const std::size_t most_;
  std::unordered_map<Fingerprint, Known, Hash> known_;
  std::deque<Added> added_;  ///< in the order of coming; holds at least what is known
};

}  // namespace prichal::bridge
