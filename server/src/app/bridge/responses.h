#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "app/bridge/options.h"
#include "bridge/requests.h"
#include "bridge/verify_cache.h"
#include "http/cors.h"
#include "http/response.h"

namespace prichal::app {

/// What can come of a message or of the wish for a stream.
enum class Reply : std::size_t {
  kStored,
  kStoreFailed,
  kMailboxFull,  ///< too much of this sender waits for this receiver
  kAddressFull,  ///< too much of this address waits, whoever it is for
  kBusy,
  kTooLarge,
  kDraining,
  kTooOften,        ///< messages of this address
  kTooManyStreams,  ///< of this address
  kTooManyIds,      ///< of all streams
  kOtherOrigin,     ///< this page may not use the bridge
};

/// The responses of the bridge, made once for each loop: with the lines that let pages of other
/// origins read them, errors included, because a page that cannot read a 429 sees a dead bridge.
class BridgeResponses {
 public:
  explicit BridgeResponses(const BridgeOptions& options);

  [[nodiscard]] const http::Response& Of(Reply reply, bool has_origin) const;
  /// The head of a stream, with its opening line as first chunk.
  [[nodiscard]] const http::Response& Stream(bool has_origin) const;
  [[nodiscard]] const http::Response& Of(bridge::Verdict verdict, bool has_origin) const;
  [[nodiscard]] http::Response Refused(const bridge::BadRequest& refusal, bool has_origin) const;
  [[nodiscard]] http::Response NotFound(bool has_origin) const;
  /// The limits that hold, as JSON.
  [[nodiscard]] const http::Response& Limits(bool has_origin) const;
  /// `allow`: for example "OPTIONS, GET".
  [[nodiscard]] http::Response MethodNotAllowed(std::string_view allow, bool has_origin) const;
  [[nodiscard]] http::Response Options(std::string_view allow, bool has_origin) const;
  /// For errors that the server answers in place of the bridge: see net::Handler::ErrorLines().
  [[nodiscard]] std::string_view ErrorLines() const { return cors_.UnreadLines(); }

 private:
  static constexpr std::size_t kReplies = 11;

  http::Cors cors_;
  std::array<std::array<http::Response, 2>, kReplies> replies_;
  std::array<std::array<http::Response, 2>, bridge::kVerdicts> verdicts_;
  std::array<http::Response, 2> streams_;
  std::array<http::Response, 2> limits_;
};

}  // namespace prichal::app
