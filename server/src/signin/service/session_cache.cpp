#include "signin/service/session_cache.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace prichal::signin {
namespace {

/// Memory in bytes: a node of by_user_ with its share of the buckets; a response head with its
/// reference count and malloc's overhead.
constexpr std::size_t kUserBytes = 2 * UserId::kBytes + 4 * sizeof(void*) + 16;
constexpr std::size_t kHeadBytes = sizeof(VerifiedSession::Answer) + 2 * sizeof(std::string) + 32;

std::size_t BytesOf(const VerifiedSession& session) {
  std::size_t bytes = kUserBytes;
  for (const auto& answer : session.answers) bytes += kHeadBytes + answer.head->capacity();
  return bytes;
}

}  // namespace

const SharedBytes* VerifiedSession::HeadFor(std::string_view network) const {
  if (network.empty()) return &answers.front().head;
  const auto found = std::find_if(answers.begin(), answers.end(), [network](const Answer& answer) {
    return answer.network == network;
  });
  return found == answers.end() ? nullptr : &found->head;
}

const VerifiedSession* SessionCache::Find(const SessionId& session, Time now) {
  const Kept* kept = sessions_.Find(session);
  if (kept == nullptr) return nullptr;
  if (now.steady < kept->until && now.unix_time < kept->session.over) return &kept->session;
  Erase(session);
  return nullptr;
}

void SessionCache::Insert(const SessionId& session, VerifiedSession found, Time now) {
  if (!listening_) return;
  Erase(session);
  by_user_.emplace(found.user, session);
  const std::size_t more = BytesOf(found);
  sessions_.Insert(session, {.session = std::move(found), .until = now.steady + kLongestKept},
                   more);
  while (sessions_.bytes() > most_bytes_) Erase(SessionId(sessions_.oldest()));
}

void SessionCache::OnChanged(const UserId& user) {
  for (auto it = by_user_.find(user); it != by_user_.end(); it = by_user_.find(user)) {
    Erase(SessionId(it->second));
  }
}

void SessionCache::OnLost() {
  listening_ = false;
  sessions_.Clear();
  by_user_.clear();
}

void SessionCache::Erase(const SessionId& session) {
  const Kept* kept = sessions_.Find(session);
  if (kept == nullptr) return;
  auto [it, end] = by_user_.equal_range(kept->session.user);
  while (it != end && it->second != session) ++it;
  if (it != end) by_user_.erase(it);
  sessions_.Erase(session);
}

const VerifiedToken* VerifiedTokens::Find(std::string_view text, std::chrono::seconds now) {
  const Fingerprint key = fingerprints_.Compute({text});
  const VerifiedToken* token = tokens_.Find(key);
  if (token == nullptr || now < token->until) return token;
  tokens_.Erase(key);
  return nullptr;
}

void VerifiedTokens::Insert(std::string_view text, VerifiedToken token) {
  const std::size_t more = token.key_thumbprint.capacity();
  tokens_.Insert(fingerprints_.Compute({text}), std::move(token), more);
  while (tokens_.bytes() > most_bytes_) tokens_.Erase(Fingerprint(tokens_.oldest()));
}

namespace {

/// Bits of the expiry: enough for Unix time until 2106.
constexpr unsigned kTimeBits = 32;
constexpr std::uint64_t kTimeMask = (1ULL << kTimeBits) - 1;

bool SameProof(std::uint64_t a, std::uint64_t b) { return a >> kTimeBits == b >> kTimeBits; }

}  // namespace

bool DpopReplayTable::InsertIfAbsent(const token::DpopId& id, std::chrono::seconds until) {
  const auto now = static_cast<std::uint64_t>(now_.load(std::memory_order_relaxed));
  const std::uint64_t hash =
      hash_(std::string_view(reinterpret_cast<const char*>(id.data()), id.size()));
  // The lower bits select the set, the entry has the upper ones: 48 bits identify a proof.
  Set& set = sets_[hash % kSets];
  const Entry entry = (hash & ~kTimeMask) | (static_cast<std::uint64_t>(until.count()) & kTimeMask);
  const auto lives = [now](Entry other) { return (other & kTimeMask) >= now && other != 0; };
  for (std::size_t way = 0; way < kWays;) {
    Entry there = set.entries.at(way).load();
    if (lives(there)) {
      if (SameProof(there, entry)) return false;
      ++way;
      continue;
    }
    if (!set.entries.at(way).compare_exchange_strong(there, entry)) continue;
    // Another loop may have inserted the same proof into another slot meanwhile. Then both are
    // refused.
    return std::count_if(set.entries.begin(), set.entries.end(), [&](const auto& other) {
             const Entry found = other.load();
             return lives(found) && SameProof(found, entry);
           }) == 1;
  }
  return false;
}

}  // namespace prichal::signin
