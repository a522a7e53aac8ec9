#include "signin/keys/key_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "signin/ledger/tests/fixture_key_folder.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using namespace std::chrono_literals;

std::set<std::string> NamesIn(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

/// Thrown to simulate a crash of the process.
struct Crash {};

TEST_F(KeyFolderTest, LoadsSavedKeys) {
  KeyFolder writer(path_);
  const auto nothing = writer.Load(kStart);
  ASSERT_TRUE(nothing) << nothing.error();
  EXPECT_FALSE(*nothing);
  EXPECT_FALSE(std::filesystem::exists(path_)) << "reading makes nothing";

  auto keys = First();
  keys = TurnOnTime(keys, kPolicy, kStart + 90 * kDay).keys;
  keys = TurnOnTime(keys, kPolicy, kStart + 90 * kDay + 600s).keys;
  const auto saved = writer.Save(*keys, 1);
  ASSERT_TRUE(saved && *saved);
  KeyFolder reader(path_);
  const auto loaded = reader.Load(kStart);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->generation, 2U);
  const auto& found = (*loaded)->keys->keys();
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const SigningKey& original = keys->keys()[i];
    EXPECT_EQ(found[i].id(), original.id());
    EXPECT_EQ(found[i].state, original.state);
    EXPECT_EQ(found[i].created, original.created);
    EXPECT_EQ(found[i].active_from, original.active_from);
    EXPECT_EQ(found[i].retired_at, original.retired_at);
    EXPECT_EQ(found[i].forgotten_at, original.forgotten_at);
  }
  EXPECT_EQ((*loaded)->keys->refresh_key(), keys->refresh_key());
  const std::string signature = (*loaded)->keys->active().Sign("text");
  EXPECT_TRUE(keys->active().public_key().Verify("text", signature));
}

TEST_F(KeyFolderTest, CreatesPrivateFilesAndIndexWithoutSecrets) {
  const auto keys = First();
  const std::string id = keys->keys().front().id();
  EXPECT_EQ(NamesIn(path_), (std::set<std::string>{"keys.json", "lock", "root", id + ".pem"}));
  for (const auto& name : NamesIn(path_)) {
    struct stat found {};
    ASSERT_EQ(stat(File(name).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777U, 0600U) << name;
  }
  EXPECT_EQ(
      TextOf(File("keys.json")),
      R"({"format":1,"generation":1,"keys":[)"
      "\n"
      R"({"kid":")" +
          id +
          R"(","state":"active","created":1790000000,"active_from":1790000000,"retired_at":0,"forgotten_at":0})"
          "\n]}\n");
  EXPECT_TRUE(TextOf(File(id + ".pem")).starts_with("-----BEGIN PRIVATE KEY-----\n"));
}

TEST_F(KeyFolderTest, AcceptsOneOfTwoConflictingSaves) {
  const auto keys = First();
  const auto own_key = TurnAsAsked(keys, kPolicy, true, kStart + kDay)->keys;
  const auto others = TurnAsAsked(keys, kPolicy, true, kStart + kDay)->keys;
  KeyFolder me(path_);
  KeyFolder other(path_);
  const auto first = me.Save(*own_key, 1);
  const auto second = other.Save(*others, 1);
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(*first);
  EXPECT_FALSE(*second);
  const auto loaded = other.Load(kStart);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->keys->keys().front().id(), own_key->keys().front().id());
  EXPECT_FALSE(std::filesystem::exists(File(others->keys().front().id() + ".pem")));
}

TEST_F(KeyFolderTest, AcceptsOneSavePerGenerationFromManyThreads) {
  First();
  constexpr std::uint64_t kGenerations = 20;
  constexpr int kThreads = 4;
  std::atomic<std::uint64_t> won = 0;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      KeyFolder folder(path_);
      for (;;) {
        const auto loaded = folder.Load(kStart);
        ASSERT_TRUE(loaded && *loaded) << loaded.error();
        if ((*loaded)->generation > kGenerations) return;
        // Each key is removed soon after the next one becomes active, while other threads read the
        // folder.
        const Millis now = kStart + kDay * static_cast<int>((*loaded)->generation);
        const auto turn = TurnAsAsked((*loaded)->keys, kPolicy, true, now);
        const auto saved = folder.Save(*turn->keys, (*loaded)->generation);
        ASSERT_TRUE(saved) << saved.error();
        if (*saved) ++won;
        const auto tidied = folder.Tidy();
        ASSERT_TRUE(tidied) << tidied.error();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(won, kGenerations);
}

TEST_F(KeyFolderTest, ToleratesKeyRemovedDuringLoad) {
  const auto first = First();
  const auto after = Rotated(first);
  bool changed = false;
  KeyFolder reader(path_, [&](std::string_view) {
    if (std::exchange(changed, true)) return;
    KeyFolder other(path_);
    ASSERT_TRUE(other.Save(*after, 1));
    ASSERT_TRUE(other.Tidy());
  });
  const auto loaded = reader.Load(kStart);
  ASSERT_TRUE(loaded && *loaded) << loaded.error();
  EXPECT_EQ((*loaded)->generation, 2U);
}

TEST_F(KeyFolderTest, DetectsChangeByAnotherProcess) {
  KeyFolder reader(path_);
  ASSERT_TRUE(reader.Load(kStart));
  EXPECT_FALSE(reader.Changed());
  const auto keys = First();
  EXPECT_TRUE(reader.Changed());
  ASSERT_TRUE(reader.Load(kStart));
  EXPECT_FALSE(reader.Changed());
  ASSERT_TRUE(reader.Save(*keys, 1));
  EXPECT_FALSE(reader.Changed()) << "its own change";
  KeyFolder other(path_);
  ASSERT_TRUE(other.Save(*keys, 2));
  EXPECT_TRUE(reader.Changed());
}

TEST_F(KeyFolderTest, OverwritesAndDeletesForgottenKeys) {
  const auto first = First();
  const auto keys = Rotated(first);
  KeyFolder folder(path_);
  ASSERT_TRUE(folder.Save(*keys, 1));
  const std::string gone = File(first->keys().front().id() + ".pem");
  ASSERT_EQ(link(gone.c_str(), tree_.path("same").c_str()), 0);
  Put("of-the-operator.pem", "kept");
  Put("keys.json.tmp", "cut off");
  ASSERT_TRUE(folder.Tidy());
  EXPECT_FALSE(std::filesystem::exists(gone));
  EXPECT_EQ(TextOf(tree_.path("same")).find_first_not_of('\0'), std::string::npos)
      << "overwritten before";
  EXPECT_TRUE(std::filesystem::exists(File("of-the-operator.pem")));
  EXPECT_FALSE(std::filesystem::exists(File("keys.json.tmp")));
  EXPECT_EQ(Faults(folder), "(keys)");
}

// Crashes a first start and a rotation before each step, and in the middle of each file.
TEST_F(KeyFolderTest, LoadsAfterCrashAtAnyStep) {
  std::vector<std::string> steps;
  {
    KeyFolder folder(path_, [&steps](std::string_view step) { steps.emplace_back(step); });
    const auto first = SigningKeys::Generate(Algorithm::kEdDsa, kStart);
    ASSERT_TRUE(folder.Save(*first, 0));
    ASSERT_TRUE(folder.Save(*Rotated(first), 1));
    ASSERT_TRUE(folder.Tidy());
  }
  EXPECT_EQ(steps, (std::vector<std::string>{
                       "write the root", "write a key", "write the index",  // the first start
                       "write a key", "write a key", "write the index", "remove a key"}));
  for (std::size_t end = 0; end < steps.size(); ++end) {
    std::filesystem::remove_all(path_);
    std::size_t step = 0;
    KeyFolder folder(path_, [&](std::string_view name) {
      if (step++ != end) return;
      // Write a part of the file.
      const std::string file = name == "write the root"    ? "root"
                               : name == "write the index" ? "keys.json"
                                                           : "x.pem";
      if (name != "remove a key") Put(file + ".tmp", "-----BEGIN PRI");
      throw Crash();
    });
    auto keys = SigningKeys::Generate(Algorithm::kEdDsa, kStart);
    const auto before = keys;
    std::uint64_t generation = 0;
    try {
      ASSERT_TRUE(folder.Save(*keys, 0));
      generation = 1;
      keys = Rotated(keys);
      ASSERT_TRUE(folder.Save(*keys, 1));
      generation = 2;
      ASSERT_TRUE(folder.Tidy());
    } catch (const Crash&) {
    }
    SCOPED_TRACE(::testing::Message() << "before step " << end << ", " << steps[end]);
    KeyFolder next(path_);
    const auto loaded = next.Load(kStart);
    ASSERT_TRUE(loaded) << loaded.error();
    auto found = *loaded ? **loaded : StoredKeys{.keys = before, .generation = 0};
    if (generation > 0) {
      EXPECT_EQ(found.generation, generation);
      EXPECT_EQ(found.keys->refresh_key(), before->refresh_key()) << "sessions go on";
      const auto& expected = generation == 1 ? before : keys;
      EXPECT_EQ(found.keys->keys().front().id(), expected->keys().front().id());
    }
    // The next start continues and leaves no leftover files.
    const auto after = Rotated(found.keys);
    const auto saved = next.Save(*after, found.generation);
    ASSERT_TRUE(saved && *saved) << saved.error();
    const auto tidied = next.Tidy();
    ASSERT_TRUE(tidied) << tidied.error();
    std::set<std::string> original{"keys.json", "lock", "root"};
    for (const SigningKey& each : after->keys()) original.insert(each.id() + ".pem");
    EXPECT_EQ(NamesIn(path_), original);
    EXPECT_EQ(Faults(next), "(keys)");
  }
}

TEST_F(KeyFolderTest, LoadsSingleKeyWithoutIndex) {
  const auto keys = First();
  unlink(File("keys.json").c_str());
  KeyFolder folder(path_);
  const auto loaded = folder.Load(kStart + kDay);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->generation, 0U);
  EXPECT_EQ((*loaded)->keys->keys().front().id(), keys->keys().front().id());
  EXPECT_EQ((*loaded)->keys->keys().front().active_from, kStart + kDay);

  const auto other = SigningKeys::Generate(Algorithm::kEdDsa, kStart);
  Put(other->keys().front().id() + ".pem", other->active().Pem().view());
  EXPECT_EQ(Faults(folder), "\"" + File("keys.json") +
                                "\" is missing, but there are 2 keys. Fix: restore it from a "
                                "backup, or move the keys away");
  ASSERT_TRUE(folder.Tidy());
  EXPECT_TRUE(std::filesystem::exists(File(keys->keys().front().id() + ".pem")))
      << "without an index nothing is removed";
}

TEST_F(KeyFolderTest, CreatesRootOnce) {
  KeyFolder folder(path_);
  const auto made = folder.LoadOrMakeRoot();
  ASSERT_TRUE(made) << made.error();
  KeyFolder again(path_);
  const auto found = again.LoadOrMakeRoot();
  ASSERT_TRUE(found);
  EXPECT_TRUE(SameSecret((*made)->bytes(), (*found)->bytes()));
}

TEST_F(KeyFolderTest, WaitsForLockAndReportsTimeout) {
  const auto keys = First();
  int lock = open(File("lock").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  const auto saved = KeyFolder(path_).Save(*keys, 1);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error(),
            "another process holds \"" + File("lock") + "\". Fix: retry after it has ended");
  KeyFolder patient(path_, [&](std::string_view step) {
    if (step == "wait for the lock" && lock >= 0) close(std::exchange(lock, -1));
  });
  const auto again = patient.Save(*keys, 1);
  EXPECT_EQ(lock, -1) << "it has not waited";
  EXPECT_TRUE(again && *again);
}

}  // namespace
}  // namespace prichal::signin
