#include <gtest/gtest.h>

#include "http/codec/response.h"

namespace prichal::http {
namespace {

TEST(ResponseBuilder, WritesHeadersAndBody) {
  const Response response = ResponseBuilder(200)
                                .Header("Cache-Control", "no-cache")
                                .Body("text/plain", std::string("hi"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(*response.head,
            "HTTP/1.1 200 OK\r\nCache-Control: no-cache\r\nContent-Type: text/plain\r\n"
            "Content-Length: 2\r\n");
  EXPECT_EQ(*response.body, "hi");
  EXPECT_FALSE(response.close);
}

TEST(ResponseBuilder, OmitsContentLengthForBodilessStatus) {
  EXPECT_EQ(*ResponseBuilder(304).Empty().head, "HTTP/1.1 304 Not Modified\r\n");
  EXPECT_EQ(*ResponseBuilder(302).Header("Location", "/").Empty().head,
            "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n");
}

TEST(ResponseBuilder, DropsHeaderThatWouldSplitResponse) {
  EXPECT_EQ(*ResponseBuilder(204).Header("Location", "/\r\nSet-Cookie: a=b").Empty().head,
            "HTTP/1.1 204 No Content\r\n");
}

TEST(ResponseBuilder, WritesErrorsAsJson) {
  const Response response = ErrorResponse(400, "param \"to\" not present", "Vary: Origin\r\n");
  EXPECT_EQ(*response.body, "{\"message\":\"param \\\"to\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(*response.head,
            "HTTP/1.1 400 Bad Request\r\nVary: Origin\r\nContent-Type: application/json\r\n"
            "Content-Length: 56\r\n");
}

TEST(HttpDate, IsImfFixdate) {
  EXPECT_EQ(HttpDate(Millis(784111777000)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(HttpDate(Millis(0)), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(HttpDate(Millis(1709164799999)), "Wed, 28 Feb 2024 23:59:59 GMT");
}

}  // namespace
}  // namespace prichal::http
