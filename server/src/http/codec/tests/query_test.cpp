#include <gtest/gtest.h>

#include "http/codec/request.h"

namespace prichal::http {
namespace {

TEST(Query, ReturnsFirstOccurrence) {
  EXPECT_EQ(Query("a=1&b=2&a=3").First("a"), "1");
  EXPECT_EQ(Query("a=1&b=2&a=3").First("b"), "2");
}

TEST(Query, DistinguishesAbsentFromEmpty) {
  EXPECT_EQ(Query("").First("a"), std::nullopt);
  EXPECT_EQ(Query("&&").First(""), std::nullopt);
  EXPECT_EQ(Query("a").First("a"), "");
  EXPECT_EQ(Query("a=").First("a"), "");
  EXPECT_EQ(Query("=x").First(""), "x");
}

TEST(Query, DecodesNamesAndValues) {
  EXPECT_EQ(Query("cl%69ent=%41+b%2b%00").First("client"), std::string("A b+\0", 5));
  EXPECT_EQ(Query("a=b=c").First("a"), "b=c");
  EXPECT_EQ(Query("A=1").First("a"), std::nullopt);
}

TEST(Query, KeepsDecodedValuesValid) {
  const Query query("a=%41&b=%42&c=plain");
  const auto first = query.First("a");
  EXPECT_EQ(query.First("b"), "B");
  EXPECT_EQ(query.First("c"), "plain");
  EXPECT_EQ(first, "A");
}

TEST(Query, IgnoresMalformedPairs) {
  EXPECT_EQ(Query("a=%zz&a=2").First("a"), "2");
  EXPECT_EQ(Query("a=%2").First("a"), std::nullopt);
  EXPECT_EQ(Query("a=%").First("a"), std::nullopt);
  EXPECT_EQ(Query("%zz=1&a=2").First("a"), "2");
  EXPECT_EQ(Query("a=1;b=2&a=3").First("a"), "3");
  EXPECT_EQ(Query("a=1;b=2").First("b"), std::nullopt);
}

TEST(SortedQuery, SortsByNameAndReencodes) {
  EXPECT_EQ(SortedQuery("to=b&client_id=a&ttl=300"), "client_id=a&to=b&ttl=300");
  EXPECT_EQ(SortedQuery("b=2&a=%7e+%2b&b=1&c"), "a=~+%2B&b=2&b=1&c=");
  EXPECT_EQ(SortedQuery("&a;b=1&x=%zz&\xff=\n"), "%FF=%0A");
  EXPECT_EQ(SortedQuery(""), "");
}

}  // namespace
}  // namespace prichal::http
