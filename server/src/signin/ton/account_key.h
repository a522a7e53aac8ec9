#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "signin/ton/address.h"
#include "signin/ton/wallet_code.h"

namespace prichal::ton {

/// Creates the request body for the current key of an account: `POST <api>/runGetMethod` with the
/// method `get_public_key`. The body is the same for toncenter's API v2 and v3. Any thread.
[[nodiscard]] std::string KeyQuestion(const Address& address);

/// Result of `get_public_key`.
struct AccountKey {
  enum class Kind {
    /// The account returned its key.
    kTold,
    kNotDeployed,  ///< no contract yet, so the key in the state init is still valid
    kUntold,       ///< the contract has no such method
  };
  Kind kind = Kind::kUntold;
  PublicKey key{};  ///< only with kTold; zero otherwise
};

/// Parses the response of API v2 or v3. The error is one line; it means that the response is
/// invalid. Any thread.
[[nodiscard]] Result<AccountKey, std::string> ReadKeyAnswer(std::string_view answer);

}  // namespace prichal::ton
