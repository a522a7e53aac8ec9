#include "signin/keys/key_rotation.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/tests/fixture_file_size.h"
#include "base/tests/fixture_tree.h"
#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using namespace std::chrono_literals;

constexpr KeyPolicy kPolicy{.algorithm = Algorithm::kEdDsa};

class KeyRotationTest : public ::testing::Test {
 protected:
  std::unique_ptr<KeyRotation> Open(Millis now, const std::string& key_file = {}) {
    auto opened =
        KeyRotation::Open({.folder = tree_.path("auth-keys"), .key_file = key_file}, kPolicy, now);
    EXPECT_TRUE(opened) << opened.error();
    return opened ? *std::move(opened) : nullptr;
  }
  static std::string ActiveOf(const KeyRotation& rotation) {
    return rotation.keys()->keys().front().id();
  }
  std::string PutKey(const token::PrivateKey& key) {
    tree_.Write("own.pem", key.Pem().view());
    chmod(tree_.path("own.pem").c_str(), 0600);
    return tree_.path("own.pem");
  }
  FixtureTree tree_;
};

TEST_F(KeyRotationTest, CreatesKeyAtFirstStartAndReusesIt) {
  const auto first = Open(kStart);
  const auto second = Open(kStart + kDay);
  EXPECT_EQ(ActiveOf(*first), ActiveOf(*second));
  EXPECT_EQ(first->keys()->refresh_key(), second->keys()->refresh_key());
  const auto refreshed = second->Refresh(kStart + kDay);
  ASSERT_TRUE(refreshed);
  EXPECT_TRUE(refreshed->empty());
}

TEST_F(KeyRotationTest, LooksWithoutChangingAnything) {
  const KeyPlaces places{.folder = tree_.path("auth-keys"), .key_file = {}};
  const auto none = KeyRotation::Look(places, kStart);
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, nullptr);
  EXPECT_FALSE(std::filesystem::exists(places.folder));
  const auto rotation = Open(kStart);
  const auto found = KeyRotation::Look(places, kStart + 400 * kDay);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)->published().Write(), rotation->keys()->published().Write());

  const auto key = token::PrivateKey::Generate(Algorithm::kEdDsa);
  const auto loaded =
      KeyRotation::Look({.folder = tree_.path("none"), .key_file = PutKey(key)}, kStart);
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)->keys().front().id(), key.public_key().thumbprint());
  EXPECT_FALSE(std::filesystem::exists(tree_.path("none")));
}

TEST_F(KeyRotationTest, RotatesOnScheduleAndReportsIt) {
  const auto rotation = Open(kStart);
  const std::string first = ActiveOf(*rotation);
  const auto next = rotation->Refresh(kStart + 90 * kDay - 600s);
  ASSERT_TRUE(next && next->size() == 1);
  EXPECT_NE(next->front().find("is published and becomes active at 2026-12-20T14:13:20Z"),
            std::string::npos)
      << next->front();
  const auto active = rotation->Refresh(kStart + 90 * kDay);
  ASSERT_TRUE(active && active->size() == 1);
  EXPECT_EQ(active->front(), "the key " + ActiveOf(*rotation) + " is active");
  EXPECT_NE(ActiveOf(*rotation), first);
  const auto forgotten = rotation->Refresh(kStart + 90 * kDay + 900s);
  ASSERT_TRUE(forgotten && forgotten->size() == 1);
  EXPECT_TRUE(std::filesystem::exists(tree_.path("auth-keys/" + first + ".pem")));
  const auto tidied = rotation->Refresh(kStart + 90 * kDay + 902s);
  ASSERT_TRUE(tidied && tidied->empty());
  EXPECT_FALSE(std::filesystem::exists(tree_.path("auth-keys/" + first + ".pem")));
}

TEST_F(KeyRotationTest, LoadsKeysRotatedByAnotherProcess) {
  const auto server = Open(kStart);
  const auto command = Open(kStart + kDay);
  const std::string before = ActiveOf(*server);
  const auto rotated = command->Rotate(false, kStart + kDay);
  ASSERT_TRUE(rotated && rotated->size() == 1) << rotated.error();
  const auto seen = server->Refresh(kStart + kDay + 2s);
  ASSERT_TRUE(seen);
  EXPECT_EQ(*seen,
            std::vector<std::string>{"another process has changed the keys; they are reloaded"});
  EXPECT_EQ(server->keys()->keys().at(1).state, KeyState::kNext);
  ASSERT_TRUE(server->Refresh(kStart + kDay + 600s));
  EXPECT_NE(ActiveOf(*server), before);
  EXPECT_EQ(server->keys()->refresh_key(), command->keys()->refresh_key());
}

TEST_F(KeyRotationTest, ReportsConflictOfConcurrentRotations) {
  Open(kStart);
  const auto one = Open(kStart + kDay);
  const auto other = Open(kStart + kDay);
  ASSERT_TRUE(one->Rotate(true, kStart + kDay));
  const auto second = other->Rotate(true, kStart + kDay);
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().starts_with("another process changed the keys at the same time"))
      << second.error();
  const auto after = Open(kStart + kDay);
  EXPECT_EQ(ActiveOf(*after), ActiveOf(*one));
}

TEST_F(KeyRotationTest, RotatesOnceForTwoServersWithOneFolder) {
  const auto one = Open(kStart);
  const auto other = Open(kStart);
  ASSERT_TRUE(one->Refresh(kStart + 90 * kDay));
  ASSERT_TRUE(other->Refresh(kStart + 90 * kDay));
  EXPECT_EQ(one->keys()->keys().at(1).id(), other->keys()->keys().at(1).id());
}

TEST_F(KeyRotationTest, RetriesRotationThatCannotBeSaved) {
  const auto rotation = Open(kStart);
  const std::string before = ActiveOf(*rotation);
  const Millis end = kStart + 90 * kDay;
  {
    const FileSizeLimit full(4);
    const auto failed = rotation->Refresh(end);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().find("File too large"), std::string::npos) << failed.error();
    EXPECT_EQ(rotation->keys()->keys().size(), 1U);
    EXPECT_TRUE(rotation->Refresh(end + 2s)) << "told once, not every two seconds";
  }
  EXPECT_EQ(ActiveOf(*rotation), before);
  ASSERT_TRUE(rotation->Refresh(end + 59s));
  EXPECT_EQ(rotation->keys()->keys().size(), 1U);
  ASSERT_TRUE(rotation->Refresh(end + 60s));
  EXPECT_EQ(rotation->keys()->keys().size(), 2U);
}

TEST_F(KeyRotationTest, ReportsRemovedFolderWithoutRecreatingIt) {
  const auto rotation = Open(kStart);
  const std::string before = ActiveOf(*rotation);
  std::filesystem::remove_all(tree_.path("auth-keys"));
  const auto gone = rotation->Refresh(kStart + 2s);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error(),
            "the keys in \"" + tree_.path("auth-keys") +
                "\" are gone; the server uses the loaded ones until its next start. Fix: restore "
                "them from a backup, or restart to create new ones");
  EXPECT_EQ(ActiveOf(*rotation), before);
  ASSERT_TRUE(rotation->Refresh(kStart + 4s));
  EXPECT_FALSE(std::filesystem::exists(tree_.path("auth-keys/keys.json")));
}

TEST_F(KeyRotationTest, KeepsOldKeysIfIndexBecomesMalformed) {
  const auto rotation = Open(kStart);
  const std::string before = ActiveOf(*rotation);
  tree_.Write("auth-keys/keys.json", "nonsense");
  EXPECT_FALSE(rotation->Refresh(kStart + 2s));
  EXPECT_EQ(ActiveOf(*rotation), before);
}

TEST_F(KeyRotationTest, RotatesInMemoryWithoutFolder) {
  auto opened = KeyRotation::Open({}, kPolicy, kStart);
  ASSERT_TRUE(opened);
  KeyRotation& rotation = **opened;
  const std::string before = ActiveOf(rotation);
  ASSERT_TRUE(rotation.Refresh(kStart + 90 * kDay));
  ASSERT_TRUE(rotation.Refresh(kStart + 91 * kDay));
  EXPECT_NE(ActiveOf(rotation), before);
}

TEST_F(KeyRotationTest, SignsWithOperatorKeyWithoutRotating) {
  const auto key = token::PrivateKey::Generate(Algorithm::kEs256);
  const auto rotation = Open(kStart, PutKey(key));
  EXPECT_EQ(ActiveOf(*rotation), key.public_key().thumbprint());
  ASSERT_TRUE(rotation->Refresh(kStart + 400 * kDay));
  EXPECT_EQ(rotation->keys()->keys().size(), 1U);
  const auto rotated = rotation->Rotate(true, kStart);
  ASSERT_FALSE(rotated);
  EXPECT_TRUE(rotated.error().starts_with("auth.key_file: the key in ")) << rotated.error();
  const auto again = Open(kStart, tree_.path("own.pem"));
  EXPECT_EQ(again->keys()->refresh_key(), rotation->keys()->refresh_key());
}

TEST_F(KeyRotationTest, ReplacesOperatorKeyAndStillVerifiesOldOne) {
  const auto first = token::PrivateKey::Generate(Algorithm::kEdDsa);
  const auto second = token::PrivateKey::Generate(Algorithm::kEdDsa);
  const auto rotation = Open(kStart, PutKey(first));
  const auto refresh_key = rotation->keys()->refresh_key();
  PutKey(second);
  const auto seen = rotation->Refresh(kStart + 2s);
  ASSERT_TRUE(seen && seen->size() == 1);
  EXPECT_EQ(ActiveOf(*rotation), second.public_key().thumbprint());
  EXPECT_NE(rotation->keys()->published().Find(first.public_key().thumbprint(), "EdDSA"), nullptr);
  EXPECT_EQ(rotation->keys()->refresh_key(), refresh_key) << "sessions go on";
  ASSERT_TRUE(rotation->Refresh(kStart + 2s + 900s));
  EXPECT_EQ(rotation->keys()->keys().size(), 1U);

  tree_.Write("own.pem", "nonsense");
  const auto broken = rotation->Refresh(kStart + 1'000s);
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().starts_with("auth.key_file: \"" + tree_.path("own.pem") + "\": "))
      << broken.error();
  EXPECT_EQ(ActiveOf(*rotation), second.public_key().thumbprint());
}

TEST_F(KeyRotationTest, RejectsInvalidKeyFileAtStart) {
  const auto refuses = [](const std::string& path) {
    const auto opened = KeyRotation::Open({.folder = {}, .key_file = path}, kPolicy, kStart);
    return opened ? "(opened)" : opened.error();
  };
  EXPECT_EQ(refuses("/dev/zero"),
            "auth.key_file: \"/dev/zero\" is a device. Fix: name a regular file");
  EXPECT_EQ(refuses(tree_.path()),
            "auth.key_file: \"" + tree_.path() + "\" is a folder. Fix: name a regular file");
  const std::string path = PutKey(token::PrivateKey::Generate(Algorithm::kEdDsa));
  chmod(path.c_str(), 0644);
  EXPECT_TRUE(refuses(path).starts_with("auth.key_file: \"" + path + "\" is a secret, but"))
      << refuses(path);
}

}  // namespace
}  // namespace prichal::signin
