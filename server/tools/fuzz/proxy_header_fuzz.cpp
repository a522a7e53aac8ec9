// Fuzzes the first bytes of a connection: the result does not depend on how they are split, and the
// client's address is never the unspecified one.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/transport/proxy_header.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using prichal::http::ProxyHeader;
  using prichal::http::ReadProxyHeader;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto whole = ReadProxyHeader(bytes);
  if (!whole) return 0;
  if (!*whole) {
    if (size >= ProxyHeader::kMostBytes) std::abort();
    return 0;
  }
  const ProxyHeader& header = **whole;
  if (header.bytes > size || header.bytes > ProxyHeader::kMostBytes) std::abort();
  if (header.bytes < ProxyHeader::kStartBytes) std::abort();
  if (header.source && header.source->address == prichal::IpAddress()) std::abort();
  // With one byte less the header is incomplete; further bytes do not change it.
  const auto less = ReadProxyHeader(bytes.substr(0, header.bytes - 1));
  if (!less || *less) std::abort();
  const auto alone = ReadProxyHeader(bytes.substr(0, header.bytes));
  if (!alone || !*alone || (*alone)->bytes != header.bytes) std::abort();
  return 0;
}
