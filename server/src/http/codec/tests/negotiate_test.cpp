#include <gtest/gtest.h>

#include "http/codec/content_negotiation.h"

namespace prichal::http {
namespace {

constexpr Codings kAll{.brotli = true, .gzip = true};

TEST(ChooseCoding, PrefersHighestWeight) {
  EXPECT_EQ(ChooseCoding("gzip, deflate, br, zstd", kAll), Coding::kBrotli);
  EXPECT_EQ(ChooseCoding("br;q=0.5, gzip;q=0.9", kAll), Coding::kGzip);
  EXPECT_EQ(ChooseCoding("br; Q=0.001, identity;q=1", kAll), Coding::kIdentity);
  EXPECT_EQ(ChooseCoding("GZIP", kAll), Coding::kGzip);
  EXPECT_EQ(ChooseCoding("*", kAll), Coding::kBrotli);
  EXPECT_EQ(ChooseCoding("br;q=0, *", kAll), Coding::kGzip);
}

TEST(ChooseCoding, FallsBackToIdentityUnlessRejected) {
  EXPECT_EQ(ChooseCoding("", kAll), Coding::kIdentity);
  EXPECT_EQ(ChooseCoding("deflate", kAll), Coding::kIdentity);
  EXPECT_EQ(ChooseCoding("br, gzip", {}), Coding::kIdentity);
  EXPECT_EQ(ChooseCoding("gzip, identity;q=0", {}), std::nullopt);
  EXPECT_EQ(ChooseCoding("*;q=0", kAll), std::nullopt);
  EXPECT_EQ(ChooseCoding("gzip, *;q=0", kAll), Coding::kGzip);
  EXPECT_EQ(ChooseCoding("identity;q=0, *;q=0.2", kAll), Coding::kBrotli);
}

TEST(ChooseCoding, SkipsMalformedEntries) {
  EXPECT_EQ(ChooseCoding("br;q=2, gzip;q=0.1234, ;q=1, ,identity", kAll), Coding::kIdentity);
  EXPECT_EQ(ChooseCoding("br;q=x, gzip", kAll), Coding::kGzip);
  EXPECT_EQ(ChooseCoding("br;level=1", kAll), Coding::kIdentity);
}

TEST(NoneMatchHits, ComparesWeaklyThroughLists) {
  EXPECT_TRUE(NoneMatchHits(R"("abc")", R"("abc")"));
  EXPECT_TRUE(NoneMatchHits(R"(W/"abc")", R"("abc")"));
  EXPECT_TRUE(NoneMatchHits(R"("x", W/"a,b" , "abc")", R"("abc")"));
  EXPECT_TRUE(NoneMatchHits(R"("x", "a,b")", R"("a,b")"));
  EXPECT_TRUE(NoneMatchHits(" * ", R"("abc")"));
  EXPECT_FALSE(NoneMatchHits("", R"("abc")"));
  EXPECT_FALSE(NoneMatchHits("abc", R"("abc")"));
  EXPECT_FALSE(NoneMatchHits(R"("abcd", "*")", R"("abc")"));
  EXPECT_FALSE(NoneMatchHits(R"("abc)", R"("abc")"));
}

}  // namespace
}  // namespace prichal::http
