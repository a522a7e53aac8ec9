#include "signin/service/verified_tokens.h"

#include <utility>

namespace prichal::app {

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

}  // namespace prichal::app
