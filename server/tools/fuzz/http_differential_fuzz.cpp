// Compares the HTTP/1.1 parser with llhttp, the parser of Node.js. llhttp must accept each request
// that this parser accepts, with the same method, target, body and end. Otherwise a request could
// be smuggled. The reverse is not required, because this parser is stricter.

#include <llhttp.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/codec/request_reader.h"

namespace {

using prichal::http::HeadLimits;
using prichal::http::Method;
using prichal::http::RequestReader;

constexpr std::size_t kBodyLimit = 1'000;

/// A request as parsed by llhttp.
struct Seen {
  llhttp_errno error = HPE_OK;
  std::string_view reason;  ///< of the error
  std::string method;
  std::string target;
  std::string body;
  std::size_t bytes = 0;
  bool head_read = false;         ///< the error, if any, is after the header section
  bool behind_extension = false;  ///< the error is in a line after a chunk extension
};

template <std::string Seen::*Part>
int Append(llhttp_t* parser, const char* at, std::size_t length) {
  (static_cast<Seen*>(parser->data)->*Part).append(at, length);
  return HPE_OK;
}

Seen ReadByLlhttp(std::string_view bytes) {
  Seen seen;
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_method = Append<&Seen::method>;
  settings.on_url = Append<&Seen::target>;
  settings.on_body = Append<&Seen::body>;
  settings.on_headers_complete = [](llhttp_t* at) {
    static_cast<Seen*>(at->data)->head_read = true;
    return 0;
  };
  settings.on_message_complete = [](llhttp_t* /*parser*/) { return static_cast<int>(HPE_PAUSED); };
  llhttp_t parser;
  llhttp_init(&parser, HTTP_REQUEST, &settings);
  parser.data = &seen;
  seen.error = llhttp_execute(&parser, bytes.data(), bytes.size());
  if (const char* reason = llhttp_get_error_reason(&parser)) seen.reason = reason;
  if (const char* place = llhttp_get_error_pos(&parser)) {
    const auto before = bytes.substr(0, static_cast<std::size_t>(place - bytes.data()));
    seen.behind_extension =
        before.rfind(';') != std::string_view::npos &&
        (before.rfind('\n') == std::string_view::npos || before.rfind(';') > before.rfind('\n'));
  }
  if (seen.error == HPE_PAUSED) {
    seen.bytes = static_cast<std::size_t>(llhttp_get_error_pos(&parser) - bytes.data());
  }
  return seen;
}

/// Known differences, which are not compared. llhttp rejects unknown methods and those of other
/// protocols, and a backslash in a quoted chunk extension value (allowed by RFC 9110, section
/// 5.6.4). It treats trailers as headers, also those for framing, while this parser drops all
/// trailers (RFC 9110, section 6.5.1). It parses a second chunk extension as the chunk size. It
/// stops after an upgrade request, which this parser ignores.
bool IsForLlhttp(const Seen& seen, Method method) {
  if (seen.error == HPE_PAUSED_UPGRADE) return false;
  if (seen.head_read &&
      (seen.error == HPE_INVALID_CONTENT_LENGTH || seen.error == HPE_UNEXPECTED_CONTENT_LENGTH ||
       seen.error == HPE_INVALID_TRANSFER_ENCODING)) {
    return false;
  }
  if (seen.error == HPE_INVALID_CHUNK_SIZE && seen.behind_extension) return false;
  if (seen.error == HPE_STRICT && seen.reason.find("chunk extensions quote") != std::string::npos) {
    return false;
  }
  return method != Method::kOther || seen.error == HPE_PAUSED;
}

void Compare(std::string_view bytes, std::size_t consumed, const RequestReader& reader) {
  const Seen seen = ReadByLlhttp(bytes);
  const auto& request = reader.request();
  if (!IsForLlhttp(seen, request.method)) return;
  const std::string_view method = NameOf(request.method);
  if (seen.error != HPE_PAUSED || seen.bytes != consumed || seen.target != request.target ||
      seen.body != request.body || (!method.empty() && seen.method != method)) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const HeadLimits limits{.head = 512, .target = 128, .fields = 8};
  std::string_view left(reinterpret_cast<const char*>(data), size);
  while (!left.empty()) {
    RequestReader reader(limits);
    std::string_view input = left;
    auto step = reader.Read(input);
    if (step == RequestReader::Step::kHead) {
      reader.AllowBody(kBodyLimit);
      step = reader.Read(input);
    }
    if (step != RequestReader::Step::kComplete) return 0;
    Compare(left, left.size() - input.size(), reader);
    left = input;
  }
  return 0;
}
