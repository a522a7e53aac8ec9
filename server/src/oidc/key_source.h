#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "oidc/https_client.h"
#include "token/jwk_set.h"

namespace prichal::oidc {

/// The keys of an issuer, fetched when somebody needs them and kept for as long as the issuer says.
/// Any thread.
class KeySource {
 public:
  using Keys = std::shared_ptr<const token::JwkSet>;
  /// Fetches the set; calls back once, on any thread.
  using Fetch = std::function<void(HttpsClient::Done)>;
  /// Told when fetching begins to fail, with the reason, and when it works again, without one.
  using OnHealth = std::function<void(const std::string& reason)>;

  /// However it is told: a set is kept no shorter and no longer.
  static constexpr Millis kLeastAge{60'000};
  static constexpr Millis kMostAge{24 * 3'600'000};
  /// Where the issuer says nothing.
  static constexpr Millis kUsualAge{3'600'000};
  /// Between two fetches, whoever asks for whatever key.
  static constexpr Millis kPause{60'000};
  /// Callers that wait for one fetch; more get what is there.
  static constexpr std::size_t kMostWaiting = 512;

  KeySource(Fetch fetch, OnHealth on_health)
      : fetch_(std::move(fetch)), on_health_(std::move(on_health)) {}
  KeySource(const KeySource&) = delete;
  KeySource& operator=(const KeySource&) = delete;
  ~KeySource() = default;

  /// Finds the set that a token is verified with whose header has this `kid` and `alg`. A set that
  /// is too old, or has no such key, is fetched anew first, though not more often than kPause;
  /// where that fails the last one goes on. Null: there was none yet. `now`: steady time. `done` is
  /// called once, at once or on the fetching thread.
  void Find(std::string_view key_id, std::string_view algorithm, Millis now,
            UniqueFunction<void(Keys)> done);

 private:
  void Take(Result<HttpsAnswer, std::string> answer, Millis asked);

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

}  // namespace prichal::oidc
