#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/chunk_decoder.h"
#include "bench/response_head.h"

namespace prichal::bench {

/// Reads responses of a kept connection one after the other; drops their bodies.
class ResponseReader {
 public:
  /// Takes from the front of `input`. True at the end of each response; call again with the rest.
  [[nodiscard]] bool Read(std::string_view& input);
  /// Of the response that has just ended. Status 0: what came is no response.
  [[nodiscard]] const ResponseHead& head() const { return head_.head(); }

 private:
  enum class State : std::uint8_t { kHead, kLength, kChunks };

  HeadReader head_;
  ChunkDecoder chunks_;
  State state_ = State::kHead;
  std::size_t left_ = 0;
};

}  // namespace prichal::bench
