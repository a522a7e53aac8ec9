#include "bridge/core/envelope.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace prichal::bridge {
namespace {

ClientId From() { return *ClientId::Parse(std::string(64, 'F')); }

TEST(Envelope, ReturnsItsParts) {
  for (const char* const message : {R"("")", R"("m")", R"("\",\"trace_id\":\"")"}) {
    for (const std::string& trace_id :
         {std::string(), std::string("trace"), std::string(65'535, 't')}) {
      const Envelope envelope(From(), trace_id, message, Share("c291cmNl"));
      EXPECT_EQ(envelope.from(), From().text());
      EXPECT_EQ(envelope.trace_id(), trace_id);
      EXPECT_EQ(envelope.message(), message);
      EXPECT_EQ(*envelope.request_source(), "c291cmNl");
      EXPECT_EQ(envelope.size(), 64 + trace_id.size() + std::string(message).size() + 8);
    }
  }
}

TEST(Envelope, EncodesBodyAsJsonString) {
  const Envelope envelope = Envelope::Make(From(), "t", "a\"b<\xff\n");
  EXPECT_EQ(envelope.message(), R"("a\"b\u003c\ufffd\n")");
  EXPECT_EQ(envelope.request_source(), nullptr);
}

TEST(Envelope, HasNoPartsIfEmpty) {
  const Envelope envelope;
  EXPECT_TRUE(envelope.empty());
  EXPECT_EQ(envelope.from(), "");
  EXPECT_EQ(envelope.message(), "");
  EXPECT_EQ(envelope.size(), 0U);
  EXPECT_FALSE(envelope == Envelope::Make(From(), "", ""));
}

TEST(Envelope, SharesBytesWithCopiesAndEqualRequestSource) {
  const Envelope one = Envelope::Make(From(), "t", "m", Share("c291cmNl"));
  const Envelope copy = one;
  EXPECT_EQ(copy.message().data(), one.message().data());
  Envelope like = Envelope::Make(From(), "t", "m", Share("c291cmNl"));
  EXPECT_EQ(like, one);
  EXPECT_NE(like.request_source(), one.request_source());
  like.ShareSourceWith(one);
  EXPECT_EQ(like.request_source(), one.request_source());
  Envelope other = Envelope::Make(From(), "t", "m", Share("c291cmNm"));
  other.ShareSourceWith(one);
  EXPECT_EQ(*other.request_source(), "c291cmNm");
  EXPECT_FALSE(other == one);
}

TEST(Envelope, RejectsTooLongTraceId) {
  EXPECT_THROW(Envelope(From(), std::string(65'536, 't'), "\"\""), std::length_error);
}

}  // namespace
}  // namespace prichal::bridge
