#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "http/h2/header_block.h"

namespace prichal::http::h2 {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

constexpr HeadLimits kLimits{.head = 2'000, .target = 500, .fields = 20};

Fields Get(const std::string& path) {
  return {{":method", "GET"}, {":scheme", "https"}, {":authority", "a.test"}, {":path", path}};
}

class RequestHeadTest : public ::testing::Test {
 protected:
  Result<Head, Refusal> Read(const Fields& fields) {
    head_ = std::make_unique<RequestHead>(kLimits);
    for (const auto& [name, value] : fields) (void)head_->Add(name, value);
    return head_->Build();
  }
  int StatusOf(Fields fields, const Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
    const auto head = Read(fields);
    return head ? 200 : head.error().status;
  }

  std::unique_ptr<RequestHead> head_;
};

TEST_F(RequestHeadTest, ReadsRequestFields) {
  Fields fields = Get("/bridge/events?client_id=1");
  fields.insert(fields.end(), {{"origin", "https://b.test"},
                               {"last-event-id", "7"},
                               {"content-length", "12"},
                               {"x-forwarded-for", "10.0.0.1"}});
  const auto head = Read(fields);
  ASSERT_TRUE(head.has_value());
  EXPECT_EQ(head->request.method, Method::kGet);
  EXPECT_EQ(head->request.path, "/bridge/events");
  EXPECT_EQ(head->request.query, "client_id=1");
  EXPECT_EQ(head->request.host, "a.test");
  EXPECT_EQ(head->request.origin, "https://b.test");
  EXPECT_EQ(head->request.last_event_id, "7");
  EXPECT_EQ(head->content_length, 12U);
  EXPECT_NE(head->request.lines.find("x-forwarded-for: 10.0.0.1\r\n"), std::string_view::npos);
}

TEST_F(RequestHeadTest, JoinsSplitCookies) {
  Fields fields = Get("/");
  fields.insert(fields.end(), {{"cookie", "a=1"}, {"accept", "*/*"}, {"cookie", "b=2"}});
  const auto head = Read(fields);
  ASSERT_TRUE(head.has_value());
  EXPECT_NE(head->request.lines.find("cookie: a=1; b=2\r\n"), std::string_view::npos);
}

TEST_F(RequestHeadTest, UsesHostOnlyWithoutConflictingAuthority) {
  EXPECT_EQ(
      StatusOf({{":method", "GET"}, {":scheme", "https"}, {":path", "/"}}, {{"host", "a.test"}}),
      200);
  EXPECT_EQ(StatusOf({{":method", "GET"}, {":scheme", "https"}, {":path", "/"}}, {}), 400);
  EXPECT_EQ(StatusOf(Get("/"), {{"host", "a.test"}}), 200);
  EXPECT_EQ(StatusOf(Get("/"), {{"host", "b.test"}}), 400);
}

TEST_F(RequestHeadTest, RejectsMalformedRequests) {
  EXPECT_EQ(StatusOf(Get("/"), {}), 200);
  EXPECT_EQ(StatusOf(Get("*"), {}), 400) << "the server is asked for by OPTIONS alone";
  EXPECT_EQ(StatusOf(Get(""), {}), 400);
  EXPECT_EQ(StatusOf(Get("a"), {}), 400);
  EXPECT_EQ(StatusOf(Get("https://b.test/"), {}), 400);
  EXPECT_EQ(StatusOf(Get("/a b"), {}), 400);
  EXPECT_EQ(StatusOf(Get("/a#b"), {}), 400);
  EXPECT_EQ(StatusOf(Get("/ HTTP/1.1\r\nx: y\r\n\r\nGET /"), {}), 400);
  EXPECT_EQ(
      StatusOf({{":method", "GE T"}, {":scheme", "https"}, {":authority", "a"}, {":path", "/"}},
               {}),
      400);
  EXPECT_EQ(
      StatusOf({{":method", "GET"}, {":scheme", "ftp"}, {":authority", "a"}, {":path", "/"}}, {}),
      400);
  EXPECT_EQ(StatusOf({{":method", "CONNECT"}, {":authority", "a:1"}}, {}), 400);
  EXPECT_EQ(
      StatusOf({{":method", "GET"}, {":scheme", "https"}, {":authority", "u@a"}, {":path", "/"}},
               {}),
      400);
  EXPECT_EQ(StatusOf(Get("/"), {{"x", "a\r\n\r\nb"}}), 400);
  EXPECT_EQ(StatusOf(Get("/"), {{"x\r\n\r\ny", "b"}}), 400);
  EXPECT_EQ(StatusOf(Get("/"), {{"cookie", "a\r\n\r\nb"}}), 400);
}

TEST_F(RequestHeadTest, EnforcesHttp11Limits) {
  EXPECT_EQ(StatusOf(Get("/" + std::string(499, 'x')), {}), 200);
  EXPECT_EQ(StatusOf(Get("/" + std::string(500, 'x')), {}), 414);
  EXPECT_EQ(StatusOf(Get("/"), {{"x", std::string(1'900, 'x')}}), 200);
  EXPECT_EQ(StatusOf(Get("/"), {{"x", std::string(2'000, 'x')}}), 431);
  EXPECT_EQ(StatusOf(Get("/"), Fields(19, {"x", "y"})), 200);
  EXPECT_EQ(StatusOf(Get("/"), Fields(20, {"x", "y"})), 431);
}

TEST_F(RequestHeadTest, StaysWithinMemoryLimit) {
  RequestHead head(kLimits);
  EXPECT_TRUE(head.Add(":method", "GET"));
  for (int i = 0; i < 1'000; ++i) (void)head.Add("x", std::string(100, 'x'));
  EXPECT_TRUE(head.too_large());
  EXPECT_LE(head.size(), kLimits.head);
  RequestHead cookies(kLimits);
  for (int i = 0; i < 1'000; ++i) (void)cookies.Add("cookie", std::string(100, 'x'));
  EXPECT_LE(cookies.size(), kLimits.head);
}

}  // namespace
}  // namespace prichal::http::h2
