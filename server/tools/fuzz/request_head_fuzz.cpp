// Fuzzes HTTP/1.1 requests: the result does not depend on how the bytes are split, and an accepted
// request has no control characters in its header section.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/codec/request_reader.h"

namespace {

using prichal::http::HeadLimits;
using prichal::http::RequestReader;

constexpr std::size_t kBodyLimit = 1000;

void Check(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\t') || byte == 0x7f) std::abort();
  }
}

/// Returns all requests and the final error as text.
std::string ReadAll(std::string_view bytes, std::size_t piece) {
  const HeadLimits limits{.head = 512, .target = 128, .fields = 8};
  std::string log;
  auto reader = std::make_unique<RequestReader>(limits);
  while (!bytes.empty()) {
    // A temporary copy, like the loop's receive buffer.
    const std::string copy(bytes.substr(0, piece));
    bytes.remove_prefix(copy.size());
    std::string_view input = copy;
    for (bool more = true; more;) {
      switch (reader->Read(input)) {
        case RequestReader::Step::kNeedMore:
          more = false;
          break;
        case RequestReader::Step::kHead:
          reader->AllowBody(kBodyLimit);
          break;
        case RequestReader::Step::kComplete: {
          const auto& request = reader->request();
          if (request.body.size() > kBodyLimit) std::abort();
          for (const auto part : {request.target, request.path, request.query, request.host,
                                  request.origin, request.user_agent, request.last_event_id}) {
            Check(part);
            log.append(part).append("\n");
          }
          log.append(request.body).append("\n\n");
          reader = std::make_unique<RequestReader>(limits);
          break;
        }
        case RequestReader::Step::kRefused:
          if (reader->refusal().status < 400 || reader->refusal().reason.empty()) std::abort();
          return log + std::to_string(reader->refusal().status) +
                 std::string(reader->refusal().reason);
      }
    }
  }
  return log;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = ReadAll(bytes, size);
  if (ReadAll(bytes, 1) != whole || ReadAll(bytes, 7) != whole) std::abort();
  return 0;
}
