// Reads the status line and headers of a response.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::bench {

/// Status and framing headers of a response.
struct ResponseHead {
  int status = 0;
  bool chunked = false;
  bool keep_alive = true;
  std::optional<std::size_t> length;
};

/// Reads the status line and headers of one HTTP/1.1 response incrementally.
class HeadReader {
 public:
  /// Consumes the front of `input`. Returns true when the headers are complete.
  [[nodiscard]] bool Read(std::string_view& input);
  /// Valid after Read() returned true. Status 0: malformed response.
  [[nodiscard]] const ResponseHead& head() const { return head_; }

 private:
  ResponseHead head_;
  std::string partial_;
};

}  // namespace prichal::bench
