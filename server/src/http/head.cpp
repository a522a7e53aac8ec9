#include "http/head.h"

#include <algorithm>
#include <array>
#include <boost/beast/http/basic_parser.hpp>
#include <charconv>
#include <optional>

#include "http/token.h"

namespace prichal::http {
namespace {

namespace beast = boost::beast;
using beast::http::field;
using beast::http::verb;
using BeastView = beast::string_view;
using ErrorCode = beast::error_code;

constexpr std::string_view kLineEnd = "\r\n";

std::string_view View(BeastView text) { return {text.data(), text.size()}; }

Method MethodOf(verb method) {
  switch (method) {
    case verb::get:
      return Method::kGet;
    case verb::head:
      return Method::kHead;
    case verb::post:
      return Method::kPost;
    case verb::options:
      return Method::kOptions;
    default:
      return Method::kOther;
  }
}

/// reg-name, IP literal and port of RFC 3986 section 3.2, without looking closer.
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

/// The part of a request that a field sets, null for fields that nobody reads.
std::string_view* FieldOf(Request& request, field name, std::string_view text) {
  switch (name) {
    case field::accept:
      return &request.accept;
    case field::accept_encoding:
      return &request.accept_encoding;
    case field::accept_language:
      return &request.accept_language;
    case field::authorization:
      return &request.authorization;
    case field::content_type:
      return &request.content_type;
    case field::if_none_match:
      return &request.if_none_match;
    case field::origin:
      return &request.origin;
    case field::user_agent:
      return &request.user_agent;
    default:
      break;
  }
  if (SameToken(text, "last-event-id")) return &request.last_event_id;
  return nullptr;
}

/// Beast's parser with our rules in its callbacks. Given one complete head; sees no body.
class HeadParser final : public beast::http::basic_parser<true> {
 public:
  Head head;
  std::optional<Refusal> refusal;

 private:
  void Refuse(int status, std::string_view reason, ErrorCode& ec) {
    refusal = Refusal{.status = status, .reason = reason};
    ec = beast::http::error::bad_value;
  }

  void on_request_impl(verb method, BeastView /*method_text*/, BeastView target, int version,
                       ErrorCode& /*ec*/) override {
    head.request.method = MethodOf(method);
    head.request.target = View(target);
    head.http11 = version == 11;
  }

  void on_field_impl(field name, BeastView name_text, BeastView value_text,
                     ErrorCode& ec) override {
    const std::string_view value = TrimSpace(View(value_text));
    switch (name) {
      case field::host:
        return OnHost(value, ec);
      case field::content_length:
        return OnContentLength(value, ec);
      case field::transfer_encoding:
        return OnTransferEncoding(value, ec);
      case field::expect:
        if (!SameToken(value, "100-continue")) return Refuse(417, "unknown expectation", ec);
        head.expect_continue = true;
        return;
      default:
        break;
    }
    std::string_view* part = FieldOf(head.request, name, View(name_text));
    // Of repeated lines the first counts; lists that may be split over lines lose their tail,
    // which for the fields we read only costs a worse choice.
    if (part != nullptr && part->empty()) *part = value;
  }

  void OnHost(std::string_view value, ErrorCode& ec) {
    // RFC 9112 section 3.2: more than one, or one that is not valid, is 400.
    if (has_host_) return Refuse(400, "more than one Host header", ec);
    if (!IsHost(value)) return Refuse(400, "malformed Host header", ec);
    has_host_ = true;
    head.request.host = value;
  }

  void OnContentLength(std::string_view value, ErrorCode& ec) {
    // RFC 9112 section 6.3: a repeated length is how requests are smuggled; equal ones too are
    // nothing an honest client sends.
    if (has_length_) return Refuse(400, "more than one Content-Length", ec);
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, head.content_length);
    if (error != std::errc() || stop != end) return Refuse(400, "malformed Content-Length", ec);
    has_length_ = true;
  }

  void OnTransferEncoding(std::string_view value, ErrorCode& ec) {
    if (head.chunked) return Refuse(400, "more than one Transfer-Encoding", ec);
    if (!SameToken(value, "chunked")) return Refuse(501, "unknown Transfer-Encoding", ec);
    head.chunked = true;
  }

  void on_header_impl(ErrorCode& ec) override {
    // RFC 9112 section 3.2: HTTP/1.1 without Host is 400.
    if (head.http11 && !has_host_) return Refuse(400, "Host header is missing", ec);
    // RFC 9112 section 6.1: both together, or chunked in HTTP/1.0, are not to be trusted.
    if (head.chunked && has_length_) {
      return Refuse(400, "Transfer-Encoding together with Content-Length", ec);
    }
    if (head.chunked && !head.http11) {
      return Refuse(400, "Transfer-Encoding in HTTP/1.0", ec);
    }
    // RFC 9110 section 10.1.1: an HTTP/1.0 client cannot wait for 100.
    if (!head.http11) head.expect_continue = false;
    head.keep_alive = keep_alive();
    OnTarget(ec);
  }

  void OnTarget(ErrorCode& ec) {
    std::string_view target = head.request.target;
    if (target == "*" && head.request.method == Method::kOptions) {
      head.request.path = target;
      return;
    }
    // Absolute form (RFC 9112 section 3.2.2) must be understood; its authority replaces Host.
    for (const std::string_view scheme : {"http://", "https://"}) {
      if (target.size() < scheme.size() || !SameToken(target.substr(0, scheme.size()), scheme)) {
        continue;
      }
      const std::size_t slash = std::min(target.find_first_of("/?", scheme.size()), target.size());
      head.request.host = target.substr(scheme.size(), slash - scheme.size());
      if (!IsHost(head.request.host)) return Refuse(400, "malformed authority", ec);
      target.remove_prefix(slash);
      if (target.empty() || target.front() == '?') {
        head.request.path = "/";
        head.request.query = target.substr(std::min<std::size_t>(1, target.size()));
        return;
      }
      break;
    }
    if (target.empty() || target.front() != '/') {
      return Refuse(400, "request target must begin with /", ec);
    }
    const std::size_t question = target.find('?');
    head.request.path = target.substr(0, question);
    if (question != std::string_view::npos) head.request.query = target.substr(question + 1);
  }

  void on_response_impl(int /*code*/, BeastView /*reason*/, int /*version*/,
                        ErrorCode& /*ec*/) override {}
  void on_body_init_impl(boost::optional<std::uint64_t> const& /*length*/,
                         ErrorCode& /*ec*/) override {}
  std::size_t on_body_impl(BeastView body, ErrorCode& /*ec*/) override { return body.size(); }
  void on_chunk_header_impl(std::uint64_t /*size*/, BeastView /*extensions*/,
                            ErrorCode& /*ec*/) override {}
  std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, BeastView body,
                                 ErrorCode& /*ec*/) override {
    return body.size();
  }
  void on_finish_impl(ErrorCode& /*ec*/) override {}

  bool has_host_ = false;
  bool has_length_ = false;
};

/// What Beast found wrong, when our own rules did not speak.
Refusal RefusalOf(ErrorCode ec, std::string_view bytes) {
  using beast::http::error;
  if (ec == error::bad_version) {
    const std::string_view line = bytes.substr(0, bytes.find('\r'));
    const std::string_view version = line.substr(line.rfind(' ') + 1);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
        version[6] == '.' && is_digit(version[7])) {
      return {.status = 505, .reason = "only HTTP/1.0 and HTTP/1.1 are spoken here"};
    }
    return {.status = 400, .reason = "malformed request line"};
  }
  if (ec == error::bad_content_length || ec == error::multiple_content_length) {
    return {.status = 400, .reason = "malformed Content-Length"};
  }
  if (ec == error::bad_transfer_encoding) {
    return {.status = 400, .reason = "malformed Transfer-Encoding"};
  }
  return {.status = 400, .reason = "malformed request head"};
}

/// What stands between the request line and the empty line.
std::string_view LinesOf(std::string_view head) {
  head.remove_suffix(kLineEnd.size());
  head.remove_prefix(head.find(kLineEnd) + kLineEnd.size());
  return head;
}

}  // namespace

Result<Head, Refusal> ParseHead(std::string_view bytes) {
  HeadParser parser;
  parser.header_limit((std::numeric_limits<std::uint32_t>::max)());  // the scanner has counted
  parser.body_limit(boost::none);                                    // the reader counts
  ErrorCode ec;
  parser.put(boost::asio::buffer(bytes.data(), bytes.size()), ec);
  if (parser.refusal) return Fail(*parser.refusal);
  if (ec) return Fail(RefusalOf(ec, bytes));
  if (!parser.is_header_done()) {
    return Fail(Refusal{.status = 400, .reason = "malformed request head"});
  }
  parser.head.request.lines = LinesOf(bytes);
  return parser.head;
}

}  // namespace prichal::http
