#include "bench/chunk_decoder.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::bench {
namespace {

/// Decodes `text` in pieces of `size` bytes. Appends the bytes after the end of the body to `rest`.
std::string Decode(ChunkDecoder& decoder, std::string_view text, std::size_t size,
                   std::string* rest = nullptr) {
  std::string body;
  while (!text.empty()) {
    std::string_view piece = text.substr(0, size);
    text.remove_prefix(piece.size());
    while (true) {
      const std::string_view data = decoder.Next(piece);
      if (data.empty()) break;
      body += data;
    }
    if (rest != nullptr) *rest += piece;
  }
  return body;
}

TEST(ChunkDecoder, DecodesBodyInPiecesOfAnySize) {
  constexpr std::string_view kText = "3\r\nabc\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n";
  for (std::size_t size = 1; size <= kText.size(); ++size) {
    ChunkDecoder decoder;
    EXPECT_EQ(Decode(decoder, kText, size), "abcabcdefghijklmnopqrstuvwxyz") << size;
    EXPECT_TRUE(decoder.ended()) << size;
  }
}

TEST(ChunkDecoder, EndsOnlyAfterCompleteLastChunk) {
  constexpr std::string_view kText = "1\r\na\r\n0\r\n\r\n";
  for (std::size_t cut = 0; cut < kText.size(); ++cut) {
    ChunkDecoder decoder;
    Decode(decoder, kText.substr(0, cut), 4);
    EXPECT_FALSE(decoder.ended()) << cut;
    EXPECT_FALSE(decoder.broken()) << cut;
  }
}

TEST(ChunkDecoder, LeavesFollowingBytes) {
  ChunkDecoder decoder;
  std::string rest;
  EXPECT_EQ(Decode(decoder, "1\r\na\r\n0\r\n\r\nHTTP/1.1", 100, &rest), "a");
  EXPECT_EQ(rest, "HTTP/1.1");
}

TEST(ChunkDecoder, RejectsMalformedChunks) {
  for (const std::string_view text : {"\r\n", "g\r\n", "1;x\r\na\r\n", "1\na\r\n", "1\r\nab\r\n",
                                      "0\r\nX: y\r\n\r\n", "fffffffffffffffff\r\n"}) {
    ChunkDecoder decoder;
    Decode(decoder, text, 100);
    EXPECT_TRUE(decoder.broken()) << text;
  }
}

}  // namespace
}  // namespace prichal::bench
