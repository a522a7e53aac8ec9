#include "http/h2/request_head.h"

namespace prichal::http2 {
namespace {

/// Enough for most requests of browsers.
constexpr std::size_t kUsualHead = 1024;

http::Refusal Bad(std::string_view reason) { return {.status = 400, .reason = reason}; }

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

Result<http::Head, http::Refusal> RequestHead::Build() {
  if (too_large_) {
    return Fail(http::Refusal{.status = 431, .reason = "request head is too large"});
  }
  if (const std::string_view scheme = Text(scheme_); scheme != "https" && scheme != "http") {
    return Fail(Bad("malformed :scheme"));
  }
  if (text_.empty()) BeginText();
  if (!cookies_.empty()) text_.append("cookie: ").append(cookies_).append("\r\n");
  text_ += "\r\n";
  http::HeadScanner scanner(limits_);
  const http::HeadScanner::Progress progress = scanner.Scan(text_);
  if (progress.refusal) return Fail(*progress.refusal);
  // A field that ended the header section early was not a field.
  if (!progress.complete || progress.consumed != text_.size() || scanner.leading() != 0) {
    return Fail(Bad("malformed request head"));
  }
  auto head = http::ParseHead(text_);
  // The absolute form is only for HTTP/1.1 proxies; in HTTP/2 :path has only the path.
  if (head && !Text(path_).starts_with('/') && Text(path_) != "*")
    return Fail(Bad("malformed :path"));
  return head;
}

}  // namespace prichal::http2
