#include "bridge/http/bypass_tokens.h"

#include <sodium/utils.h>

#include <algorithm>

#include "http/codec/token.h"

namespace prichal::app {
namespace {

constexpr std::string_view kBearer = "Bearer ";

}  // namespace

BypassTokens::BypassTokens(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (!token.empty() && tokens_.size() < kMost) tokens_.push_back(fingerprints_.Compute({token}));
  }
}

bool BypassTokens::Has(std::string_view authorization, bool is_use) {
  if (authorization.empty() || tokens_.empty()) return false;
  if (http::SameToken(authorization.substr(0, kBearer.size()), kBearer)) {
    authorization = http::TrimSpace(authorization.substr(kBearer.size()));
  }
  const Fingerprint given = fingerprints_.Compute({authorization});
  std::size_t found = tokens_.size();
  // All of them, also after one has fitted.
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const bool same =
        sodium_memcmp(given.bytes().data(), tokens_[i].bytes().data(), Fingerprint::kBytes) == 0;
    if (same) found = i;
  }
  if (found == tokens_.size()) return false;
  if (is_use) uses_.at(found).fetch_add(1, std::memory_order_relaxed);
  return true;
}

std::vector<std::uint64_t> BypassTokens::UseCounts() const {
  std::vector<std::uint64_t> uses;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    uses.push_back(uses_.at(i).load(std::memory_order_relaxed));
  }
  return uses;
}

}  // namespace prichal::app
