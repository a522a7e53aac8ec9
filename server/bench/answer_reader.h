#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/answer_head.h"
#include "bench/chunk_decoder.h"

namespace prichal::bench {

/// Reads answers of a kept connection one after the other; drops their bodies.
class AnswerReader {
 public:
  /// Takes from the front of `input`. True at the end of each answer; call again with the rest.
  [[nodiscard]] bool Read(std::string_view& input);
  /// Of the answer that has just ended. Status 0: what came is no answer.
  [[nodiscard]] const AnswerHead& head() const { return head_.head(); }

 private:
  enum class State : std::uint8_t { kHead, kLength, kChunks };

  HeadReader head_;
  ChunkDecoder chunks_;
  State state_ = State::kHead;
  std::size_t left_ = 0;
};

}  // namespace prichal::bench
