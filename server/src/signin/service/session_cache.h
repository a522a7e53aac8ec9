#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"
#include "signin/token/dpop.h"

namespace prichal::app {

/// A map in the order of the latest use, which counts the bytes of its entries; the owner removes
/// the oldest. Used on one loop.
template <typename Key, typename Value, typename Hash = std::hash<Key>>
class RecentlyUsed {
 public:
  /// The bytes of an entry without those that its value has elsewhere: nodes of a list and a table,
  /// and their share of the table's buckets.
  static constexpr std::size_t kEntryBytes =
      sizeof(Key) + sizeof(Value) + sizeof(std::size_t) + 2 * sizeof(void*) +  // in the list
      sizeof(Key) + 5 * sizeof(void*) + 2 * 16;  // in the table; and the heap's own of both

  /// Finds a value, which becomes the latest and stays in place until it is erased. Null if there
  /// is none.
  [[nodiscard]] Value* Find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// Inserts or replaces a value. `more_bytes` are those that the value has elsewhere.
  void Insert(const Key& key, Value value, std::size_t more_bytes) {
    Erase(key);
    const std::size_t bytes = kEntryBytes + more_bytes;
    entries_.push_front(Entry{.key = key, .value = std::move(value), .bytes = bytes});
    places_.emplace(key, entries_.begin());
    bytes_ += bytes;
  }

  void Erase(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    bytes_ -= found->second->bytes;
    entries_.erase(found->second);
    places_.erase(found);
  }

  void Clear() {
    places_.clear();
    entries_.clear();
    bytes_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The least recently used entry. There must be one.
  [[nodiscard]] const Key& oldest() const { return entries_.back().key; }
  [[nodiscard]] const Value& oldest_value() const { return entries_.back().value; }

 private:
  struct Entry {
    Key key;
    Value value;
    std::size_t bytes = 0;
  };

  std::list<Entry> entries_;
  std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> places_;
  std::size_t bytes_ = 0;
};

/// A hash for keys that clients cannot choose: they are random, or made with one of our keys.
struct HashOfRandom {
  template <typename Key>
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.bytes());
  }
};

/// The response of /auth/verify about a session: made when the ledger has found it, and sent as it
/// is.
struct VerifiedSession {
  auth::UserId user;
  Millis auth_time{0};  ///< unix time of the latest proof
  Millis over{0};       ///< unix time at which the session is over unless it is renewed
  bool has_telegram = false;
  /// A response head for each network, with the wallet of that network that was proven last. The
  /// first is of the wallet that was proven last of all. A user without a wallet has only one, with
  /// an empty network.
  struct Answer {
    std::string network;  ///< global id: "-239"
    SharedBytes head;
  };
  std::vector<Answer> answers;

  [[nodiscard]] bool has_ton() const { return !answers.front().network.empty(); }
  /// Returns the head for a network; empty stands for any. Null if the user has no wallet of this
  /// network.
  [[nodiscard]] const SharedBytes* HeadFor(std::string_view network) const;
};

/// A cache of sessions that the ledger has found lately. An entry is dropped when its session ends
/// or its user changes, and after auth::Revocations::kLongestKept. Nothing is kept while such news
/// could be missed. Bounded by bytes: entries that are often used stay. Used on one loop.
class SessionCache final : public auth::RevocationListener {
 public:
  explicit SessionCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a session. Null if the ledger must be asked. Valid until the next call.
  [[nodiscard]] const VerifiedSession* Find(const auth::SessionId& session, Time now);
  /// Adds an answer of the ledger.
  void Insert(const auth::SessionId& session, VerifiedSession found, Time now);

  [[nodiscard]] std::size_t size() const { return sessions_.size(); }
  [[nodiscard]] std::size_t bytes() const { return sessions_.bytes(); }

  void OnEnded(const auth::SessionId& session) override { Erase(session); }
  void OnChanged(const auth::UserId& user) override;
  void OnLost() override;
  void OnListening() override { listening_ = true; }

 private:
  struct Kept {
    VerifiedSession session;
    Millis until{0};  ///< steady time
  };

  void Erase(const auth::SessionId& session);

  const std::size_t most_bytes_;
  bool listening_ = false;
  RecentlyUsed<auth::SessionId, Kept, HashOfRandom> sessions_;
  std::unordered_multimap<auth::UserId, auth::SessionId, HashOfRandom> by_user_;
};

/// The content of a verified access token.
struct VerifiedToken {
  auth::SessionId session;
  std::string key_thumbprint;   ///< `cnf.jkt`; empty: a bearer token
  bool is_for_account = false;  ///< counts at `/auth/*`, not only at back ends
  /// Unix time in seconds at which the token expires; it is not valid at that second.
  std::chrono::seconds until{0};
};

/// A cache of verified access tokens, so that each signature is verified once and not for every
/// request. Keeps a fingerprint with a key of this process, which cannot be used as a token. Says
/// nothing about whether the session is alive.
///
/// Call Clear() when the keys change: tokens of a withdrawn key are invalid then. Used on one loop.
class VerifiedTokens {
 public:
  explicit VerifiedTokens(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a token. Null if it is unknown or has expired. Valid until the next call.
  [[nodiscard]] const VerifiedToken* Find(std::string_view text, std::chrono::seconds now);
  /// Adds a token. The least recently used ones are dropped.
  void Insert(std::string_view text, VerifiedToken token);
  void Clear() { tokens_.Clear(); }

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] std::size_t bytes() const { return tokens_.bytes(); }

 private:
  const std::size_t most_bytes_;
  const Fingerprints fingerprints_;
  RecentlyUsed<Fingerprint, VerifiedToken, HashOfRandom> tokens_;
};

/// The DPoP proofs that this process has seen, in 4 MiB that all loops write without a lock. When
/// full, reports unseen proofs as replays (fails closed).
///
/// Instances do not share the table: a proof that leaked on its way can be used once at each
/// instance within the minute that it lives (RFC 9449 section 11.1 allows that).
class DpopReplayTable final : public token::DpopReplays {
 public:
  DpopReplayTable() : sets_(kSets) {}

  [[nodiscard]] bool InsertIfAbsent(const Id& id, std::chrono::seconds until) override;
  /// Time is told once a turn and not with each call, as tables of loops are told it.
  void SetNow(std::chrono::seconds now) { now_.store(now.count(), std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSets = 64 * 1024;
  static constexpr std::size_t kWays = 8;
  /// Upper bits: of the proof's hash. Lower ones: until when, in seconds. 0: empty.
  using Entry = std::uint64_t;
  struct alignas(64) Set {
    std::array<std::atomic<Entry>, kWays> entries{};
  };

  SipHash hash_;
  std::vector<Set> sets_;
  std::atomic<std::int64_t> now_{0};
};

}  // namespace prichal::app
