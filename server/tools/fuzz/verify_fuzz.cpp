// Fuzzes verification requests as body, as query and as the URL in them: an accepted request has
// both fields, and OriginFrom() is idempotent.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bridge/core/request_source.h"
#include "bridge/core/verify.h"

namespace {

using namespace prichal;
using namespace prichal::bridge;

void CheckRequest(std::string_view query, std::string_view content_type, std::string_view body) {
  const auto request = bridge::ParseVerifyRequest(query, content_type, body);
  if (!request && (request.error().status != 400 || request.error().message.empty())) std::abort();
  if (request && (request->client_id.empty() || request->origin.empty())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckRequest("client_id=a&url=b", "application/json", text);
  CheckRequest(text, {}, {});

  const std::string origin = bridge::OriginFrom(text);
  if (bridge::OriginFrom(origin) != origin) std::abort();
  // The result is an origin without path, or the unchanged input.
  if (origin != text &&
      origin.find_first_of("/?#\\@", origin.find("://") + 3) != std::string::npos) {
    std::abort();
  }
  return 0;
}
