#include "signin/keys/signing_keys.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "base/random.h"

namespace prichal::signin {
namespace {

constexpr std::string_view kChallengeLabel = "prichal auth challenge";
constexpr std::string_view kRefreshLabel = "prichal auth refresh token";

}  // namespace

std::string_view NameOf(KeyState state) {
  static constexpr std::array<std::string_view, 3> kNames{"active", "next", "retired"};
  return kNames.at(static_cast<std::size_t>(state));
}

Result<std::shared_ptr<const SigningKeys>, std::string> SigningKeys::Make(
    std::vector<SigningKey> keys, Root root) {
  std::set<std::string_view> ids;
  for (const SigningKey& each : keys) {
    if (!ids.insert(each.id()).second)
      return Fail(fmt::format("the key {} appears twice", each.id()));
  }
  const auto count = [&keys](KeyState state) {
    return std::count_if(keys.begin(), keys.end(),
                         [state](const SigningKey& each) { return each.state == state; });
  };
  if (count(KeyState::kActive) != 1) {
    return Fail(fmt::format("{} keys are active instead of one", count(KeyState::kActive)));
  }
  if (count(KeyState::kNext) > 1) {
    return Fail(fmt::format("{} keys are next instead of at most one", count(KeyState::kNext)));
  }
  std::sort(keys.begin(), keys.end(), [](const SigningKey& a, const SigningKey& b) {
    return std::tuple(a.state, -a.retired_at, std::string_view(a.id())) <
           std::tuple(b.state, -b.retired_at, std::string_view(b.id()));
  });
  return std::shared_ptr<const SigningKeys>(new SigningKeys(std::move(keys), std::move(root)));
}

std::shared_ptr<const SigningKeys> SigningKeys::Generate(token::Algorithm algorithm, Millis now) {
  std::vector<SigningKey> keys;
  keys.push_back({.key = token::PrivateKey::Generate(algorithm),
                  .state = KeyState::kActive,
                  .created = now,
                  .active_from = now});
  return std::shared_ptr<const SigningKeys>(new SigningKeys(std::move(keys), NewRoot()));
}

SigningKeys::Root SigningKeys::NewRoot() {
  auto root = std::make_shared<SecretBytes<32>>();
  FillRandom(root->bytes());
  return root;
}

SigningKeys::SigningKeys(std::vector<SigningKey> keys, Root root)
    : keys_(std::move(keys)),
      root_(std::move(root)),
      challenge_key_(DeriveKey(kChallengeLabel)),
      refresh_key_(DeriveKey(kRefreshLabel)) {
  for (const SigningKey& each : keys_) published_.Add(each.key.public_key());
}

SigningKeys::~SigningKeys() {
  Wipe(challenge_key_);
  Wipe(refresh_key_);
}

MacKey SigningKeys::DeriveKey(std::string_view label) const {
  MacKey key{};
  const auto root = root_->bytes();
  crypto_generichash(key.data(), key.size(), reinterpret_cast<const unsigned char*>(label.data()),
                     label.size(), root.data(), root.size());
  return key;
}

}  // namespace prichal::signin
