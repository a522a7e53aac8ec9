// The public keys of an OpenID Connect issuer, cached as long as the issuer allows.

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "outbound/https_client.h"
#include "signin/token/jwk_set.h"

namespace prichal::oidc {

/// A cache of an issuer's keys. It fetches them when a caller needs them, once for all callers that
/// wait, and keeps the last good set when the issuer fails. One for each issuer. Any thread.
class KeySource {
 public:
  using Keys = std::shared_ptr<const token::JwkSet>;
  using Done = curl::RequestGroup::Done;
  /// Fetches the key set and calls back once, on any thread.
  using Fetch = std::function<void(Done)>;
  /// Called when fetching begins to fail, with the reason, and when it works again, with "".
  using OnHealth = std::function<void(const std::string& reason)>;

  /// Shortest and longest time to keep a set, whatever the issuer says.
  static constexpr Millis kLeastAge{60'000};
  static constexpr Millis kMostAge{24 * 3'600'000};
  /// Time to keep a set if the issuer gives none.
  static constexpr Millis kUsualAge{3'600'000};
  /// Least time between two fetches.
  static constexpr Millis kPause{60'000};
  /// Most callers that wait for one fetch; more get the set that is cached.
  static constexpr std::size_t kMostWaiting = 512;

  KeySource(Fetch fetch, OnHealth on_health)
      : fetch_(std::move(fetch)), on_health_(std::move(on_health)) {}
  KeySource(const KeySource&) = delete;
  KeySource& operator=(const KeySource&) = delete;
  ~KeySource() = default;

  /// Finds the key set for a token whose header has this `kid` and `alg`. A set that has expired or
  /// lacks the key is fetched again first, at most once per kPause; if that fails, the last set is
  /// used. `done` gets null if no set was ever fetched. `now`: steady time. `done` is called once:
  /// at once, or on the fetching thread.
  void Find(std::string_view key_id, std::string_view algorithm, Millis now,
            UniqueFunction<void(Keys)> done);

 private:
  void OnAnswer(const curl::Response& answer, Millis asked);

  const Fetch fetch_;
  const OnHealth on_health_;
  std::mutex mutex_;
  Keys keys_;
  Millis fresh_until_{0};
  Millis next_fetch_{0};
  bool is_fetching_ = false;
  bool is_healthy_ = true;
  std::vector<UniqueFunction<void(Keys)>> waiting_;
};

/// Returns the max-age of a Cache-Control header: the first if there are several, 0 for no-store
/// and no-cache. Empty if there is none that can be read.
[[nodiscard]] std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control);

}  // namespace prichal::oidc
