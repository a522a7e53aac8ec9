#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ton/address.h"
#include "ton/wallet_code.h"

namespace prichal::ton {

/// The question for an account's key now: the body of `POST <api>/runGetMethod` for its method
/// `get_public_key`, the same for toncenter's API v2 and v3.
[[nodiscard]] std::string KeyQuestion(const Address& address);

/// What an account says of its key.
struct AccountKey {
  enum class Kind {
    kTold,
    kNotDeployed,  ///< so its first key, the state init's, is still its key
    kUntold,       ///< the contract has no such method
  };
  Kind kind = Kind::kUntold;
  PublicKey key{};  ///< with kTold
};

/// Reads the answer of either. The error is one line: the API does not answer as it should.
[[nodiscard]] Result<AccountKey, std::string> ReadKeyAnswer(std::string_view answer);

}  // namespace prichal::ton
