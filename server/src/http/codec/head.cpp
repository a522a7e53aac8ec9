#include "http/codec/head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "http/codec/token.h"

namespace prichal::http {
namespace {

constexpr Refusal kBadHead{.status = 400, .reason = "malformed request head"};

/// Accepts the characters of host and port (RFC 3986 section 3.2) without parsing them.
bool IsHost(std::string_view host) {
  static constexpr std::array<bool, 256> kAllowed = [] {
    std::array<bool, 256> allowed{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789-._~%!$&'()*+,;=:[]")) {
      allowed[static_cast<unsigned char>(c)] = true;
    }
    return allowed;
  }();
  return std::all_of(host.begin(), host.end(),
                     [](char c) { return kAllowed[static_cast<unsigned char>(c)]; });
}

/// Fields that are only copied to the request.
struct Part {
  std::string_view name;
  std::string_view Request::*value;
};
constexpr std::array<Part, 9> kParts{{
    {.name = "accept", .value = &Request::accept},
    {.name = "accept-encoding", .value = &Request::accept_encoding},
    {.name = "accept-language", .value = &Request::accept_language},
    {.name = "authorization", .value = &Request::authorization},
    {.name = "content-type", .value = &Request::content_type},
    {.name = "if-none-match", .value = &Request::if_none_match},
    {.name = "last-event-id", .value = &Request::last_event_id},
    {.name = "origin", .value = &Request::origin},
    {.name = "user-agent", .value = &Request::user_agent},
}};

using Refused = std::optional<Refusal>;

/// Interprets a header section line by line.
class HeadReader {
 public:
  Refused OnRequestLine(std::string_view line) {
    const std::size_t target = line.find(' ') + 1;
    const std::size_t version = line.rfind(' ') + 1;
    if (target == 0 || version <= target) return kBadRequestLine;
    head_.request.method = MethodOf(line.substr(0, target - 1));
    head_.request.target = line.substr(target, version - 1 - target);
    return OnVersion(line.substr(version));
  }

  Refused OnField(std::string_view name, std::string_view value) {
    const auto is = [name](std::string_view token) { return SameToken(name, token); };
    if (is("host")) return OnHost(value);
    if (is("content-length")) return OnContentLength(value);
    if (is("transfer-encoding")) return OnTransferEncoding(value);
    if (is("connection")) return OnConnection(value);
    if (is("expect")) return OnExpect(value);
    for (const Part& part : kParts) {
      if (!is(part.name)) continue;
      // The first of repeated lines counts. Lists split over several lines lose their tail; for
      // these fields that only leads to a less suitable response.
      std::string_view& into = head_.request.*part.value;
      if (into.empty()) into = value;
      break;
    }
    return std::nullopt;
  }

  Refused OnEnd() {
    // RFC 9112 section 3.2: HTTP/1.1 without Host is a 400.
    if (head_.http11 && !has_host_) return Bad("Host header is missing");
    // RFC 9112 section 6.1: both together, or chunked in HTTP/1.0, can be request smuggling.
    if (head_.chunked && has_length_) return Bad("Transfer-Encoding together with Content-Length");
    if (head_.chunked && !head_.http11) return Bad("Transfer-Encoding in HTTP/1.0");
    // RFC 9110 section 10.1.1: ignore the expectation of an HTTP/1.0 client.
    if (!head_.http11) head_.expect_continue = false;
    // RFC 9112 section 9.3: "close" has priority over "keep-alive".
    head_.keep_alive = !says_close_ && (head_.http11 || says_keep_alive_);
    return OnTarget();
  }

  [[nodiscard]] Head& head() { return head_; }

 private:
  static Refusal Bad(std::string_view reason) { return {.status = 400, .reason = reason}; }

  Refused OnVersion(std::string_view version) {
    if (version == "HTTP/1.1" || version == "HTTP/1.0") {
      head_.http11 = version.back() == '1';
      return std::nullopt;
    }
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
        version[6] == '.' && is_digit(version[7])) {
      return Refusal{.status = 505, .reason = "only HTTP/1.0 and HTTP/1.1 are spoken here"};
    }
    return kBadRequestLine;
  }

  Refused OnHost(std::string_view value) {
    // RFC 9112 section 3.2: several or invalid Hosts are a 400.
    if (has_host_) return Bad("more than one Host header");
    if (!IsHost(value)) return Bad("malformed Host header");
    has_host_ = true;
    head_.request.host = value;
    return std::nullopt;
  }

  Refused OnContentLength(std::string_view value) {
    // RFC 9112 section 6.3: repeated lengths enable request smuggling. Equal ones are rejected too,
    // because no legitimate client sends them.
    if (has_length_) return Bad("more than one Content-Length");
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, head_.content_length);
    if (error != std::errc() || stop != end) return Bad("malformed Content-Length");
    has_length_ = true;
    return std::nullopt;
  }

  Refused OnTransferEncoding(std::string_view value) {
    if (head_.chunked) return Bad("more than one Transfer-Encoding");
    if (!SameToken(value, "chunked")) {
      return Refusal{.status = 501, .reason = "unknown Transfer-Encoding"};
    }
    head_.chunked = true;
    return std::nullopt;
  }

  Refused OnConnection(std::string_view options) {
    for (std::string_view option; NextListElement(options, option);) {
      says_close_ = says_close_ || SameToken(option, "close");
      says_keep_alive_ = says_keep_alive_ || SameToken(option, "keep-alive");
    }
    return std::nullopt;
  }

  Refused OnExpect(std::string_view value) {
    if (!SameToken(value, "100-continue")) {
      return Refusal{.status = 417, .reason = "unknown expectation"};
    }
    head_.expect_continue = true;
    return std::nullopt;
  }

  Refused OnTarget() {
    std::string_view target = head_.request.target;
    if (target == "*" && head_.request.method == Method::kOptions) {
      head_.request.path = target;
      return std::nullopt;
    }
    // The absolute form (RFC 9112 section 3.2.2) must be accepted; its authority replaces Host.
    for (const std::string_view scheme : {"http://", "https://"}) {
      if (target.size() < scheme.size() || !SameToken(target.substr(0, scheme.size()), scheme)) {
        continue;
      }
      const std::size_t slash = std::min(target.find_first_of("/?", scheme.size()), target.size());
      head_.request.host = target.substr(scheme.size(), slash - scheme.size());
      if (!IsHost(head_.request.host)) return Bad("malformed authority");
      target.remove_prefix(slash);
      if (target.empty() || target.front() == '?') {
        head_.request.path = "/";
        head_.request.query = target.substr(std::min<std::size_t>(1, target.size()));
        return std::nullopt;
      }
      break;
    }
    if (target.empty() || target.front() != '/') {
      return Bad("request target must begin with /");
    }
    const std::size_t question = target.find('?');
    head_.request.path = target.substr(0, question);
    if (question != std::string_view::npos) head_.request.query = target.substr(question + 1);
    return std::nullopt;
  }

  Head head_;
  bool has_host_ = false;
  bool has_length_ = false;
  bool says_close_ = false;
  bool says_keep_alive_ = false;
};

}  // namespace

Result<Head, Refusal> ParseHead(std::string_view bytes) {
  HeadReader reader;
  const std::size_t line_end = bytes.find('\r');
  if (line_end == std::string_view::npos || bytes.size() < line_end + 2 * kLineEnd.size()) {
    return Fail(kBadHead);
  }
  if (auto refusal = reader.OnRequestLine(bytes.substr(0, line_end))) return Fail(*refusal);

  const std::size_t first = line_end + kLineEnd.size();
  const std::string_view lines = bytes.substr(first, bytes.size() - kLineEnd.size() - first);
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const std::size_t end = rest.find('\r');
    if (colon >= end || rest.size() < end + kLineEnd.size()) return Fail(kBadHead);
    const std::string_view value = TrimSpace(rest.substr(colon + 1, end - colon - 1));
    if (auto refusal = reader.OnField(rest.substr(0, colon), value)) return Fail(*refusal);
    rest.remove_prefix(end + kLineEnd.size());
  }
  if (auto refusal = reader.OnEnd()) return Fail(*refusal);
  reader.head().request.lines = lines;
  return reader.head();
}

}  // namespace prichal::http
