#include "bench/response_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prichal::bench {
namespace {

std::vector<ResponseHead> Read(std::string_view text, std::size_t size) {
  ResponseReader reader;
  std::vector<ResponseHead> heads;
  while (!text.empty()) {
    const std::string piece(text.substr(0, size));
    text.remove_prefix(piece.size());
    std::string_view rest = piece;
    while (reader.Read(rest)) heads.push_back(reader.head());
  }
  return heads;
}

TEST(ResponseReader, ReadsResponsesInPiecesOfAnySize) {
  constexpr std::string_view kText =
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"
      "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
      "HTTP/1.1 429 Too Many Requests\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx";
  for (std::size_t size = 1; size <= kText.size(); ++size) {
    const auto heads = Read(kText, size);
    ASSERT_EQ(heads.size(), 4U) << size;
    EXPECT_EQ(heads[0].status, 200);
    EXPECT_TRUE(heads[0].keep_alive);
    EXPECT_EQ(heads[1].status, 204);
    EXPECT_EQ(heads[2].status, 429);
    EXPECT_EQ(heads[3].status, 503);
    EXPECT_FALSE(heads[3].keep_alive);
  }
}

TEST(ResponseReader, ReturnsNoStatusForNonHttpInput) {
  const auto heads = Read("SSH-2.0-OpenSSH\r\n\r\n", 100);
  ASSERT_EQ(heads.size(), 1U);
  EXPECT_EQ(heads[0].status, 0);
}

}  // namespace
}  // namespace prichal::bench
