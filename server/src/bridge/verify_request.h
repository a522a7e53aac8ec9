#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "bridge/requests.h"

namespace prichal::bridge {

/// POST /bridge/verify: is this really the page that it says it is?
struct VerifyRequest {
  std::string client_id;  ///< any text; one that is no client id has no stream
  std::string origin;     ///< OriginFrom() of the `url` that was given
};

/// Reads the fields `client_id`, `url` and `type` from a JSON body, or all of them from the query:
/// the body counts if `content_type` calls it JSON and one of its fields is a text that is not
/// empty. Checks in this order; an empty value is an absent one. The only type is "connect".
[[nodiscard]] Result<VerifyRequest, BadRequest> ParseVerifyRequest(std::string_view query,
                                                                   std::string_view content_type,
                                                                   std::string_view body);

}  // namespace prichal::bridge
