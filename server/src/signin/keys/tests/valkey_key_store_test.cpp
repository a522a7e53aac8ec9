// Shared signing keys on a real server and on a cluster.

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "signin/keys/key_store.h"
#include "valkey/tests/fixture_client.h"

namespace prichal::signin {
namespace {

using Stored = std::optional<KeyStore::Stored>;

/// An instance with its own client of the store.
class KeyStoreInstance {
 public:
  explicit KeyStoreInstance(const valkey::Endpoint& server)
      : client_(server),
        store_([this](std::uint32_t) -> valkey::Client& { return *client_.operator->(); },
               valkey::Durability::kMaster) {}

  Result<Stored, LedgerError> Load() {
    std::optional<Result<Stored, LedgerError>> got;
    store_.Load(0, [&](Result<Stored, LedgerError> answer) { got.emplace(std::move(answer)); });
    client_.Await("the keys", [&] { return got.has_value(); });
    return *std::move(got);
  }
  /// Starts to save. Saved() waits for the result.
  void Save(const std::string& bytes, std::uint64_t expected) {
    saved_.reset();
    store_.Save(0, bytes, expected, [this](const Result<bool, LedgerError>& answer) {
      saved_ = answer.has_value() && *answer;
    });
  }
  bool Saved() {
    client_.Await("an outcome", [&] { return saved_.has_value(); });
    return *saved_;
  }

 private:
  valkey::FixtureClient client_;
  ValkeyKeyStore store_;
  std::optional<bool> saved_;
};

void ExpectOneValueForAll(const valkey::Endpoint& server) {
  KeyStoreInstance a(server);
  KeyStoreInstance b(server);
  ASSERT_TRUE(a.Load());
  EXPECT_EQ(*a.Load(), std::nullopt);
  const std::string bytes("\0sealed\r\n\xff", 10);
  a.Save(bytes, 1);
  EXPECT_FALSE(a.Saved()) << "there is nothing to replace";
  a.Save(bytes, 0);
  EXPECT_TRUE(a.Saved());
  const auto loaded = b.Load();
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->bytes, bytes);
  EXPECT_EQ((*loaded)->version, 1U);
  b.Save("of b", 0);
  EXPECT_FALSE(b.Saved()) << "it has not seen those that are there";
  // Both replace the same version.
  for (std::uint64_t version = 1; version <= 100; ++version) {
    a.Save("of a", version);
    b.Save("of b", version);
    const bool a_saved = a.Saved();
    EXPECT_NE(a_saved, b.Saved());
    const auto now = b.Load();
    ASSERT_TRUE(now && *now);
    EXPECT_EQ((*now)->version, version + 1);
    EXPECT_EQ((*now)->bytes, a_saved ? "of a" : "of b");
  }
}

TEST(ValkeyKeyStore, AcceptsOneOfTwoConcurrentSaves) {
  const valkey::FixtureServer server;
  ExpectOneValueForAll(server.endpoint());
}

TEST(ValkeyKeyStore, AcceptsOneOfTwoConcurrentSavesOnCluster) {
  valkey::FixtureCluster cluster(3);
  ExpectOneValueForAll(cluster.at(0).endpoint());
}

TEST(ValkeyKeyStore, ReportsMalformedStoredKeys) {
  const valkey::FixtureServer server;
  KeyStoreInstance a(server.endpoint());
  (void)server.Run({"HSET", "prichal:auth:keys", "version", "x"});
  EXPECT_FALSE(a.Load());
  (void)server.Run({"DEL", "prichal:auth:keys"});
  (void)server.Run({"SET", "prichal:auth:keys", "x"});
  EXPECT_FALSE(a.Load());
  a.Save("keys", 0);
  EXPECT_FALSE(a.Saved());
}

}  // namespace
}  // namespace prichal::signin
