#include "signin/ton/boc.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {
namespace {

using Bytes = std::vector<unsigned char>;

/// Returns the error code. Empty if the bag is valid.
std::string BocRefusal(const Bytes& bytes, const BocLimits& limits = {}) {
  const auto boc = ReadBoc(bytes, limits);
  return boc ? "" : std::string(CodeOf(boc.error()));
}

Bytes Unhex(std::string_view hex) {
  Bytes bytes(hex.size() / 2);
  EXPECT_EQ(
      sodium_hex2bin(bytes.data(), bytes.size(), hex.data(), hex.size(), " ", nullptr, nullptr), 0);
  std::size_t digits = 0;
  for (const char c : hex) digits += c == ' ' ? 0U : 1U;
  bytes.resize(digits / 2);
  return bytes;
}

TEST(Boc, MatchesEveryVector) {
  std::size_t seen = 0;
  for (const auto& vector : Group("ton.vectors.json", "boc")) {
    SCOPED_TRACE(Text(vector, "id"));
    const auto& expected = vector.at("expect").as_object();
    const Bytes bytes = FromBase64(Text(vector, "boc_b64"));
    const auto boc = ReadBoc(bytes);
    ++seen;
    if (!expected.at("ok").as_bool()) {
      EXPECT_EQ(BocRefusal(bytes), Text(expected, "error"));
      continue;
    }
    ASSERT_TRUE(boc) << CodeOf(boc.error());
    const auto& roots = expected.at("roots").as_array();
    ASSERT_EQ(boc->roots.size(), roots.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const auto& root = roots[i].as_object();
      const Cell& cell = boc->cells[boc->roots[i]];
      EXPECT_EQ(HexEncode(cell.hash), Text(root, "hash_hex"));
      EXPECT_EQ(cell.depth, root.at("depth").as_int64());
      EXPECT_EQ(std::bit_width(cell.level_mask), root.at("level").as_int64());
      EXPECT_EQ(cell.type != CellType::kOrdinary, root.at("exotic").as_bool());
      EXPECT_EQ(cell.bits, root.at("bits").as_int64());
      EXPECT_EQ(cell.reference_count, root.at("refs").as_int64());
    }
  }
  EXPECT_GE(seen, 41U);
}

// Bytes: magic, sizes 01 01, counts (cells, roots, absent), total size, root, cells.
TEST(Boc, RejectsMalformedHeaders) {
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0000")), "");
  EXPECT_EQ(BocRefusal({}), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c71 01 01 01 01 00 02 00 0000")), "bad_magic");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 09 01 01 01 00 02 00 0000")), "bad_flags");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 11 01 01 01 00 02 00 0000")), "bad_flags");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 21 01 01 01 00 02 00 0000")), "bad_flags");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 00 01 01 01 00 02 00 0000")), "bad_ref_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 05 01 01 01 00 02 00 0000")), "bad_ref_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 00 01 01 00 02 00 0000")), "bad_offset_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 09 01 01 00 02 00 0000")), "bad_offset_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 00 01 00 02 00 0000")), "no_cells");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 00 00 02 0000")), "no_roots");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 01 02 00 0000")), "absent_cells");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 02 00 02 00 00 0000")), "too_many_roots");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 01 00 0000")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 02 01 01 00 0401 00 0000")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 03 00 0000")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 01 0000")), "bad_root_index");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0000 00")), "trailing_bytes");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 41 01 01 01 00 02 00 0000 4cacb9")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 41 01 01 01 00 02 00 0000 4cacb9cd")), "");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 41 01 01 01 00 02 00 0000 4cacb9cc")), "crc_mismatch");
}

// The first part is too short, although a later, shorter part would fit.
TEST(Boc, RejectsTruncatedParts) {
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 03 01 05a1 4ebe")), "truncated");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 0a 00 1000 0000 0000 0000 0000")),
            "bad_total_size");
}

TEST(Boc, ReadsOldMagicsWithIndexAndOneRoot) {
  EXPECT_EQ(BocRefusal(Unhex("68ff65f3 01 01 01 01 00 02 02 0000")), "");
  EXPECT_EQ(BocRefusal(Unhex("68ff65f3 01 01 01 01 00 02 01 0000")), "bad_index");
  EXPECT_EQ(BocRefusal(Unhex("68ff65f3 41 01 01 01 00 02 02 0000")), "bad_flags");
  EXPECT_EQ(BocRefusal(Unhex("68ff65f3 01 01 02 02 00 05 02 05 0000 0000 00")), "too_many_roots");
  EXPECT_EQ(BocRefusal(Unhex("acc3a728 01 01 01 01 00 02 02 0000 00000000")), "crc_mismatch");
}

TEST(Boc, ReadsIndexWithCacheBits) {
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 a1 01 01 01 00 02 00 04 0000")), "");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 a1 01 01 01 00 02 00 05 0000")), "");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 a1 01 01 01 00 02 00 02 0000")), "bad_index");
}

TEST(Boc, RejectsMalformedCells) {
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0002")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 03 00 000000")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0100")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 03 00 010000")), "ref_not_forward");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0700")), "bad_refs_count");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 03 00 010001")), "bad_ref_index");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 1700")), "absent_cells");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 2000")), "bad_level_mask");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 1000")), "bad_total_size");
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 01 01 00 02 00 0800")), "bad_exotic_cell");
}

/// Two cells: the second refers to the first. If the first also refers to the second, they form a
/// cycle.
TEST(Boc, RejectsBackwardReferences) {
  EXPECT_EQ(BocRefusal(Unhex("b5ee9c72 01 01 02 01 00 06 00 010001 010000")), "ref_not_forward");
}

/// Makes a bag of cells in one chain, root first.
Bytes Chain(std::size_t cells) {
  Bytes bytes = Unhex("b5ee9c72 02 02");
  const auto put = [&](std::size_t number) {
    bytes.push_back(static_cast<unsigned char>(number >> 8U));
    bytes.push_back(static_cast<unsigned char>(number & 0xffU));
  };
  put(cells);
  put(1);
  put(0);
  put(cells * 4 - 2);
  put(0);
  for (std::size_t i = 0; i < cells; ++i) {
    put(i + 1 < cells ? 0x0100 : 0);
    if (i + 1 < cells) put(i + 1);
  }
  return bytes;
}

TEST(Boc, EnforcesMaximumDepth) {
  EXPECT_EQ(BocRefusal(Chain(1025)), "");
  EXPECT_EQ(ReadBoc(Chain(1025))->root().depth, 1024);
  EXPECT_EQ(BocRefusal(Chain(1026)), "too_deep");
  EXPECT_EQ(BocRefusal(Chain(8000)), "too_deep");
}

TEST(Boc, EnforcesLimits) {
  const Bytes three = Chain(3);
  EXPECT_EQ(BocRefusal(three, {.bytes = three.size(), .cells = 3, .roots = 1}), "");
  EXPECT_EQ(BocRefusal(three, {.bytes = three.size() - 1, .cells = 3, .roots = 1}), "too_large");
  EXPECT_EQ(BocRefusal(three, {.bytes = three.size(), .cells = 2, .roots = 1}), "too_many_cells");
  EXPECT_EQ(BocRefusal(three, {.bytes = three.size(), .cells = 3, .roots = 0}), "too_many_roots");
}

TEST(Boc, ReturnsChildren) {
  const Bytes bytes = Unhex("b5ee9c72 01 01 03 01 00 0c 00 0202ff 0102 0002aa 0004aabb");
  const auto boc = ReadBoc(bytes);
  ASSERT_TRUE(boc) << CodeOf(boc.error());
  EXPECT_EQ(boc->root().data[0], 0xff);
  EXPECT_EQ(boc->Child(boc->root(), 0).data[0], 0xaa);
  EXPECT_EQ(boc->Child(boc->root(), 1).bits, 16);
}

TEST(Boc, DescribesEveryError) {
  for (int i = 0; i <= static_cast<int>(BocError::kTooDeep); ++i) {
    EXPECT_FALSE(CodeOf(static_cast<BocError>(i)).empty()) << i;
    EXPECT_FALSE(Words(static_cast<BocError>(i)).empty()) << i;
  }
}

}  // namespace
}  // namespace prichal::signin::ton
