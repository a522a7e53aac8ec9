#include <gtest/gtest.h>

#include "base/json.h"

namespace prichal {
namespace {

std::string Json(std::string_view bytes) {
  std::string out;
  AppendJsonString(out, bytes);
  return out;
}

TEST(JsonText, LeavesPlainTextUnchanged) {
  EXPECT_EQ(Json(""), R"("")");
  EXPECT_EQ(Json("AAEC/+=='\x7f"), "\"AAEC/+=='\x7f\"");
  EXPECT_EQ(Json("причал \xf0\x9f\x9a\xa2"), "\"причал \xf0\x9f\x9a\xa2\"");
}

TEST(JsonText, EscapesLikeGo) {
  EXPECT_EQ(Json("\"\\"), R"("\"\\")");
  EXPECT_EQ(Json("<a>&"), R"("\u003ca\u003e\u0026")");
  EXPECT_EQ(Json("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(Json(std::string_view("\0\x01\x0b\x1f", 4)), R"("\u0000\u0001\u000b\u001f")");
  EXPECT_EQ(Json("\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa"),
            "\"\xe2\x80\xa7\\u2028\\u2029\xe2\x80\xaa\"");
}

TEST(JsonText, ReplacesEveryInvalidByte) {
  EXPECT_EQ(Json("a\xff"
                 "b"),
            R"("a\ufffdb")");
  EXPECT_EQ(Json("\xc3"), R"("\ufffd")");                      // cut short
  EXPECT_EQ(Json("\xc3("), R"("\ufffd(")");                    // wrong continuation
  EXPECT_EQ(Json("\xc0\xaf"), R"("\ufffd\ufffd")");            // overlong, two bytes
  EXPECT_EQ(Json("\xe0\x80\xaf"), R"("\ufffd\ufffd\ufffd")");  // overlong, three bytes
  EXPECT_EQ(Json("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");  // surrogate
  EXPECT_EQ(Json("\xf0\x8f\xbf\xbf"), R"("\ufffd\ufffd\ufffd\ufffd")");
  EXPECT_EQ(Json("\xf4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");  // above U+10FFFF
  EXPECT_EQ(Json("\xe2\x80"), R"("\ufffd\ufffd")");
}

TEST(JsonText, EscapesEveryByteAtEveryPosition) {
  for (int value = 0; value < 256; ++value) {
    const std::string alone = Json(std::string(1, static_cast<char>(value)));
    const std::string escaped = alone.substr(1, alone.size() - 2);
    for (std::size_t at = 0; at < 36; ++at) {
      std::string text(36, 'a');
      text[at] = static_cast<char>(value);
      EXPECT_EQ(Json(text), '"' + std::string(at, 'a') + escaped + std::string(35 - at, 'a') + '"')
          << value << " at " << at;
    }
  }
}

}  // namespace
}  // namespace prichal
