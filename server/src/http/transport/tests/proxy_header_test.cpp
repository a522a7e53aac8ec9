#include "http/transport/proxy_header.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::http {
namespace {

using Error = ProxyHeaderError;

const std::string kSignature("\r\n\r\n\0\r\nQUIT\n", 12);

std::string Word(std::size_t number) {
  return {static_cast<char>(number >> 8U), static_cast<char>(number & 0xffU)};
}

/// Version and command, family and protocol, length, and the rest (section 2.2).
std::string Header(unsigned command, unsigned family, const std::string& rest) {
  return kSignature + static_cast<char>(command) + static_cast<char>(family) + Word(rest.size()) +
         rest;
}

std::string Tlv(unsigned type, const std::string& value) {
  return static_cast<char>(type) + Word(value.size()) + value;
}

const std::string kFrom4("\xcb\x00\x71\x09\x0a\x00\x00\x01\xd4\x31\x01\xbb", 12);
const std::string kFrom6 = std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + "\x07" +
                           std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + "\x01" +
                           Word(54321) + Word(443);

/// Formats the source of a header; "more" if the header is incomplete.
std::string Source(const std::string& bytes) {
  const auto read = ReadProxyHeader(bytes);
  if (!read) return "error " + std::to_string(static_cast<int>(read.error()));
  if (!*read) return "more";
  if (!(*read)->source) return "none";
  return (*read)->source->address.ToText() + " " + std::to_string((*read)->source->port);
}

std::string Refused(Error error) { return "error " + std::to_string(static_cast<int>(error)); }

TEST(ProxyHeader, ReadsSourceOfBothFamilies) {
  EXPECT_EQ(Source(Header(0x21, 0x11, kFrom4)), "203.0.113.9 54321");
  EXPECT_EQ(Source(Header(0x21, 0x21, kFrom6)), "2001:db8::7 54321");
}

TEST(ProxyHeader, ReturnsNoSourceForLocalAndUnix) {
  EXPECT_EQ(Source(Header(0x21, 0x31, std::string(216, 'u'))), "none");
  EXPECT_EQ(Source(Header(0x21, 0x00, "")), "none");
  // The rest of a LOCAL header is ignored.
  EXPECT_EQ(Source(Header(0x20, 0x00, "")), "none");
  EXPECT_EQ(Source(Header(0x20, 0x11, kFrom4)), "none");
  EXPECT_EQ(Source(Header(0x20, 0xff, "any")), "none");
}

TEST(ProxyHeader, EndsAtItsStatedLength) {
  const std::string header = Header(0x21, 0x11, kFrom4);
  const auto read = ReadProxyHeader(header + "GET / HTTP/1.1\r\n");
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->bytes, header.size());
}

TEST(ProxyHeader, WaitsForCompleteHeader) {
  for (const std::string& header :
       {Header(0x21, 0x11, kFrom4), Header(0x21, 0x21, kFrom6 + Tlv(0x02, "a.example")),
        Header(0x20, 0x00, "")}) {
    for (std::size_t size = 0; size < header.size(); ++size) {
      EXPECT_EQ(Source(header.substr(0, size)), "more") << size;
    }
    EXPECT_NE(Source(header), "more");
  }
}

TEST(ProxyHeader, SkipsExtensionFields) {
  const std::string more = Tlv(0x01, "h2") + Tlv(0x02, "app.example") + Tlv(0x04, "") +
                           Tlv(0x05, std::string(128, 'i')) + Tlv(0x20, std::string(200, 's')) +
                           Tlv(0x30, "net") + Tlv(0xea, std::string("\x01vpce", 5));
  EXPECT_EQ(Source(Header(0x21, 0x11, kFrom4 + more)), "203.0.113.9 54321");
  EXPECT_EQ(Source(Header(0x21, 0x11, kFrom4 + more + "\x01")), Refused(Error::kMalformed));
  EXPECT_EQ(Source(Header(0x21, 0x11, kFrom4 + "\x01" + Word(1))), Refused(Error::kMalformed));
}

/// The checksum was computed independently, bit by bit from RFC 9260's polynomial.
TEST(ProxyHeader, VerifiesChecksum) {
  const std::string right("\x42\x06\xc5\xf9", 4);
  const auto with = [](const std::string& checksum) {
    return Header(0x21, 0x11, kFrom4 + Tlv(0x03, checksum) + Tlv(0x02, "a"));
  };
  EXPECT_EQ(Source(with(right)), "203.0.113.9 54321");
  EXPECT_EQ(Source(with(std::string(4, '\0'))), Refused(Error::kChecksum));
  std::string changed = with(right);
  changed[16] = 1;
  EXPECT_EQ(Source(changed), Refused(Error::kChecksum));
  EXPECT_EQ(Source(with("abc")), Refused(Error::kMalformed));
}

TEST(ProxyHeader, RejectsOtherProtocolsAtFirstByte) {
  EXPECT_EQ(Source("GET / HTTP/1.1\r\n"), Refused(Error::kMissing));
  EXPECT_EQ(Source("G"), Refused(Error::kMissing));
  EXPECT_EQ(Source("\r\n\r\nG"), Refused(Error::kMissing));
  EXPECT_EQ(Source("\x16\x03\x01"), Refused(Error::kMissing)) << "a handshake of TLS";
  EXPECT_EQ(Source("PROX"), "more");
  EXPECT_EQ(Source("PROXX"), Refused(Error::kMissing));
  EXPECT_EQ(Source("PROXY TCP4 203.0.113.9 10.0.0.1 54321 443\r\n"), Refused(Error::kVersion1));
}

TEST(ProxyHeader, RejectsUnassignedValues) {
  EXPECT_EQ(Source(Header(0x11, 0x11, kFrom4)), Refused(Error::kMalformed)) << "version";
  EXPECT_EQ(Source(Header(0x31, 0x11, kFrom4)), Refused(Error::kMalformed));
  EXPECT_EQ(Source(Header(0x22, 0x11, kFrom4)), Refused(Error::kMalformed)) << "command";
  for (const unsigned family : {0x01U, 0x10U, 0x12U, 0x13U, 0x22U, 0x32U, 0x41U, 0xffU}) {
    EXPECT_EQ(Source(Header(0x21, family, std::string(216, 'x'))), Refused(Error::kMalformed))
        << family;
  }
  EXPECT_EQ(Source(Header(0x21, 0x11, kFrom4.substr(1))), Refused(Error::kMalformed));
  EXPECT_EQ(Source(Header(0x21, 0x21, kFrom4)), Refused(Error::kMalformed));
  EXPECT_EQ(Source(Header(0x21, 0x31, std::string(215, 'x'))), Refused(Error::kMalformed));
  EXPECT_EQ(Source(Header(0x21, 0x21, std::string(36, '\0'))), Refused(Error::kMalformed)) << "::";
}

TEST(ProxyHeader, RejectsTooLongHeaderByItsLength) {
  const std::string most = kFrom4 + Tlv(0x04, std::string(4096 - 16 - 12 - 3, ' '));
  EXPECT_EQ(Source(Header(0x21, 0x11, most)), "203.0.113.9 54321");
  EXPECT_EQ(Source(Header(0x21, 0x11, most + " ").substr(0, 16)), Refused(Error::kTooLong));
}

}  // namespace
}  // namespace prichal::http
