#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "bridge/connects.h"
#include "bridge/requests.h"
#include "http/answer.h"

namespace prichal::app {

/// What can come of a message or of the wish for a stream.
enum class Reply : std::size_t {
  kStored,
  kStoreFailed,
  kMailboxFull,
  kBusy,
  kTooLarge,
  kDraining,
  kTooOften,        ///< messages of this address
  kTooManyStreams,  ///< of this address
  kTooManyIds,      ///< of all streams
};

/// The answers of the bridge, made once for each loop: with the lines that let pages of other
/// origins read them, errors included, because a page that cannot read a 429 sees a dead bridge.
class BridgeAnswers {
 public:
  /// `cors`: false leaves those lines out. `most_streams`: what kTooManyStreams names.
  BridgeAnswers(bool cors, std::size_t most_streams);

  [[nodiscard]] const http::Answer& Of(Reply reply, bool has_origin) const;
  /// The head of a stream, with its opening line as first chunk.
  [[nodiscard]] const http::Answer& Stream(bool has_origin) const;
  [[nodiscard]] const http::Answer& Of(bridge::Verdict verdict, bool has_origin) const;
  [[nodiscard]] http::Answer Refused(const bridge::BadRequest& refusal, bool has_origin) const;
  [[nodiscard]] http::Answer NotFound(bool has_origin) const;
  /// `allow`: for example "OPTIONS, GET".
  [[nodiscard]] http::Answer MethodNotAllowed(std::string_view allow, bool has_origin) const;
  [[nodiscard]] http::Answer Options(std::string_view allow, bool has_origin) const;

 private:
  static constexpr std::size_t kReplies = 9;

  [[nodiscard]] std::string Lines(bool has_origin) const;

  const bool cors_;
  std::array<std::array<http::Answer, 2>, kReplies> replies_;
  std::array<std::array<http::Answer, 2>, bridge::kVerdicts> verdicts_;
  std::array<http::Answer, 2> streams_;
};

}  // namespace prichal::app
