#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace prichal::bench {

/// Undoes the chunked coding (RFC 9112 section 7.1) of bytes as they come. Trailers are no part of
/// any answer we ask for and count as broken.
class ChunkDecoder {
 public:
  /// Takes from the front of `input` and returns the next bytes of the body, or none: more are
  /// needed, or the body has ended, or it is broken.
  [[nodiscard]] std::string_view Next(std::string_view& input);

  [[nodiscard]] bool ended() const { return state_ == State::kEnded; }
  [[nodiscard]] bool broken() const { return state_ == State::kBroken; }

 private:
  enum class State : std::uint8_t {
    kSize,
    kSizeEnd,
    kData,
    kDataEnd,
    kDataEndLf,
    kLastEnd,
    kLastEndLf,
    kEnded,
    kBroken,
  };

  void TakeFraming(char c);

  State state_ = State::kSize;
  bool digits_seen_ = false;
  std::size_t left_ = 0;
};

}  // namespace prichal::bench
