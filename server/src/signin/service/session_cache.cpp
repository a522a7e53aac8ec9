#include "signin/service/session_cache.h"

#include <algorithm>
#include <utility>

namespace prichal::app {
namespace {

/// A node of by_user_ with its share of the places; a response's head with its count and the heap's
/// own.
constexpr std::size_t kUserBytes = 2 * auth::UserId::kBytes + 4 * sizeof(void*) + 16;
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

const VerifiedSession* SessionCache::Find(const auth::SessionId& session, Time now) {
  const Kept* kept = sessions_.Find(session);
  if (kept == nullptr) return nullptr;
  if (now.steady < kept->until && now.unix_time < kept->session.over) return &kept->session;
  Erase(session);
  return nullptr;
}

void SessionCache::Insert(const auth::SessionId& session, VerifiedSession found, Time now) {
  if (!listening_) return;
  Erase(session);
  by_user_.emplace(found.user, session);
  const std::size_t more = BytesOf(found);
  sessions_.Insert(
      session, {.session = std::move(found), .until = now.steady + auth::Revocations::kLongestKept},
      more);
  while (sessions_.bytes() > most_bytes_) Erase(auth::SessionId(sessions_.oldest()));
}

void SessionCache::OnChanged(const auth::UserId& user) {
  for (auto it = by_user_.find(user); it != by_user_.end(); it = by_user_.find(user)) {
    Erase(auth::SessionId(it->second));
  }
}

void SessionCache::OnLost() {
  listening_ = false;
  sessions_.Clear();
  by_user_.clear();
}

void SessionCache::Erase(const auth::SessionId& session) {
  const Kept* kept = sessions_.Find(session);
  if (kept == nullptr) return;
  auto [it, end] = by_user_.equal_range(kept->session.user);
  while (it != end && it->second != session) ++it;
  if (it != end) by_user_.erase(it);
  sessions_.Erase(session);
}

}  // namespace prichal::app
