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

namespace prichal::signin {

/// A map in the order of the latest use. Counts the bytes of its entries; its owner removes the
/// oldest ones. Used on one loop.
template <typename Key, typename Value, typename Hash = std::hash<Key>>
class RecentlyUsed {
 public:
  /// The memory of an entry in bytes, without heap memory of its value: nodes of the list and of
  /// the table, and their share of the table's buckets.
  static constexpr std::size_t kEntryBytes =
      sizeof(Key) + sizeof(Value) + sizeof(std::size_t) + 2 * sizeof(void*) +  // in the list
      sizeof(Key) + 5 * sizeof(void*) + 2 * 16;  // in the table, and malloc's overhead for both

  /// Finds a value and makes it the latest. Valid until it is erased. Null if none.
  [[nodiscard]] Value* Find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// Inserts or replaces a value. `more_bytes`: heap memory of the value.
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
  /// The least recently used entry. The map must not be empty.
  [[nodiscard]] const Key& oldest() const { return entries_.back().key; }

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

/// A hash for keys that clients cannot choose: random ones, and keyed fingerprints.
struct HashOfRandom {
  template <typename Key>
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.bytes());
  }
};

/// The response of /auth/verify for a session. Created once when the ledger has found the session,
/// then sent unchanged.
struct VerifiedSession {
  UserId user;
  Millis auth_time{0};  ///< unix time of the latest proof
  Millis over{0};       ///< unix time at which the session expires unless it is renewed
  bool has_telegram = false;
  /// Response headers for each network, with its wallet of the latest proof. The first element has
  /// the wallet of the latest proof overall. Without a wallet there is one element with an empty
  /// network.
  struct Answer {
    std::string network;  ///< global id: "-239"
    SharedBytes head;
  };
  std::vector<Answer> answers;

  [[nodiscard]] bool has_ton() const { return !answers.front().network.empty(); }
  /// Returns the headers for a network; an empty one means any. Null if the user has no wallet
  /// there.
  [[nodiscard]] const SharedBytes* HeadFor(std::string_view network) const;
};

/// A cache of sessions that the ledger has found recently. An entry is dropped when its session
/// ends, its user changes, or RevocationListener::kLongestKept has passed. Caches nothing while
/// such news could be missed. Limited in bytes; the least recently used entries are dropped. Used
/// on one loop.
class SessionCache final : public RevocationListener {
 public:
  explicit SessionCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a session. Null if it is not cached. Valid until the next call.
  [[nodiscard]] const VerifiedSession* Find(const SessionId& session, Time now);
  /// Adds an answer of Ledger::Find().
  void Insert(const SessionId& session, VerifiedSession found, Time now);

  [[nodiscard]] std::size_t size() const { return sessions_.size(); }
  [[nodiscard]] std::size_t bytes() const { return sessions_.bytes(); }

  void OnEnded(const SessionId& session) override { Erase(session); }
  void OnChanged(const UserId& user) override;
  void OnLost() override;
  void OnListening() override { listening_ = true; }

 private:
  struct Kept {
    VerifiedSession session;
    Millis until{0};  ///< steady time
  };

  void Erase(const SessionId& session);

  const std::size_t most_bytes_;
  bool listening_ = false;
  RecentlyUsed<SessionId, Kept, HashOfRandom> sessions_;
  std::unordered_multimap<UserId, SessionId, HashOfRandom> by_user_;
};

/// The content of a verified access token.
struct VerifiedToken {
  SessionId session;
  std::string key_thumbprint;   ///< `cnf.jkt`; empty for a bearer token
  bool is_for_account = false;  ///< valid at `/auth/*`, not only at back ends
  /// Unix time in seconds from which the token is expired.
  std::chrono::seconds until{0};
};

/// A cache of verified access tokens, so that each signature is verified once. Its keys are keyed
/// fingerprints, which cannot be used as tokens. It does not know whether the session is alive.
///
/// Call Clear() when the signing keys change, because tokens of a removed key become invalid. Used
/// on one loop.
class VerifiedTokens {
 public:
  explicit VerifiedTokens(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a token. Null if it is not cached or has expired. Valid until the next call.
  [[nodiscard]] const VerifiedToken* Find(std::string_view text, std::chrono::seconds now);
  /// Adds a token. Drops the least recently used ones if the cache is full.
  void Insert(std::string_view text, VerifiedToken token);
  void Clear() { tokens_.Clear(); }

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] std::size_t bytes() const { return tokens_.bytes(); }

 private:
  const std::size_t most_bytes_;
  const Fingerprints fingerprints_;
  RecentlyUsed<Fingerprint, VerifiedToken, HashOfRandom> tokens_;
};

/// The DPoP proofs that this process has seen: 4 MiB that all loops share without a lock. When
/// full, reports unseen proofs as replays (fails closed). Any thread.
///
/// Instances do not share the table. A leaked proof can be used once at each instance within its
/// lifetime of a minute (RFC 9449 section 11.1 allows that).
class DpopReplayTable {
 public:
  DpopReplayTable() : sets_(kSets) {}

  /// Returns false if the proof was already used. `until`: Unix time after which it is invalid.
  [[nodiscard]] bool InsertIfAbsent(const token::DpopId& id, std::chrono::seconds until);
  /// Sets the current time (Unix time). Call it before InsertIfAbsent().
  void SetNow(std::chrono::seconds now) { now_.store(now.count(), std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSets = 64 * 1024;
  static constexpr std::size_t kWays = 8;
  /// Upper 32 bits: from the proof's hash. Lower 32 bits: expiry in Unix seconds. 0 if free.
  using Entry = std::uint64_t;
  struct alignas(64) Set {
    std::array<std::atomic<Entry>, kWays> entries{};
  };

  SipHash hash_;
  std::vector<Set> sets_;
  std::atomic<std::int64_t> now_{0};
};

}  // namespace prichal::signin
