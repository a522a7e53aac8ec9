#include "oidc/https_exchange.h"

#include <gtest/gtest.h>

namespace prichal::oidc {
namespace {

std::int64_t Age(std::string_view line) {
  const auto age = MaxAgeOf(line);
  return age ? age->count() : -1;
}

TEST(MaxAge, IsReadAsCachesReadIt) {
  EXPECT_EQ(Age("max-age=300"), 300);
  EXPECT_EQ(Age(" public , Max-Age=300\r\n"), 300);
  EXPECT_EQ(Age("max-age=0"), 0);
  EXPECT_EQ(Age("max-age=5, max-age=7"), 5);
  EXPECT_EQ(Age("max-age=300, no-store"), 0);
  EXPECT_EQ(Age("No-Cache"), 0);
  EXPECT_EQ(Age("max-age=99999999999999999999"), 365LL * 24 * 3600);
}

TEST(MaxAge, WhatCannotBeReadSaysNothing) {
  for (const auto* line : {"", ",", "public", "max-age", "max-age=", "max-age=-1", "max-age=1x",
                           "max-age=\"5\"", "s-maxage=5", "max-age =5"}) {
    EXPECT_EQ(Age(line), -1) << line;
  }
}

}  // namespace
}  // namespace prichal::oidc
