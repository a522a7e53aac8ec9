#include "http/transport/proxy_header.h"

#include <array>
#include <boost/crc.hpp>

namespace prichal::http {
namespace {

constexpr std::string_view kSignature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::string_view kSignature1 = "PROXY ";

constexpr std::size_t kVersionAndCommand = 12;
constexpr std::size_t kFamilyAndProtocol = 13;
constexpr std::size_t kLength = 14;

constexpr unsigned kVersion2 = 2;
constexpr unsigned kLocal = 0;
constexpr unsigned kProxy = 1;

constexpr unsigned kUnspecified = 0x00;
constexpr unsigned kTcp4 = 0x11;
constexpr unsigned kTcp6 = 0x21;
constexpr unsigned kUnixStream = 0x31;

constexpr std::size_t kBytes4 = 4;
constexpr std::size_t kBytes6 = 16;
constexpr std::size_t kPortBytes = 2;
constexpr std::size_t kUnixBytes = 216;

constexpr std::size_t kTlvStart = 3;
constexpr unsigned kTlvChecksum = 0x03;
constexpr std::size_t kChecksumBytes = 4;

unsigned At(std::string_view bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

/// Reads a 16-bit number in network byte order.
std::size_t WordAt(std::string_view bytes, std::size_t place) {
  return (std::size_t{At(bytes, place)} << 8U) | At(bytes, place + 1);
}

/// CRC-32C (RFC 9260 appendix A) of `bytes`, with the checksum field at `zeroes` taken as zero.
std::uint32_t ChecksumOf(std::string_view bytes, std::size_t zeroes) {
  constexpr std::array<char, kChecksumBytes> kZeroes{};
  boost::crc_optimal<32, 0x1edc6f41, 0xffffffff, 0xffffffff, true, true> crc;
  crc.process_bytes(bytes.data(), zeroes);
  crc.process_bytes(kZeroes.data(), kZeroes.size());
  bytes.remove_prefix(zeroes + kChecksumBytes);
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// Reads the extensions (TLV) from `at` on. Verifies the checksum and ignores all others.
std::optional<ProxyHeaderError> ReadTlvs(std::string_view header, std::size_t at) {
  bool has_checksum = false;
  while (at < header.size()) {
    if (header.size() - at < kTlvStart) return ProxyHeaderError::kMalformed;
    const unsigned type = At(header, at);
    const std::size_t size = WordAt(header, at + 1);
    at += kTlvStart;
    if (size > header.size() - at) return ProxyHeaderError::kMalformed;
    if (type == kTlvChecksum) {
      // Two checksums cannot both be correct, because each covers the other.
      if (size != kChecksumBytes || has_checksum) return ProxyHeaderError::kMalformed;
      has_checksum = true;
      const std::uint32_t said =
          static_cast<std::uint32_t>((WordAt(header, at) << 16U) | WordAt(header, at + 2));
      if (said != ChecksumOf(header, at)) return ProxyHeaderError::kChecksum;
    }
    at += size;
  }
  return std::nullopt;
}

/// Reads the source. Both addresses come before both ports.
template <std::size_t kBytes>
Peer SourceOf(std::string_view addresses) {
  std::array<unsigned char, kBytes> bytes{};
  for (std::size_t i = 0; i < kBytes; ++i) {
    bytes.at(i) = static_cast<unsigned char>(At(addresses, i));
  }
  return {.address = IpAddress(bytes),
          .port = static_cast<std::uint16_t>(WordAt(addresses, 2 * kBytes))};
}

constexpr std::size_t AddressBytes(unsigned family) {
  if (family == kTcp4) return 2 * (kBytes4 + kPortBytes);
  if (family == kTcp6) return 2 * (kBytes6 + kPortBytes);
  return family == kUnixStream ? kUnixBytes : 0;
}

/// `header`: the complete header.
Result<std::optional<ProxyHeader>, ProxyHeaderError> Read(std::string_view header) {
  ProxyHeader read{.bytes = header.size()};
  const unsigned command = At(header, kVersionAndCommand) & 0xfU;
  // The rest of a LOCAL header must be ignored, including its family.
  if (command == kLocal) return read;
  if (command != kProxy) return Fail(ProxyHeaderError::kMalformed);
  const unsigned family = At(header, kFamilyAndProtocol);
  if (family == kUnspecified) return read;
  // Rejects datagram protocols: the connection is a stream.
  if (family != kTcp4 && family != kTcp6 && family != kUnixStream) {
    return Fail(ProxyHeaderError::kMalformed);
  }
  const std::size_t tlvs = ProxyHeader::kStartBytes + AddressBytes(family);
  if (header.size() < tlvs) return Fail(ProxyHeaderError::kMalformed);
  if (const auto error = ReadTlvs(header, tlvs)) return Fail(*error);
  const std::string_view addresses = header.substr(ProxyHeader::kStartBytes);
  if (family == kTcp4) read.source = SourceOf<kBytes4>(addresses);
  if (family == kTcp6) read.source = SourceOf<kBytes6>(addresses);
  // The unspecified address means a peer of a Unix socket, so a header cannot name it.
  if (read.source && read.source->address == IpAddress()) {
    return Fail(ProxyHeaderError::kMalformed);
  }
  return read;
}

}  // namespace

Result<std::optional<ProxyHeader>, ProxyHeaderError> ReadProxyHeader(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, kSignature.size());
  if (kSignature.substr(0, start.size()) != start) {
    const bool may_be_1 =
        kSignature1.substr(0, bytes.size()) == bytes.substr(0, kSignature1.size());
    if (may_be_1 && bytes.size() < kSignature1.size()) return std::optional<ProxyHeader>();
    return Fail(may_be_1 ? ProxyHeaderError::kVersion1 : ProxyHeaderError::kMissing);
  }
  if (bytes.size() > kVersionAndCommand && At(bytes, kVersionAndCommand) >> 4U != kVersion2) {
    return Fail(ProxyHeaderError::kMalformed);
  }
  if (bytes.size() < ProxyHeader::kStartBytes) return std::optional<ProxyHeader>();
  const std::size_t whole = ProxyHeader::kStartBytes + WordAt(bytes, kLength);
  if (whole > ProxyHeader::kMostBytes) return Fail(ProxyHeaderError::kTooLong);
  if (bytes.size() < whole) return std::optional<ProxyHeader>();
  return Read(bytes.substr(0, whole));
}

}  // namespace prichal::http
