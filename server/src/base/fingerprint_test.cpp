#include "base/fingerprint.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal {
namespace {

TEST(Fingerprints, TellTextsApart) {
  const Fingerprints fingerprints;
  const Fingerprint one = fingerprints.Of({"a", "b", "c"});
  EXPECT_EQ(one, fingerprints.Of({"a", "b", "c"}));
  EXPECT_NE(one, fingerprints.Of({"a", "b", "d"}));
  EXPECT_NE(one, fingerprints.Of({"ab", "", "c"}));
  EXPECT_FALSE(fingerprints.Of({}).empty());
}

TEST(Fingerprints, HaveNoLengthAtWhichTheyEnd) {
  const Fingerprints fingerprints;
  Fingerprint before = fingerprints.Of({"id", ""});
  for (const std::size_t size : {1U, 2'029U, 2'030U, 2'031U, 2'032U, 1'000'000U, 1'000'001U}) {
    std::string text(size, 'x');
    const Fingerprint one = fingerprints.Of({"id", text});
    EXPECT_NE(one, before) << size;
    EXPECT_EQ(one, fingerprints.Of({"id", text})) << size;
    text.back() = 'y';
    EXPECT_NE(one, fingerprints.Of({"id", text})) << size;
    before = one;
  }
}

TEST(Fingerprints, GoByTheirKey) {
  const Fingerprints fingerprints;
  EXPECT_EQ(Fingerprints(fingerprints.key()).Of({"a"}), fingerprints.Of({"a"}));
  EXPECT_NE(Fingerprints().Of({"a"}), fingerprints.Of({"a"}));
}

TEST(Fingerprint, SurvivesBeingWritten) {
  const Fingerprint one = Fingerprints().Of({"a"});
  EXPECT_EQ(Fingerprint::FromBytes(one.bytes()), one);
  EXPECT_TRUE(Fingerprint().empty());
  EXPECT_TRUE(Fingerprint::FromBytes("short").empty());
}

}  // namespace
}  // namespace prichal
