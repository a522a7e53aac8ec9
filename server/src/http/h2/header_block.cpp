#include "http/h2/header_block.h"

#include <cstdint>

#include "http/codec/header_fields.h"

namespace prichal::http::h2 {
namespace {

/// Enough for most requests of browsers.
constexpr std::size_t kUsualHead = 1024;

Refusal Bad(std::string_view reason) { return {.status = 400, .reason = reason}; }

/// True for connection-specific fields (RFC 9113 section 8.2.2).
bool IsOfConnection(std::string_view name) {
  for (const std::string_view header :
       {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"}) {
    if (SameToken(name, header)) return true;
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
      take(line.substr(0, colon), TrimSpace(line.substr(colon + 1)));
    }
    at = end;
  }
}

}  // namespace

bool RequestHead::Add(std::string_view name, std::string_view value) {
  // Each field becomes a line with ": " and CRLF.
  if (too_large_ || size() + name.size() + value.size() + 4 > limits_.head) {
    too_large_ = true;
    return false;
  }
  if (name.starts_with(':')) {
    SetPseudo(name, value);
    return true;
  }
  if (text_.empty()) BeginText();
  if (name == "cookie") {
    // A client can split cookies for better compression (RFC 9113 section 8.2.3).
    if (!cookies_.empty()) cookies_ += "; ";
    cookies_ += value;
    return true;
  }
  // Host may repeat :authority (RFC 9113 section 8.3.1). A different value becomes a second Host,
  // which is rejected.
  if (name == "host" && authority_.length != std::string_view::npos && value == Text(authority_)) {
    return true;
  }
  text_.append(name).append(": ").append(value).append("\r\n");
  return true;
}

void RequestHead::SetPseudo(std::string_view name, std::string_view value) {
  const Part part{.begin = pseudo_.size(), .length = value.size()};
  pseudo_ += value;
  if (name == ":method") method_ = part;
  if (name == ":path") path_ = part;
  if (name == ":authority") authority_ = part;
  if (name == ":scheme") scheme_ = part;
}

std::string_view RequestHead::Text(const Part& part) const {
  if (part.length == std::string_view::npos) return {};
  return std::string_view(pseudo_).substr(part.begin, part.length);
}

void RequestHead::BeginText() {
  text_.reserve(kUsualHead);
  text_.append(Text(method_)).append(" ").append(Text(path_)).append(" HTTP/1.1\r\n");
  if (authority_.length != std::string_view::npos) {
    text_.append("host: ").append(Text(authority_)).append("\r\n");
  }
}

Result<Head, Refusal> RequestHead::Build() {
  if (too_large_) {
    return Fail(Refusal{.status = 431, .reason = "request head is too large"});
  }
  if (const std::string_view scheme = Text(scheme_); scheme != "https" && scheme != "http") {
    return Fail(Bad("malformed :scheme"));
  }
  if (text_.empty()) BeginText();
  if (!cookies_.empty()) text_.append("cookie: ").append(cookies_).append("\r\n");
  text_ += "\r\n";
  HeadScanner scanner(limits_);
  const HeadScanner::Progress progress = scanner.Scan(text_);
  if (progress.refusal) return Fail(*progress.refusal);
  // A field that ended the header section early was not a field.
  if (!progress.complete || progress.consumed != text_.size() || scanner.leading() != 0) {
    return Fail(Bad("malformed request head"));
  }
  auto head = ParseHead(text_);
  // The absolute form is only for HTTP/1.1 proxies; in HTTP/2 :path has only the path.
  if (head && !Text(path_).starts_with('/') && Text(path_) != "*")
    return Fail(Bad("malformed :path"));
  return head;
}

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
    if (SameToken(given, name)) Add(given, value);
  });
}

}  // namespace prichal::http::h2
