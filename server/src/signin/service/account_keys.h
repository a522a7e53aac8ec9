// Public keys of TON accounts, from the HTTP APIs of `auth.ton_api`.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/telemetry/log.h"
#include "base/unique_function.h"
#include "http/connection/handler.h"
#include "outbound/https_client.h"
#include "signin/service/auth_options.h"
#include "signin/service/problem.h"
#include "signin/ton/address.h"
#include "signin/ton/state_init.h"

namespace prichal::signin {

/// Looks up the current public key of an account, for wallets whose state init does not prove it.
/// One for all loops of a server; created before the loops run, stopped after they have ended. Any
/// thread; results are delivered to the caller's loop.
class AccountKeys {
 public:
  using Done = UniqueFunction<void(Result<ton::AccountKey, Problem>)>;

  /// Reads the API's key. `https` and `log` must outlive it. The error is one line.
  static Result<std::unique_ptr<AccountKeys>, std::string> Make(const AuthOptions& options,
                                                                outbound::HttpsClient& https,
                                                                telemetry::Log& log);
  ~AccountKeys() = default;

  /// Returns whether an API is configured for this network (global ID, such as -239).
  [[nodiscard]] bool Knows(std::int32_t network) const { return urls_.contains(network); }

  /// Finds the key of an account. `done` is called on `loop`, later. Keys are cached for five
  /// seconds, so a changed key is rejected after that.
  void Find(http::Loop& loop, const ton::Address& address, std::int32_t network, Done done);

  /// Fails pending requests and sends no more. A second call does nothing.
  void Stop() { requests_.Stop(); }

 private:
  using Account = std::pair<std::int32_t, std::string>;  // network, raw address
  struct Known {
    ton::AccountKey key;
    Millis until{0};  ///< steady
  };

  AccountKeys(const AuthOptions& options, SecretText key, outbound::HttpsClient& https,
              telemetry::Log& log);
  void Keep(const Account& account, const ton::AccountKey& key, Millis now);

  std::map<std::int32_t, std::string> urls_;
  const SecretText key_;
  telemetry::Log& log_;
  std::mutex mutex_;
  std::map<Account, Known> cached_;
  outbound::RequestGroup requests_;  ///< last: its callbacks use the others
};

}  // namespace prichal::signin
