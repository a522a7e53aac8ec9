#include <gtest/gtest.h>

#include <string_view>

#include "signin/ton/address.h"

namespace prichal::signin::ton {
namespace {

std::span<const unsigned char> BytesOf(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// Check values from the catalogue of parametrised CRC algorithms (reveng.sourceforge.io).
TEST(Checksums, MatchesCatalogueCheckValues) {
  EXPECT_EQ(Crc16(BytesOf("123456789")), 0x31c3U);
  EXPECT_EQ(Crc32c(BytesOf("123456789")), 0xe3069283U);
}

TEST(Checksums, IsZeroForEmptyInput) {
  EXPECT_EQ(Crc16({}), 0U);
  EXPECT_EQ(Crc32c({}), 0U);
}

}  // namespace
}  // namespace prichal::signin::ton
