#include "base/ip_address.h"

#include <arpa/inet.h>
#include <fmt/compile.h>

#include <algorithm>
#include <charconv>

namespace prichal {
namespace {

constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t kMappedBits = 96;
constexpr std::size_t kBits = 128;

/// Clears all bits of `address` after the first `prefix`.
IpAddress Cut(const IpAddress& address, std::size_t prefix) {
  auto bytes = address.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t kept = std::min<std::size_t>(8, prefix - std::min(prefix, i * 8));
    bytes.at(i) = static_cast<unsigned char>(bytes.at(i) & (0xff00U >> kept));
  }
  return IpAddress(bytes);
}

std::optional<std::size_t> Number(std::string_view text, std::size_t most) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number > most) return std::nullopt;
  return number;
}

}  // namespace

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  // inet_pton() requires a terminating zero.
  std::array<char, INET6_ADDRSTRLEN> zeroed{};
  if (text.size() >= zeroed.size() || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  std::copy(text.begin(), text.end(), zeroed.begin());
  Bytes bytes{};
  if (inet_pton(AF_INET6, zeroed.data(), bytes.data()) == 1) return IpAddress(bytes);
  std::copy(kMapped.begin(), kMapped.end(), bytes.begin());
  if (inet_pton(AF_INET, zeroed.data(), bytes.data() + kMapped.size()) == 1) {
    return IpAddress(bytes);
  }
  return std::nullopt;
}

bool IpAddress::is_v4() const { return std::equal(kMapped.begin(), kMapped.end(), bytes_.begin()); }

bool IpAddress::is_loopback() const {
  static constexpr Bytes kLoopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return is_v4() ? bytes_[kMapped.size()] == 127 : bytes_ == kLoopback;
}

std::string IpAddress::ToText() const {
  if (is_v4()) {
    // Each message formats two addresses, and inet_ntop() uses sprintf(), which is slow.
    const unsigned char* const b = bytes_.data() + kMapped.size();
    return fmt::format(FMT_COMPILE("{}.{}.{}.{}"), b[0], b[1], b[2], b[3]);
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (inet_ntop(AF_INET6, bytes_.data(), text.data(), text.size()) == nullptr) return {};
  return text.data();
}

Result<IpRange, std::string> IpRange::Parse(std::string_view text) {
  const std::string quoted = '"' + std::string(text) + '"';
  const std::size_t slash = text.find('/');
  const auto address = IpAddress::Parse(text.substr(0, slash));
  if (!address) {
    return Fail(quoted + " is no address range: write one such as 10.0.0.0/8 or 2001:db8::/32");
  }
  // In IPv6 notation the prefix counts from the first of 128 bits, also for mapped IPv4 addresses.
  const bool counts_v4 = text.find(':') == std::string_view::npos;
  const std::size_t skipped = counts_v4 ? kMappedBits : 0;
  std::size_t prefix = kBits;
  if (slash != std::string_view::npos) {
    const auto bits = Number(text.substr(slash + 1), kBits - skipped);
    if (!bits) {
      return Fail(quoted + " has a wrong number of bits: write 0 to " +
                  std::to_string(kBits - skipped) + " after the slash");
    }
    prefix = skipped + *bits;
  }
  const IpAddress first = Cut(*address, prefix);
  // Fail instead of clearing the bits: a range larger than intended would trust foreign addresses.
  if (first != *address) {
    const std::string bits(text.substr(slash));
    return Fail(quoted + " has bits beyond its prefix: write " + first.ToText() + bits +
                " for the range, or the address alone");
  }
  return IpRange(first, prefix);
}

bool IpRange::Contains(const IpAddress& address) const {
  if (prefix_ < kMappedBits && address.is_v4()) return false;
  return Cut(address, prefix_) == first_;
}

}  // namespace prichal
