// A decoder of chunked bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace prichal::bench {

/// Decodes the chunked transfer coding (RFC 9112 section 7.1) incrementally. Trailers count as
/// malformed, because no response to this program has them.
class ChunkDecoder {
 public:
  /// Consumes the front of `input` and returns the next bytes of the body. Empty if more input is
  /// needed, or the body has ended or is malformed.
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

  void ReadFraming(char c);

  State state_ = State::kSize;
  bool digits_seen_ = false;
  std::size_t left_ = 0;
};

}  // namespace prichal::bench
