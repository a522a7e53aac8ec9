#include "http/answer_builder.h"

#include <gtest/gtest.h>

#include "http/cors.h"
#include "http/date.h"

namespace prichal::http {
namespace {

TEST(AnswerBuilder, WritesHeadAndBody) {
  const Answer answer =
      AnswerBuilder(200).Header("Cache-Control", "no-cache").Body("text/plain", std::string("hi"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(*answer.head,
            "HTTP/1.1 200 OK\r\nCache-Control: no-cache\r\nContent-Type: text/plain\r\n"
            "Content-Length: 2\r\n");
  EXPECT_EQ(*answer.body, "hi");
  EXPECT_FALSE(answer.close);
}

TEST(AnswerBuilder, NoLengthWhereThereCanBeNoBody) {
  EXPECT_EQ(*AnswerBuilder(304).Empty().head, "HTTP/1.1 304 Not Modified\r\n");
  EXPECT_EQ(*AnswerBuilder(302).Header("Location", "/").Empty().head,
            "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n");
}

TEST(AnswerBuilder, NoInputSplitsAnAnswer) {
  EXPECT_EQ(*AnswerBuilder(204).Header("Location", "/\r\nSet-Cookie: a=b").Empty().head,
            "HTTP/1.1 204 No Content\r\n");
}

TEST(AnswerBuilder, ErrorsAreJson) {
  const Answer answer = ErrorAnswer(400, "param \"to\" not present", CorsLines(true));
  EXPECT_EQ(*answer.body, "{\"message\":\"param \\\"to\\\" not present\",\"statusCode\":400}\n");
  EXPECT_EQ(*answer.head,
            "HTTP/1.1 400 Bad Request\r\nVary: Origin\r\nAccess-Control-Allow-Origin: *\r\n"
            "Access-Control-Allow-Credentials: true\r\nContent-Type: application/json\r\n"
            "Content-Length: 56\r\n");
}

TEST(Cors, PreflightNamesWhatIsAllowed) {
  EXPECT_EQ(*PreflightAnswer("OPTIONS, GET", false).head,
            "HTTP/1.1 204 No Content\r\nAllow: OPTIONS, GET\r\nVary: Origin\r\n");
  const std::string head = *PreflightAnswer("OPTIONS, POST", true).head;
  EXPECT_NE(head.find("Access-Control-Allow-Methods: GET,POST,OPTIONS\r\n"), std::string::npos);
  EXPECT_NE(head.find(",Last-Event-ID\r\n"), std::string::npos);
}

TEST(HttpDate, IsImfFixdate) {
  EXPECT_EQ(HttpDate(Millis(784111777000)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(HttpDate(Millis(0)), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(HttpDate(Millis(1709164799999)), "Wed, 28 Feb 2024 23:59:59 GMT");
}

}  // namespace
}  // namespace prichal::http
