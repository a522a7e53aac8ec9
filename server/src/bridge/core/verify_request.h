#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "bridge/core/requests.h"

namespace prichal::bridge {

/// The parameters of POST /bridge/verify, by which a wallet checks the page that requests a
/// connection.
struct VerifyRequest {
  std::string client_id;  ///< any text, not only valid client IDs
  std::string origin;     ///< OriginFrom() of the parameter `url`
};

/// Parses POST /bridge/verify: `client_id`, `url` and `type`, checked in this order. They come from
/// the JSON body if `content_type` is JSON and one of its fields is a non-empty string; otherwise
/// all come from the query. An empty value is an absent one. The only type is "connect". Any
/// thread.
[[nodiscard]] Result<VerifyRequest, BadRequest> ParseVerifyRequest(std::string_view query,
                                                                   std::string_view content_type,
                                                                   std::string_view body);

}  // namespace prichal::bridge
