#include "curl/transfers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "base/fixture_tree.h"
#include "curl/easy.h"

namespace prichal::curl {
namespace {

constexpr Millis kLong{30'000};

std::size_t Discard(const char* /*bytes*/, std::size_t size, std::size_t count, void* /*unused*/) {
  return size * count;
}

/// Reads an address, and counts how many of its kind there are.
struct Reading {
  Reading(std::string address, int& counted) : url(std::move(address)), living(counted) {
    curl_easy_setopt(easy.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy.get(), CURLOPT_WRITEFUNCTION, &Discard);
    ++living;
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { --living; }

  std::string url;
  int& living;
  Easy easy{curl_easy_init()};
};

class TransfersTest : public ::testing::Test {
 protected:
  /// The address of a file that is there.
  std::string AFile() {
    tree_.Write("file", "moored");
    return "file://" + tree_.path("file");
  }
  void Begin(const std::string& url) {
    auto reading = std::make_unique<Reading>(url, living_);
    CURL* const easy = reading->easy.get();
    EXPECT_TRUE(transfers_.Begin(easy, reading));
    EXPECT_EQ(reading, nullptr);
  }

  FixtureTree tree_;
  int living_ = 0;
  Transfers<Reading> transfers_;
};

TEST_F(TransfersTest, EachEndsWithItsOwner) {
  const std::string there = AFile();
  Begin(there);
  Begin(there + "-not");
  std::map<std::string, CURLcode> ended;
  while (ended.size() < 2) {
    transfers_.Advance([&](const std::unique_ptr<Reading>& reading, CURLcode code) {
      ended.emplace(reading->url, code);
    });
  }
  EXPECT_EQ(ended.at(there), CURLE_OK);
  EXPECT_EQ(ended.at(there + "-not"), CURLE_FILE_COULDNT_READ_FILE);
  EXPECT_EQ(living_, 0);
  EXPECT_FALSE(transfers_.Advance([](const auto&, CURLcode) { ADD_FAILURE(); }));
}

TEST_F(TransfersTest, WhatCannotBeginStaysItsCallers) {
  auto reading = std::make_unique<Reading>(AFile(), living_);
  EXPECT_FALSE(transfers_.Begin(nullptr, reading));
  EXPECT_NE(reading, nullptr);
}

TEST_F(TransfersTest, WhatIsGivenUpHasNoEnd) {
  Begin(AFile());
  int left = 0;
  transfers_.GiveUp([&](const std::unique_ptr<Reading>&) { ++left; });
  EXPECT_EQ(left, 1);
  EXPECT_EQ(living_, 0);
  EXPECT_FALSE(transfers_.Advance([](const auto&, CURLcode) { ADD_FAILURE(); }));
}

TEST_F(TransfersTest, WaitingEndsWhenAnotherThreadWakesIt) {
  const auto begun = std::chrono::steady_clock::now();
  std::thread other([this] { transfers_.Wake(); });
  transfers_.Wait(kLong);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kLong);
  other.join();
}

TEST(HeaderLines, AreThereInTheirOrderUntilTheyAreCleared) {
  HeaderLines lines;
  EXPECT_EQ(lines.get(), nullptr);
  EXPECT_TRUE(lines.Add("Accept: application/json"));
  EXPECT_TRUE(lines.Add("Expect:"));
  EXPECT_STREQ(lines.get()->data, "Accept: application/json");
  ASSERT_NE(lines.get()->next, nullptr);
  EXPECT_STREQ(lines.get()->next->data, "Expect:");
  lines.Clear();
  EXPECT_EQ(lines.get(), nullptr);
}

}  // namespace
}  // namespace prichal::curl
