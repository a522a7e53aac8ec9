#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "bridge/core/broker.h"
#include "bridge/core/counters.h"
#include "bridge/core/requests.h"
#include "bridge/core/verify.h"
#include "bridge/http/admission.h"
#include "http/codec/cors.h"
#include "http/codec/response.h"

namespace prichal::bridge {

/// The HTTP responses of the bridge. Errors have CORS headers too, because a page that cannot read
/// a 429 concludes that the bridge is down.
///
/// Owned by a BridgeLoop, used on its loop, rebuilt when the configuration changes. `has_origin`:
/// the request has an Origin header.
class BridgeResponses {
 public:
  explicit BridgeResponses(const BridgeOptions& options);

  [[nodiscard]] const http::Response& For(PublishResult result, bool has_origin) const {
    return results_.at(static_cast<std::size_t>(result)).at(has_origin ? 1 : 0);
  }
  [[nodiscard]] const http::Response& For(Refusal refusal, bool has_origin) const {
    return refusals_.at(static_cast<std::size_t>(refusal)).at(has_origin ? 1 : 0);
  }
  [[nodiscard]] const http::Response& For(Verdict verdict, bool has_origin) const {
    return verdicts_.at(static_cast<std::size_t>(verdict)).at(has_origin ? 1 : 0);
  }
  /// Headers of a stream, with its first bytes.
  [[nodiscard]] const http::Response& Stream(bool has_origin) const {
    return streams_.at(has_origin ? 1 : 0);
  }
  /// A bad request.
  [[nodiscard]] http::Response Refused(const BadRequest& refusal, bool has_origin) const;
  [[nodiscard]] http::Response NotFound(bool has_origin) const;
  /// The current limits as JSON.
  [[nodiscard]] const http::Response& Limits(bool has_origin) const {
    return limits_.at(has_origin ? 1 : 0);
  }
  /// `allow`: value of the Allow header, such as "OPTIONS, GET".
  [[nodiscard]] http::Response MethodNotAllowed(std::string_view allow, bool has_origin) const;
  [[nodiscard]] http::Response Options(std::string_view allow, bool has_origin) const;
  /// Headers of errors that the server answers instead of the bridge; see
  /// http::Handler::ErrorLines().
  [[nodiscard]] std::string_view ErrorLines() const { return cors_.UnreadLines(); }

 private:
  /// Without and with an Origin header in the request.
  using Pair = std::array<http::Response, 2>;

  http::Cors cors_;
  std::array<Pair, kPublishResults> results_;
  std::array<Pair, kRefusals> refusals_;
  std::array<Pair, kVerdicts> verdicts_;
  Pair streams_;
  Pair limits_;
};

/// Adds a response to the counter of its row, if it has one. `counters` belongs to the calling
/// loop.
void CountResult(PublishResult result, Counters& counters);
void CountRefusal(Refusal refusal, Counters& counters);

}  // namespace prichal::bridge
