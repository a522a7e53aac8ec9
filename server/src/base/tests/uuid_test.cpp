#include <gtest/gtest.h>

#include "base/random.h"

namespace prichal {
namespace {

constexpr std::string_view kCanonical = "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071";

TEST(Uuid, NormalizesEveryForm) {
  for (const std::string_view form : {
           "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071",
           "0192F3C4-5D6E-7F80-9A1B-2C3D4E5F6071",
           "{0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071}",
           "urn:uuid:0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071",
           "URN:UUID:0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071",
           "0192f3c45d6e7f809a1b2c3d4e5f6071",
       }) {
    EXPECT_EQ(NormalizeUuid(form), kCanonical) << form;
  }
}

TEST(Uuid, RejectsMalformedText) {
  for (const std::string_view text : {
           "",
           "0192f3c4",
           "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f607g",
           "0192f3c4+5d6e-7f80-9a1b-2c3d4e5f6071",
           "(0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071)",
           "urn:uuix:0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071",
           "0192f3c45d6e7f809a1b2c3d4e5f607-",
       }) {
    EXPECT_EQ(NormalizeUuid(text), std::nullopt) << text;
  }
}

TEST(Uuid, CreatesVersionSevenWithTimestampPrefix) {
  RandomSource random;
  const std::string uuid = NewUuidV7(Millis(0x0192f3c45d6e), random);
  EXPECT_EQ(uuid.substr(0, 14), "0192f3c4-5d6e-");
  EXPECT_EQ(uuid[14], '7');
  EXPECT_NE(std::string_view("89ab").find(uuid[19]), std::string_view::npos);
  EXPECT_EQ(NormalizeUuid(uuid), uuid);
  EXPECT_NE(NewUuidV7(Millis(1), random), NewUuidV7(Millis(1), random));
}

}  // namespace
}  // namespace prichal
