#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/fingerprint.h"

namespace prichal::bridge {

/// What has been accepted lately, so that a sender who did not hear the answer can send again
/// without its receiver getting it twice. Remembers each message until its ttl is over, also when
/// it has been delivered and confirmed; of very many, only the newest. Pure; lives with its hub.
///
/// Asked once for every message, and nearly always the answer is no: that takes one look into a
/// table of eight bytes an entry, and no hash, because a fingerprint is one that nobody can aim.
class Repeats {
 public:
  /// `most`: 2^31 at most.
  explicit Repeats(std::size_t most);

  /// `expires`: steady time.
  void Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires, Millis now);
  /// The message that this one repeats.
  [[nodiscard]] std::optional<std::int64_t> Find(const Fingerprint& fingerprint, Millis now) const;
  /// Find() will be asked soon.
  void Prefetch(const Fingerprint& fingerprint) const;
  /// The message was not kept after all.
  void Forget(const Fingerprint& fingerprint, std::int64_t event_id);

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Added {
    Fingerprint fingerprint;
    std::int64_t event_id = 0;
    Millis expires{0};
  };
  /// Open addressing, linear probing, at most half full.
  struct Slot {
    std::uint32_t hash = 0;    ///< 0: empty
    std::uint32_t number = 0;  ///< of what was added
  };

  [[nodiscard]] std::size_t Home(std::uint32_t hash) const { return hash & (slots_.size() - 1); }
  [[nodiscard]] std::size_t After(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  [[nodiscard]] const Added& AddedAs(std::uint32_t number) const {
    return added_[static_cast<std::uint32_t>(number - first_)];
  }
  /// Where this fingerprint is, or the empty slot where it would go.
  [[nodiscard]] std::size_t Look(const Fingerprint& fingerprint) const;
  void Clear(std::size_t slot);
  void Grow();
  void DropOldest();

  const std::size_t most_;
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::deque<Added> added_;  ///< in the order of coming; holds at least what is known
  std::uint32_t first_ = 0;  ///< number of its front; the numbers go round
};

}  // namespace prichal::bridge
