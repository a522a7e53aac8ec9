#include "http/h2/response_head.h"

#include <cstdint>

#include "http/codec/token.h"

namespace prichal::http2 {
namespace {

/// True for connection-specific fields (RFC 9113 section 8.2.2).
bool IsOfConnection(std::string_view name) {
  for (const std::string_view header :
       {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"}) {
    if (http::SameToken(name, header)) return true;
  }
  return false;
}

/// Calls `take` with name and value of each line except the first.
template <typename Take>
void ForEachLine(std::string_view head, Take take) {
  constexpr std::string_view kLineEnd = "\r\n";
  std::size_t at = head.find(kLineEnd);
  while (at != std::string_view::npos && at + kLineEnd.size() < head.size()) {
    at += kLineEnd.size();
    const std::size_t end = head.find(kLineEnd, at);
    const std::string_view line = head.substr(at, end - at);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
      take(line.substr(0, colon), http::TrimSpace(line.substr(colon + 1)));
    }
    at = end;
  }
}

}  // namespace

ResponseHead::ResponseHead(int status)
    : status_{static_cast<char>('0' + status / 100 % 10), static_cast<char>('0' + status / 10 % 10),
              static_cast<char>('0' + status % 10)} {
  fields_.reserve(24);
  Add(":status", {status_.data(), status_.size()});
}

void ResponseHead::Add(std::string_view name, std::string_view value) {
  // nghttp2's type is not const, but it only reads the text.
  fields_.push_back({.name = reinterpret_cast<std::uint8_t*>(const_cast<char*>(name.data())),
                     .value = reinterpret_cast<std::uint8_t*>(const_cast<char*>(value.data())),
                     .namelen = name.size(),
                     .valuelen = value.size(),
                     .flags = NGHTTP2_NV_FLAG_NONE});
}

void ResponseHead::AddAll(std::string_view head) {
  ForEachLine(head, [this](std::string_view name, std::string_view value) {
    if (!IsOfConnection(name)) Add(name, value);
  });
}

void ResponseHead::AddNamed(std::string_view head, std::string_view name) {
  ForEachLine(head, [&](std::string_view given, std::string_view value) {
    if (http::SameToken(given, name)) Add(given, value);
  });
}

}  // namespace prichal::http2
