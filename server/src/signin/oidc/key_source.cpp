#include "signin/oidc/key_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace prichal::oidc {
namespace {

constexpr std::int64_t kLongestAge = 365LL * 24 * 3600;

Result<KeySource::Keys, std::string> Read(const curl::Response& answer) {
  if (!answer.came()) return Fail(answer.words);
  if (answer.status != 200) return Fail(fmt::format("status {}", answer.status));
  auto set = token::JwkSet::Read(answer.body);
  if (!set) return Fail(set.error());
  if (set->size() == 0) return Fail(std::string("the key set has no key that is known here"));
  return std::make_shared<const token::JwkSet>(*std::move(set));
}

/// Returns the first age that a Cache-Control header gives.
std::optional<std::chrono::seconds> AgeOf(const curl::Response& answer) {
  for (const auto& [name, value] : answer.headers) {
    const auto age = name == "cache-control" ? MaxAgeOf(value) : std::nullopt;
    if (age) return age;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control) {
  std::string lower(cache_control);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  constexpr std::string_view kMaxAge = "max-age=";
  std::optional<std::chrono::seconds> age;
  std::string_view rest = lower;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(','), rest.size());
    std::string_view directive = curl::Trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (directive == "no-store" || directive == "no-cache") return std::chrono::seconds(0);
    if (age || !directive.starts_with(kMaxAge)) continue;
    directive.remove_prefix(kMaxAge.size());
    std::int64_t seconds = 0;
    const auto* last = directive.data() + directive.size();
    const auto [stop, error] = std::from_chars(directive.data(), last, seconds);
    if (directive.empty() || stop != last || seconds < 0) continue;
    if (error == std::errc::result_out_of_range) seconds = kLongestAge;
    if (error != std::errc{} && error != std::errc::result_out_of_range) continue;
    age = std::chrono::seconds(std::min(seconds, kLongestAge));
  }
  return age;
}

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
  fetch_([this, now](const curl::Response& answer) { OnAnswer(answer, now); });
}

void KeySource::OnAnswer(const curl::Response& answer, Millis asked) {
  auto read = Read(answer);
  std::vector<UniqueFunction<void(Keys)>> waiting;
  Keys keys;
  bool has_changed = false;
  {
    const std::lock_guard lock(mutex_);
    is_fetching_ = false;
    if (read) {
      const auto told = AgeOf(answer);
      const Millis age = told ? Millis(*told) : kUsualAge;
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
