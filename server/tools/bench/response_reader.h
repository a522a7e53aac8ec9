// Reads responses on a persistent connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/chunk_decoder.h"
#include "bench/response_head.h"

namespace prichal::bench {

/// Reads the responses of a persistent connection one after another and discards their bodies.
class ResponseReader {
 public:
  /// Consumes the front of `input`. Returns true at the end of each response; call it again with
  /// the rest.
  [[nodiscard]] bool Read(std::string_view& input);
  /// Headers of the last response. Status 0: malformed response.
  [[nodiscard]] const ResponseHead& head() const { return head_.head(); }

 private:
  enum class State : std::uint8_t { kHead, kLength, kChunks };

  HeadReader head_;
  ChunkDecoder chunks_;
  State state_ = State::kHead;
  std::size_t left_ = 0;
};

}  // namespace prichal::bench
