#include "signin/keys/signing_keys.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using token::PrivateKey;
using namespace std::chrono_literals;

SigningKey Key(KeyState state, Millis retired_at = 0ms) {
  return {.key = PrivateKey::Generate(Algorithm::kEdDsa),
          .state = state,
          .created = kStart,
          .active_from = kStart,
          .retired_at = retired_at};
}

TEST(SigningKeys, SignsWithTheActiveKeyAndVerifiesWithAll) {
  const SigningKey next = Key(KeyState::kNext);
  const SigningKey active = Key(KeyState::kActive);
  const SigningKey early = Key(KeyState::kRetired, kStart - 60s);
  const SigningKey late = Key(KeyState::kRetired, kStart - 10s);
  const auto made = SigningKeys::Make({early, next, active, late}, SigningKeys::NewRoot());
  ASSERT_TRUE(made) << made.error();
  const SigningKeys& keys = **made;
  EXPECT_EQ(keys.active().public_key().thumbprint(), active.id());
  ASSERT_EQ(keys.keys().size(), 4U);
  EXPECT_EQ(keys.keys()[0].id(), active.id());
  EXPECT_EQ(keys.keys()[1].id(), next.id());
  EXPECT_EQ(keys.keys()[2].id(), late.id());
  EXPECT_EQ(keys.keys()[3].id(), early.id());
  EXPECT_EQ(keys.published().size(), 4U);
  for (const SigningKey& each : keys.keys()) {
    EXPECT_NE(keys.published().Find(each.id(), "EdDSA"), nullptr) << NameOf(each.state);
  }
  EXPECT_TRUE(keys.published().Write().starts_with(
      R"({"keys":[{"alg":"EdDSA","crv":"Ed25519","kid":")" + active.id()));
}

TEST(SigningKeys, RequiresOneActiveAtMostOneNextAndNoDuplicates) {
  const auto make = [](std::vector<SigningKey> keys) {
    return SigningKeys::Make(std::move(keys), SigningKeys::NewRoot());
  };
  const auto none = make({Key(KeyState::kNext)});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error(), "0 keys are active instead of one");
  const auto two = make({Key(KeyState::kActive), Key(KeyState::kActive)});
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error(), "2 keys are active instead of one");
  const auto next = make({Key(KeyState::kActive), Key(KeyState::kNext), Key(KeyState::kNext)});
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error(), "2 keys are next instead of at most one");
  SigningKey again = Key(KeyState::kActive);
  const SigningKey first = again;
  again.state = KeyState::kRetired;
  const auto twice = make({first, again});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error(), "the key " + first.id() + " appears twice");
}

TEST(SigningKeys, DerivesDistinctMacKeysFromRoot) {
  const auto root = SigningKeys::NewRoot();
  const auto before = SigningKeys::Make({Key(KeyState::kActive)}, root);
  const auto after = SigningKeys::Make({Key(KeyState::kActive)}, root);
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*before)->challenge_key(), (*after)->challenge_key());
  EXPECT_EQ((*before)->refresh_key(), (*after)->refresh_key());
  EXPECT_NE((*before)->challenge_key(), (*before)->refresh_key());
  EXPECT_NE((*before)->DeriveKey("a"), (*before)->DeriveKey("b"));
  const auto other = SigningKeys::Generate(Algorithm::kEs256, kStart);
  EXPECT_NE((*before)->refresh_key(), other->refresh_key());
}

TEST(SigningKeys, GeneratesOneActiveKeyOfAlgorithm) {
  for (const Algorithm algorithm : {Algorithm::kEs256, Algorithm::kEdDsa}) {
    const auto keys = SigningKeys::Generate(algorithm, kStart);
    EXPECT_EQ(keys->active().algorithm(), algorithm);
    ASSERT_EQ(keys->keys().size(), 1U);
    EXPECT_EQ(keys->keys().front().active_from, kStart);
    EXPECT_EQ(keys->published().size(), 1U);
  }
}

}  // namespace
}  // namespace prichal::signin
