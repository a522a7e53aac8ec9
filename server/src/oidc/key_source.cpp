#include "oidc/key_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace prichal::oidc {
namespace {

Result<KeySource::Keys, std::string> Read(const Result<HttpsAnswer, std::string>& answer) {
  if (!answer) return Fail(answer.error());
  if (answer->status != 200) return Fail(fmt::format("status {}", answer->status));
  auto set = token::JwkSet::Read(answer->body);
  if (!set) return Fail(set.error());
  if (set->size() == 0) return Fail(std::string("the key set has no key that is known here"));
  return std::make_shared<const token::JwkSet>(*std::move(set));
}

}  // namespace

void KeySource::Find(std::string_view key_id, std::string_view algorithm, Millis now,
                     UniqueFunction<void(Keys)> done) {
  std::unique_lock lock(mutex_);
  const bool has_it = keys_ != nullptr && keys_->Find(key_id, algorithm) != nullptr;
  const bool is_enough = has_it && now < fresh_until_;
  const bool may_wait = is_fetching_ || now >= next_fetch_;
  if (is_enough || !may_wait || waiting_.size() >= kMostWaiting) {
    const Keys keys = keys_;
    lock.unlock();
    return done(keys);
  }
  waiting_.push_back(std::move(done));
  if (std::exchange(is_fetching_, true)) return;
  next_fetch_ = now + kPause;
  lock.unlock();
  fetch_([this, now](auto answer) { Take(std::move(answer), now); });
}

void KeySource::Take(Result<HttpsAnswer, std::string> answer, Millis asked) {
  auto read = Read(answer);
  std::vector<UniqueFunction<void(Keys)>> waiting;
  Keys keys;
  bool has_changed = false;
  {
    const std::lock_guard lock(mutex_);
    is_fetching_ = false;
    if (read) {
      const Millis age = answer->max_age ? Millis(*answer->max_age) : kUsualAge;
      keys_ = *read;
      fresh_until_ = asked + std::clamp(age, kLeastAge, kMostAge);
    }
    has_changed = std::exchange(is_healthy_, read.has_value()) != read.has_value();
    keys = keys_;
    waiting.swap(waiting_);
  }
  if (has_changed) on_health_(read ? std::string() : read.error());
  for (auto& done : waiting) done(keys);
}

}  // namespace prichal::oidc
