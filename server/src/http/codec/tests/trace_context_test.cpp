#include <gtest/gtest.h>

#include <string>

#include "http/codec/header_fields.h"

namespace prichal::http {
namespace {

using namespace std::string_literals;

const std::string kOne = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

std::string_view Of(const std::string& value) {
  static std::string lines;
  lines = "Host: a\r\nTraceparent: " + value + "\r\nAccept: */*\r\n";
  return TraceparentOf(lines);
}

TEST(TraceContext, ReadsValidTraceparent) {
  EXPECT_EQ(Of(kOne), kOne);
  EXPECT_EQ(Of("  " + kOne + "\t"), kOne);
  // Only the known part of a later version.
  EXPECT_EQ(Of("cc" + kOne.substr(2)), "cc" + kOne.substr(2));
  EXPECT_EQ(Of("cc" + kOne.substr(2) + "-what-the-future-will-be"), "cc" + kOne.substr(2));
  EXPECT_EQ(TraceparentOf("Host: a\r\n"), "");
}

TEST(TraceContext, IgnoresMalformedTraceparent) {
  for (const auto& value : {
           std::string(),
           kOne.substr(0, 54),
           kOne + "0",
           kOne + "-00",  // version 00 has no further parts
           "cc" + kOne.substr(2) + ".what",
           "ff" + kOne.substr(2),
           "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"s,
           "00-00000000000000000000000000000000-b7ad6b7169203331-01"s,
           "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"s,
           "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01"s,
           "00-0af7651916cd43dd8448eb211c80319\"-b7ad6b7169203331-01"s,
           "0x-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"s,
       }) {
    EXPECT_EQ(Of(value), "") << value;
  }
  EXPECT_EQ(TraceparentOf("traceparent: " + kOne + "\r\ntraceparent: " + kOne + "\r\n"), "");
}

}  // namespace
}  // namespace prichal::http
