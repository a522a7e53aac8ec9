#include "bench/response_reader.h"

#include <algorithm>

namespace prichal::bench {

bool ResponseReader::Read(std::string_view& input) {
  while (!input.empty()) {
    switch (state_) {
      case State::kHead:
        if (!head_.Read(input)) return false;
        if (head().chunked) {
          chunks_ = {};
          state_ = State::kChunks;
          break;
        }
        left_ = head().length.value_or(0);
        if (left_ == 0) return true;
        state_ = State::kLength;
        break;
      case State::kLength: {
        const std::size_t taken = std::min(left_, input.size());
        input.remove_prefix(taken);
        left_ -= taken;
        if (left_ > 0) return false;
        state_ = State::kHead;
        return true;
      }
      case State::kChunks:
        while (!chunks_.Next(input).empty()) {
        }
        if (!chunks_.ended() && !chunks_.broken()) return false;
        state_ = State::kHead;
        return true;
    }
  }
  return false;
}

}  // namespace prichal::bench
