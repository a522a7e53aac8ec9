#include "bridge/repeats.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::bridge {
namespace {

Fingerprint Of(int number) {
  static const Fingerprints fingerprints;
  return fingerprints.Of({std::to_string(number)});
}

TEST(Repeats, AreKnownUntilTheirTtlIsOver) {
  const SipHash hash;
  Repeats repeats(hash, 100);
  repeats.Add(Of(1), 11, Millis(1'000), Millis(0));
  EXPECT_EQ(repeats.Find(Of(1), Millis(999)), 11);
  EXPECT_EQ(repeats.Find(Of(2), Millis(0)), std::nullopt);
  EXPECT_EQ(repeats.Find(Of(1), Millis(1'000)), std::nullopt);
  repeats.Add(Of(1), 12, Millis(3'000), Millis(1'000));
  EXPECT_EQ(repeats.Find(Of(1), Millis(2'000)), 12);
  EXPECT_EQ(repeats.size(), 1U);
}

TEST(Repeats, AreForgottenWhenTheyWereNotKept) {
  const SipHash hash;
  Repeats repeats(hash, 100);
  repeats.Add(Of(1), 11, Millis(1'000), Millis(0));
  repeats.Forget(Of(1), 10);
  EXPECT_EQ(repeats.Find(Of(1), Millis(0)), 11) << "that was another";
  repeats.Forget(Of(1), 11);
  EXPECT_EQ(repeats.Find(Of(1), Millis(0)), std::nullopt);
}

TEST(Repeats, AreBounded) {
  const SipHash hash;
  Repeats repeats(hash, 100);
  for (int i = 0; i < 1'000; ++i) repeats.Add(Of(i), i, Millis(1'000'000), Millis(0));
  EXPECT_LE(repeats.size(), 100U);
  EXPECT_EQ(repeats.Find(Of(0), Millis(0)), std::nullopt);
  EXPECT_EQ(repeats.Find(Of(999), Millis(0)), 999);
  repeats.Add(Fingerprint(), 1, Millis(1'000'000), Millis(0));
  EXPECT_EQ(repeats.Find(Fingerprint(), Millis(0)), std::nullopt);
}

}  // namespace
}  // namespace prichal::bridge
