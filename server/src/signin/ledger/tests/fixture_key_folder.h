#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/tests/fixture_tree.h"
#include "signin/keys/key_folder.h"
#include "signin/keys/key_schedule.h"

namespace prichal::signin {

/// For tests: an empty folder of keys for each test.
class KeyFolderTest : public ::testing::Test {
 protected:
  static constexpr Millis kStart = std::chrono::seconds(1'790'000'000);
  static constexpr Millis kDay = std::chrono::days(1);
  static constexpr KeyPolicy kPolicy{.algorithm = token::Algorithm::kEdDsa};

  static std::string TextOf(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  /// Returns the error of Load(). Empty if it succeeds.
  static std::string Faults(KeyFolder& folder) {
    const auto loaded = folder.Load(kStart);
    if (!loaded) return loaded.error();
    return *loaded ? "(keys)" : "(nothing)";
  }
  std::shared_ptr<const SigningKeys> First() {
    auto keys = SigningKeys::Generate(token::Algorithm::kEdDsa, kStart);
    KeyFolder folder(path_);
    const auto saved = folder.Save(*keys, 0);
    EXPECT_TRUE(saved && *saved);
    return keys;
  }
  /// Returns the keys after a rotation: an active and a next one. The first key has been removed.
  static std::shared_ptr<const SigningKeys> Rotated(std::shared_ptr<const SigningKeys> keys) {
    for (const Millis after : {90 * kDay, 91 * kDay, 181 * kDay}) {
      keys = TurnOnTime(std::move(keys), kPolicy, kStart + after).keys;
    }
    return keys;
  }
  [[nodiscard]] std::string File(std::string_view name) const {
    return path_ + "/" + std::string(name);
  }
  void Put(std::string_view name, std::string_view text) const {
    std::ofstream(File(name), std::ios::binary) << text;
    chmod(File(name).c_str(), 0600);
  }

  FixtureTree tree_;
  std::string path_ = tree_.path("auth-keys");
};

}  // namespace prichal::signin
