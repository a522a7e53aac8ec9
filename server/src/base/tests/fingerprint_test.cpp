#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"

namespace prichal {
namespace {

TEST(Fingerprints, DiffersForDifferentTexts) {
  const Fingerprints fingerprints;
  const Fingerprint one = fingerprints.Compute({"a", "b", "c"});
  EXPECT_EQ(one, fingerprints.Compute({"a", "b", "c"}));
  EXPECT_NE(one, fingerprints.Compute({"a", "b", "d"}));
  EXPECT_NE(one, fingerprints.Compute({"ab", "", "c"}));
  EXPECT_FALSE(fingerprints.Compute({}).empty());
}

TEST(Fingerprints, CoversTextsOfAnyLength) {
  const Fingerprints fingerprints;
  Fingerprint before = fingerprints.Compute({"id", ""});
  for (const std::size_t size : {1U, 2'029U, 2'030U, 2'031U, 2'032U, 1'000'000U, 1'000'001U}) {
    std::string text(size, 'x');
    const Fingerprint one = fingerprints.Compute({"id", text});
    EXPECT_NE(one, before) << size;
    EXPECT_EQ(one, fingerprints.Compute({"id", text})) << size;
    text.back() = 'y';
    EXPECT_NE(one, fingerprints.Compute({"id", text})) << size;
    before = one;
  }
}

TEST(Fingerprints, DependsOnKey) {
  const Fingerprints fingerprints;
  EXPECT_EQ(Fingerprints(fingerprints.key()).Compute({"a"}), fingerprints.Compute({"a"}));
  EXPECT_NE(Fingerprints().Compute({"a"}), fingerprints.Compute({"a"}));
}

TEST(Fingerprint, RoundTripsItsBytes) {
  const Fingerprint one = Fingerprints().Compute({"a"});
  EXPECT_EQ(Fingerprint::FromBytes(one.bytes()), one);
  EXPECT_TRUE(Fingerprint().empty());
  EXPECT_TRUE(Fingerprint::FromBytes("short").empty());
}

}  // namespace
}  // namespace prichal
