#include "http/codec/request_head.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "base/encoding.h"
#include "http/codec/header_fields.h"

namespace prichal::http {
namespace {

constexpr Refusal kBadHead{.status = 400, .reason = "malformed request head"};

constexpr std::array<bool, 256> TableOf(bool (*is_in)(unsigned char)) {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) table[c] = is_in(static_cast<unsigned char>(c));
  return table;
}

/// Accepts the characters of host and port (RFC 3986 section 3.2) without parsing them.
bool IsHost(std::string_view host) {
  static constexpr auto kAllowed = TableOf([](unsigned char c) {
    return IsAsciiAlphanumeric(static_cast<char>(c)) ||
           (c != 0 && std::string_view("-._~%!$&'()*+,;=:[]").find(static_cast<char>(c)) !=
                          std::string_view::npos);
  });
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
      return Refusal{.status = 505, .reason = "unsupported HTTP version"};
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
    const auto length = ParseNumber<decltype(head_.content_length)>(value);
    if (!length) return Bad("malformed Content-Length");
    head_.content_length = *length;
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

constexpr std::size_t kLongestMethod = 16;
constexpr std::size_t kLongestVersion = 8;  // "HTTP/1.1"

constexpr bool IsVisible(unsigned char c) { return c > 0x20 && c < 0x7f; }

/// Excludes '#': a fragment is never sent (RFC 9110 section 4.2.5).
constexpr bool IsTargetByte(unsigned char c) { return IsVisible(c) && c != '#'; }

constexpr std::array<bool, 256> kToken =
    TableOf([](unsigned char c) { return IsTokenByte(static_cast<char>(c)); });
constexpr std::array<bool, 256> kVisible = TableOf(IsVisible);
constexpr std::array<bool, 256> kTarget = TableOf(IsTargetByte);
constexpr std::array<bool, 256> kField =
    TableOf([](unsigned char c) { return IsFieldByte(static_cast<char>(c)); });

/// Returns the number of leading bytes in the table; the first `run` are known to be.
std::size_t RunOf(std::string_view bytes, const std::array<bool, 256>& table, std::size_t run = 0) {
  while (run < bytes.size() && table[static_cast<unsigned char>(bytes[run])]) ++run;
  return run;
}

// Fast paths for the long parts of a header section: the target and field values.

std::size_t TargetRun(std::string_view bytes) {
  return RunOf(bytes, kTarget, RunOfBlocks(bytes, [](ByteBlock block) {
                 return (block <= ' ') | (block == 0x7f) | (block == '#');
               }));
}

std::size_t ValueRun(std::string_view bytes) {
  return RunOf(bytes, kField, RunOfBlocks(bytes, [](ByteBlock block) {
                 return ((block >= 0) & (block < ' ') & (block != '\t')) | (block == 0x7f);
               }));
}

constexpr Refusal kBadField{.status = 400, .reason = "malformed header line"};
constexpr Refusal kBadEnd{.status = 400, .reason = "lines must end with CR LF"};

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

HeadScanner::Progress HeadScanner::Scan(std::string_view bytes) {
  Progress progress;
  while (progress.consumed < bytes.size()) {
    // Most bytes only extend the current element; check the others one by one.
    const std::size_t run = Lengthen(bytes.substr(progress.consumed, limits_->head - size_));
    const std::size_t taken = std::max<std::size_t>(1, run);
    const char c = bytes[progress.consumed];
    progress.consumed += taken;
    size_ += taken;
    if (run == 0) {
      if (auto refusal = Step(static_cast<unsigned char>(c))) {
        progress.refusal = refusal;
        return progress;
      }
    }
    if (at_ == At::kDone) {
      progress.complete = true;
      return progress;
    }
    if (size_ >= limits_->head) {
      progress.refusal = Refusal{.status = 431, .reason = "request head is too large"};
      return progress;
    }
  }
  return progress;
}

std::size_t HeadScanner::Lengthen(std::string_view bytes) {
  std::size_t run = 0;
  switch (at_) {
    case At::kMethod:
      run = RunOf(bytes.substr(0, kLongestMethod - length_), kToken);
      break;
    case At::kVersion:
      run = RunOf(bytes.substr(0, kLongestVersion - length_), kVisible);
      break;
    case At::kTarget:
      run = TargetRun(bytes.substr(0, limits_->target - length_));
      break;
    case At::kName:
      run = RunOf(bytes, kToken);
      break;
    case At::kValue:
      return ValueRun(bytes);
    default:
      return 0;
  }
  length_ += run;
  return run;
}

std::optional<Refusal> HeadScanner::Step(unsigned char c) {
  switch (at_) {
    case At::kStart:
      if (c == '\r') {
        at_ = At::kStartLf;
        return std::nullopt;
      }
      at_ = At::kMethod;
      return StepRequestLine(c);
    case At::kStartLf:
      if (c != '\n') return kBadEnd;
      leading_ = size_;
      at_ = At::kStart;
      return std::nullopt;
    case At::kMethod:
    case At::kTarget:
    case At::kVersion:
      return StepRequestLine(c);
    case At::kLineLf:
      if (c != '\n') return kBadEnd;
      at_ = At::kFieldStart;
      return std::nullopt;
    case At::kFieldStart:
    case At::kName:
    case At::kValue:
      return StepField(c);
    case At::kFinalLf:
      if (c != '\n') return kBadEnd;
      at_ = At::kDone;
      return std::nullopt;
    case At::kDone:
      break;
  }
  return kBadRequestLine;
}

std::optional<Refusal> HeadScanner::StepRequestLine(unsigned char c) {
  if (c == '\n') return kBadEnd;
  switch (at_) {
    case At::kMethod:
      if (c == ' ' && length_ > 0) {
        at_ = At::kTarget;
        length_ = 0;
        return std::nullopt;
      }
      if (!kToken[c] || ++length_ > kLongestMethod) return kBadRequestLine;
      return std::nullopt;
    case At::kTarget:
      if (c == ' ' && length_ > 0) {
        at_ = At::kVersion;
        length_ = 0;
        return std::nullopt;
      }
      if (!IsTargetByte(c)) return kBadRequestLine;
      if (++length_ > limits_->target) {
        return Refusal{.status = 414, .reason = "request target is too long"};
      }
      return std::nullopt;
    default:
      if (c == '\r') {
        at_ = At::kLineLf;
        length_ = 0;
        return std::nullopt;
      }
      if (!IsVisible(c) || ++length_ > kLongestVersion) return kBadRequestLine;
      return std::nullopt;
  }
}

std::optional<Refusal> HeadScanner::StepField(unsigned char c) {
  if (at_ == At::kFieldStart) {
    if (c == '\r') {
      at_ = At::kFinalLf;
      return std::nullopt;
    }
    if (c == ' ' || c == '\t') {
      return Refusal{.status = 400, .reason = "a header line must not be folded"};
    }
    if (++fields_ > limits_->fields) {
      return Refusal{.status = 431, .reason = "too many header lines"};
    }
    at_ = At::kName;
    length_ = 0;
  }
  if (c == '\n') return kBadEnd;
  if (at_ == At::kName) {
    if (c == ':' && length_ > 0) {
      at_ = At::kValue;
      return std::nullopt;
    }
    // Also rejects a space before the colon (RFC 9112 section 5.1).
    if (!kToken[c]) return kBadField;
    ++length_;
    return std::nullopt;
  }
  if (c == '\r') {
    at_ = At::kLineLf;
    return std::nullopt;
  }
  if (!kField[c]) return kBadField;
  return std::nullopt;
}

}  // namespace prichal::http
