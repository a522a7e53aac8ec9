#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "base/clock.h"
#include "base/fingerprint.h"

namespace prichal::bridge {

/// Deduplication of messages: what has been accepted lately, so that a sender that did not hear the
/// response can send again without its receiver getting it twice (publishing is idempotent).
/// Remembers each message until its ttl is over, also when it has been delivered and has given way
/// to others; of very many, only the newest. Pure; lives with its hub.
///
/// Asked once for every message, and nearly always the answer is no: that takes one look into a
/// table of five bytes an entry or so.
class DuplicateTable {
 public:
  /// `most`: 2^31 at most.
  explicit DuplicateTable(std::size_t most);
  // Its table looks into itself.
  DuplicateTable(const DuplicateTable&) = delete;
  DuplicateTable& operator=(const DuplicateTable&) = delete;
  ~DuplicateTable() = default;

  /// `event_id`: larger than all before. `expires`: steady time.
  void Add(const Fingerprint& fingerprint, std::int64_t event_id, Millis expires, Millis now);
  /// The message that this one repeats.
  [[nodiscard]] std::optional<std::int64_t> Find(const Fingerprint& fingerprint, Millis now) const;
  /// It is remembered until then, at least: it has come again, and lives longer.
  void Prolong(const Fingerprint& fingerprint, Millis expires);
  /// The message was not kept after all.
  void Forget(const Fingerprint& fingerprint, std::int64_t event_id);
  /// The same, where only its id is known.
  void Forget(std::int64_t event_id);

  /// Of a message that was added; empty when it is not known any more.
  [[nodiscard]] Fingerprint FingerprintOf(std::int64_t event_id) const;

  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  struct Added {
    Fingerprint fingerprint;
    std::int64_t event_id = 0;
    Millis expires{0};
  };
  /// Which of added_ is meant; the numbers go round.
  using Number = std::uint32_t;
  /// By the fingerprint of what was added; of one that no client can aim, any part is a hash.
  struct Hash {
    using is_transparent = void;
    using is_avalanching = void;
    const DuplicateTable* duplicates;
    std::size_t operator()(const Fingerprint& fingerprint) const;
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
  std::deque<Added> added_;  ///< in the order of coming; holds at least what is known
  Number first_ = 0;         ///< number of its front
  boost::unordered_flat_set<Number, Hash, Equal> known_;
};

}  // namespace prichal::bridge
