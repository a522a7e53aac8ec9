#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "base/clock.h"
#include "base/hash.h"
#include "bridge/core/request_source.h"

namespace prichal::bridge {

/// Recently accepted messages, for deduplication: a sender that did not receive the response can
/// retry, and its receiver gets the message once. Remembers each message until its TTL ends, also
/// if it was evicted from its mailbox. When full, forgets the oldest.
///
/// Owned by EmbeddedBroker, on its loop. It has no clock and no lock. Nearly every look-up finds
/// nothing, which costs one probe of a table with about five bytes per entry.
class DuplicateTable {
 public:
  /// `most`: number of messages to remember, at most 2^31.
  explicit DuplicateTable(std::size_t most);
  // The hash functions point to this object.
  DuplicateTable(const DuplicateTable&) = delete;
  DuplicateTable& operator=(const DuplicateTable&) = delete;
  ~DuplicateTable() = default;

  /// Remembers an accepted message. `event_id` must be larger than all before. `expires`: steady
  /// time.
  void Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires, Millis now);
  /// The event ID of the message that has this fingerprint. Empty if none is known.
  [[nodiscard]] std::optional<std::int64_t> Find(const Fingerprint& fingerprint, Millis now) const;
  /// Extends the life of a message to at least `expires`, because a duplicate has a longer TTL.
  void Prolong(const Fingerprint& fingerprint, Millis expires);
  /// Forgets a message that was not stored.
  void Forget(const Fingerprint& fingerprint, std::int64_t event_id);
  /// Forgets a message by its event ID only.
  void Forget(std::int64_t event_id);

  /// The fingerprint of a message. Empty if it is not known.
  [[nodiscard]] Fingerprint FingerprintOf(std::int64_t event_id) const;

  [[nodiscard]] std::size_t size() const { return originals_.size(); }

 private:
  struct Added {
    Fingerprint fingerprint;
    std::int64_t event_id = 0;
    Millis expires{0};
  };
  /// Position in added_, plus first_; wraps around.
  using Number = std::uint32_t;
  struct Hash : FingerprintHash {
    using is_transparent = void;
    const DuplicateTable* duplicates;
    explicit Hash(const DuplicateTable* of) : duplicates(of) {}
    using FingerprintHash::operator();
    std::size_t operator()(Number number) const {
      return (*this)(duplicates->AddedAs(number).fingerprint);
    }
  };
  struct Equal {
    using is_transparent = void;
    const DuplicateTable* duplicates;
    bool operator()(Number a, Number b) const { return a == b; }
    bool operator()(const Fingerprint& fingerprint, Number number) const {
      return duplicates->AddedAs(number).fingerprint == fingerprint;
    }
    bool operator()(Number number, const Fingerprint& fingerprint) const {
      return (*this)(fingerprint, number);
    }
  };

  [[nodiscard]] const Added& AddedAs(Number number) const {
    return added_[static_cast<Number>(number - first_)];
  }
  void DropOldest();

  const std::size_t most_;
  std::deque<Added> added_;  ///< by event ID; contains every message of originals_
  Number first_ = 0;         ///< Number of its front
  boost::unordered_flat_set<Number, Hash, Equal> originals_;
};

}  // namespace prichal::bridge
