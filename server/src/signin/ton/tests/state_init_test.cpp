#include "signin/ton/state_init.h"

#include <gtest/gtest.h>

namespace prichal::signin::ton {
namespace {

/// Makes a bag whose root has these bits and `references` references to empty cells.
Boc BagOf(const std::vector<unsigned char>& bits, std::uint16_t count, std::uint8_t references) {
  Boc boc;
  boc.cells.resize(4);
  boc.roots = {0};
  boc.cells[0].data = bits;
  boc.cells[0].bits = count;
  boc.cells[0].reference_count = references;
  boc.cells[0].references = {1, 2, 3};
  return boc;
}

/// Returns the error text. Empty if the state init is valid.
std::string_view Refusal(const Boc& boc) {
  const auto state_init = ParseStateInit(boc);
  return state_init ? "" : Words(state_init.error());
}

TEST(StateInit, ReadsCodeAndDataOfEachForm) {
  const std::vector<unsigned char> plain = {0b00110'000};
  const std::vector<unsigned char> library = {0b00111'000};
  const std::vector<unsigned char> special = {0b0111'1100};
  const std::vector<unsigned char> split = {0b1000'0101, 0b1000'0000};
  for (const Boc& boc :
       {BagOf(plain, 5, 2), BagOf(library, 5, 3), BagOf(special, 7, 2), BagOf(split, 10, 2)}) {
    const auto state_init = ParseStateInit(boc);
    ASSERT_TRUE(state_init) << Words(state_init.error());
    EXPECT_EQ(state_init->code, &boc.cells[1]);
    EXPECT_EQ(state_init->data, &boc.cells[2]);
  }
}

TEST(StateInit, RejectsMalformedStateInit) {
  const std::vector<unsigned char> plain = {0b00110'000};
  const std::vector<unsigned char> no_code = {0b00010'000};
  const std::vector<unsigned char> no_data = {0b00100'000};
  const std::vector<unsigned char> split = {0b1000'0000};
  EXPECT_EQ(Refusal(BagOf(plain, 5, 2)), "");
  EXPECT_EQ(Refusal(BagOf(plain, 4, 2)), Words(StateInitError::kTruncated));
  EXPECT_EQ(Refusal(BagOf(plain, 0, 2)), Words(StateInitError::kTruncated));
  EXPECT_EQ(Refusal(BagOf(plain, 5, 1)), Words(StateInitError::kTruncated));
  EXPECT_EQ(Refusal(BagOf(split, 5, 2)), Words(StateInitError::kTruncated));
  EXPECT_EQ(Refusal(BagOf(plain, 6, 2)), Words(StateInitError::kLeftover));
  EXPECT_EQ(Refusal(BagOf(plain, 5, 3)), Words(StateInitError::kLeftover));
  EXPECT_EQ(Refusal(BagOf(no_code, 5, 1)), Words(StateInitError::kNoCode));
  EXPECT_EQ(Refusal(BagOf(no_data, 5, 1)), Words(StateInitError::kNoData));
  Boc boc = BagOf(plain, 5, 2);
  boc.roots = {0, 1};
  EXPECT_EQ(Refusal(boc), Words(StateInitError::kRoots));
  boc = BagOf(plain, 5, 2);
  boc.cells[0].type = CellType::kLibrary;
  EXPECT_EQ(Refusal(boc), Words(StateInitError::kNoPlain));
  boc = BagOf(plain, 5, 2);
  boc.cells[0].level_mask = 1;
  EXPECT_EQ(Refusal(boc), Words(StateInitError::kNoPlain));
}

}  // namespace
}  // namespace prichal::signin::ton
