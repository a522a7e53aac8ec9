#include <gtest/gtest.h>

#include "http/codec/request.h"

namespace prichal::http {
namespace {

TEST(Method, RoundTripsKnownNames) {
  for (const auto* const name : {"GET", "POST", "HEAD", "DELETE", "OPTIONS"}) {
    EXPECT_NE(MethodOf(name), Method::kOther) << name;
    EXPECT_EQ(NameOf(MethodOf(name)), name);
  }
}

TEST(Method, MapsUnknownNamesToOther) {
  for (const auto* const name : {"get", "PATCH", "GETS", ""}) {
    EXPECT_EQ(MethodOf(name), Method::kOther) << name;
  }
  EXPECT_EQ(NameOf(Method::kOther), "");
}

}  // namespace
}  // namespace prichal::http
