// Fuzzes forwarding headers: an untrusted peer cannot change its address, and a client's text
// cannot change the entry that a trusted proxy adds after it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/codec/client_address.h"

namespace {

using prichal::IpAddress;
using prichal::http::ForwardedHeader;
using prichal::http::TrustedProxies;

/// Splits the text at line feeds into several lines of the same header.
std::string Lines(std::string_view name, std::string_view text) {
  const std::string start = std::string(name) + ": ";
  std::string lines = start;
  for (const char c : text) {
    if (c == '\n') {
      lines += "\r\n" + start;
    } else if (c != '\r') {
      lines += c;
    }
  }
  return lines;
}

void Check(std::string_view name, std::string_view text, std::string_view element,
           ForwardedHeader header) {
  static const IpAddress proxy = *IpAddress::Parse("10.0.0.1");
  static const IpAddress client = *IpAddress::Parse("203.0.113.9");
  const TrustedProxies nobody = *TrustedProxies::Parse({}, header);
  const TrustedProxies proxies = *TrustedProxies::Parse({"10.0.0.0/8", "fd00::/8"}, header);

  const std::string line = Lines(name, text);
  (void)proxies.ClientOf(proxy, line);
  if (nobody.ClientOf(proxy, line + "\r\n") != proxy) std::abort();
  if (proxies.ClientOf(client, line + "\r\n") != client) std::abort();
  const std::string added = line + ", " + std::string(element) + "\r\n";
  if (proxies.ClientOf(proxy, added) != client) std::abort();
  const std::string own_line = line + Lines("\r\n" + std::string(name), element) + "\r\n";
  if (proxies.ClientOf(proxy, own_line) != client) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Check("X-Forwarded-For", text, "203.0.113.9:80", ForwardedHeader::kXForwardedFor);
  Check("X-Real-IP", text, "203.0.113.9", ForwardedHeader::kXRealIp);
  Check("Forwarded", text, "proto=https;for=\"203.0.113.9:80\"", ForwardedHeader::kForwarded);
  return 0;
}
