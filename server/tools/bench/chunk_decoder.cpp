#include "bench/chunk_decoder.h"

#include <algorithm>

namespace prichal::bench {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 40U;

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

void ChunkDecoder::ReadFraming(char c) {
  switch (state_) {
    case State::kSize:
      if (const int digit = DigitOf(c); digit >= 0 && left_ < kMostBytes) {
        left_ = left_ * 16 + static_cast<std::size_t>(digit);
        digits_seen_ = true;
      } else {
        state_ = c == '\r' && digits_seen_ ? State::kSizeEnd : State::kBroken;
      }
      break;
    case State::kSizeEnd:
      state_ = c != '\n' ? State::kBroken : left_ == 0 ? State::kLastEnd : State::kData;
      break;
    case State::kDataEnd:
      state_ = c == '\r' ? State::kDataEndLf : State::kBroken;
      break;
    case State::kDataEndLf:
      state_ = c == '\n' ? State::kSize : State::kBroken;
      digits_seen_ = false;
      break;
    case State::kLastEnd:
      state_ = c == '\r' ? State::kLastEndLf : State::kBroken;
      break;
    case State::kLastEndLf:
      state_ = c == '\n' ? State::kEnded : State::kBroken;
      break;
    default:
      break;
  }
}

std::string_view ChunkDecoder::Next(std::string_view& input) {
  while (!input.empty() && !ended() && !broken()) {
    if (state_ == State::kData) {
      const std::string_view data = input.substr(0, std::min(left_, input.size()));
      input.remove_prefix(data.size());
      left_ -= data.size();
      if (left_ == 0) state_ = State::kDataEnd;
      return data;
    }
    ReadFraming(input.front());
    input.remove_prefix(1);
  }
  return {};
}

}  // namespace prichal::bench
