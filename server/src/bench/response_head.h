#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::bench {

/// What a client has to know of a response's head.
struct ResponseHead {
  int status = 0;
  bool chunked = false;
  bool keep_alive = true;
  std::optional<std::size_t> length;
};

/// Reads the head of one HTTP/1.1 answer from bytes as they come.
class HeadReader {
 public:
  /// Takes what belongs to the head from the front of `input`. True when it is whole.
  [[nodiscard]] bool Read(std::string_view& input);
  /// Valid once Read() was true. Status 0: what came is no response.
  [[nodiscard]] const ResponseHead& head() const { return head_; }

 private:
  ResponseHead head_;
  std::string partial_;
};

}  // namespace prichal::bench
