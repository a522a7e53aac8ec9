#include "http/codec/cors.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::http {
namespace {

TEST(Cors, AllowsRequestWithOrigin) {
  const Cors cors(true);
  EXPECT_EQ(cors.Lines(true),
            "Vary: Origin\r\nAccess-Control-Allow-Origin: *\r\n"
            "Access-Control-Allow-Credentials: true\r\n");
  EXPECT_EQ(cors.Lines(false), "Vary: Origin\r\n");
  EXPECT_EQ(cors.RetryLines(true), "Access-Control-Expose-Headers: Retry-After\r\n");
  EXPECT_EQ(cors.RetryLines(false), "");
  EXPECT_EQ(cors.UnreadLines(), "Access-Control-Allow-Origin: *\r\n");
}

TEST(Cors, ListsAllowedMethodsAndHeadersInPreflight) {
  const Cors cors(true);
  EXPECT_EQ(*cors.Preflight("OPTIONS, GET", false).head,
            "HTTP/1.1 204 No Content\r\nAllow: OPTIONS, GET\r\nVary: Origin\r\n");
  const std::string head = *cors.Preflight("OPTIONS, POST", true).head;
  EXPECT_NE(head.find("Access-Control-Allow-Methods: GET,POST,OPTIONS\r\n"), std::string::npos);
  EXPECT_NE(head.find(",Last-Event-ID\r\n"), std::string::npos);
}

TEST(Cors, SendsNoHeadersIfDisabled) {
  const Cors cors(false);
  for (const bool has_origin : {false, true}) {
    EXPECT_EQ(cors.Lines(has_origin), "");
    EXPECT_EQ(cors.RetryLines(has_origin), "");
    EXPECT_EQ(*cors.Preflight("OPTIONS, POST", has_origin).head,
              "HTTP/1.1 204 No Content\r\nAllow: OPTIONS, POST\r\n");
  }
  EXPECT_EQ(cors.UnreadLines(), "");
}

}  // namespace
}  // namespace prichal::http
