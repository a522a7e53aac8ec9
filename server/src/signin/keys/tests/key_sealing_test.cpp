#include "signin/keys/key_sealing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <string>

#include "base/tests/fixture_tree.h"
#include "signin/keys/key_schedule.h"
#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using namespace std::chrono_literals;

constexpr const char* kHex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr const char* kSame = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

SealingKey KeyOf(std::string_view text) {
  auto key = SealingKey::FromText(text);
  EXPECT_TRUE(key) << key.error();
  return *std::move(key);
}

StoredKeys Rotated() {
  KeyPolicy policy{.algorithm = Algorithm::kEs256};
  auto keys = SigningKeys::Generate(Algorithm::kEs256, kStart);
  keys = TurnAsAsked(keys, policy, true, kStart + kDay)->keys;
  policy.algorithm = Algorithm::kEdDsa;
  return {.keys = TurnOnTime(keys, policy, kStart + kDay).keys, .generation = 3};
}

std::string Refusal(const SealingKey& key, std::string_view sealed) {
  const auto opened = key.Open(sealed);
  return opened ? "(opened)" : opened.error();
}

TEST(KeySealing, OpensItsOwnSealedKeys) {
  const StoredKeys stored = Rotated();
  ASSERT_EQ(stored.keys->keys().size(), 3U);
  const auto opened = KeyOf(kSame).Open(KeyOf(kHex).Seal(stored));
  ASSERT_TRUE(opened) << opened.error();
  EXPECT_EQ(opened->generation, 3U);
  EXPECT_EQ(opened->keys->refresh_key(), stored.keys->refresh_key());
  ASSERT_EQ(opened->keys->keys().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const SigningKey& found = opened->keys->keys()[i];
    const SigningKey& expected = stored.keys->keys()[i];
    EXPECT_EQ(found.id(), expected.id());
    EXPECT_EQ(found.state, expected.state);
    EXPECT_EQ(found.created, expected.created);
    EXPECT_EQ(found.active_from, expected.active_from);
    EXPECT_EQ(found.retired_at, expected.retired_at);
    EXPECT_EQ(found.forgotten_at, expected.forgotten_at);
    EXPECT_TRUE(expected.key.public_key().Verify("text", found.key.Sign("text")));
  }
}

TEST(KeySealing, HidesContentAndDiffersEachTime) {
  const StoredKeys stored = Rotated();
  const std::string sealed = KeyOf(kHex).Seal(stored);
  for (const std::string_view part : {"kid", "PRIVATE", "active"}) {
    EXPECT_EQ(sealed.find(part), std::string::npos) << part;
  }
  EXPECT_NE(sealed, KeyOf(kHex).Seal(stored));
}

TEST(KeySealing, RejectsKeysSealedByAnotherKey) {
  std::string other = kHex;
  other.back() = 'e';
  EXPECT_EQ(Refusal(KeyOf(other), KeyOf(kHex).Seal(Rotated())),
            "the shared signing keys were sealed with another key. Fix: give this instance the "
            "auth.sealing_key of the others");
}

TEST(KeySealing, RejectsEveryAlteration) {
  const SealingKey key = KeyOf(kHex);
  const std::string sealed = key.Seal(Rotated());
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_NE(Refusal(key, changed), "(opened)") << "byte " << i;
  }
  for (std::size_t size = 0; size < sealed.size(); size += 7) {
    EXPECT_NE(Refusal(key, sealed.substr(0, size)), "(opened)") << size;
  }
  EXPECT_NE(Refusal(key, sealed + "x"), "(opened)");
  EXPECT_EQ(Refusal(key, ""), "malformed sealed keys (0 bytes)");
  EXPECT_EQ(Refusal(key, std::string(600'000, '\1')), "malformed sealed keys (600000 bytes)");
}

TEST(KeySealing, ParsesThirtyTwoBytesInBase64UrlOrHex) {
  for (const std::string& good : {std::string(kHex), std::string(kSame), std::string(kHex) + "\n",
                                  std::string(kSame) + " \r\n", std::string(64, 'F')}) {
    EXPECT_TRUE(SealingKey::FromText(good)) << good;
  }
  for (const std::string& bad :
       {std::string(), std::string(63, '0'), std::string(64, 'g'), std::string(42, 'A'),
        std::string(kSame) + "=", " " + std::string(kHex), std::string(128, '0')}) {
    const auto key = SealingKey::FromText(bad);
    ASSERT_FALSE(key) << bad;
    EXPECT_TRUE(key.error().ends_with("(openssl rand -hex 32)")) << key.error();
    EXPECT_TRUE(bad.empty() || key.error().find(bad) == std::string::npos);
  }
}

TEST(KeySealing, RejectsKeyFileReadableByOthers) {
  FixtureTree tree;
  tree.Write("sealing", std::string(kHex) + "\n");
  const std::string path = tree.path("sealing");
  chmod(path.c_str(), 0600);
  EXPECT_TRUE(SealingKey::FromFile(path));
  chmod(path.c_str(), 0604);
  const auto open = SealingKey::FromFile(path);
  ASSERT_FALSE(open);
  EXPECT_TRUE(open.error().starts_with("\"" + path + "\" is a secret, but other users"))
      << open.error();
  chmod(path.c_str(), 0600);
  tree.Write("sealing", "short");
  const auto bad = SealingKey::FromFile(path);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error(), fmt::format("{}: not a sealing key (5 characters). Fix: use 32 "
                                     "bytes in base64url or hex (openssl rand -hex 32)",
                                     path));
}

}  // namespace
}  // namespace prichal::signin
