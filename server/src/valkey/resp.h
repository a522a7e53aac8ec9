#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "valkey/client.h"

struct redisReader;

namespace prichal::valkey {

/// Incremental parser of RESP2 replies, based on hiredis. Lists can be nested seven levels deep.
/// Stops permanently after an error. Not thread-safe.
class ReplyReader {
 public:
  /// Size limits of a reply.
  struct Bounds {
    std::size_t bytes = 64 * 1024 * 1024;  ///< of one reply, in bytes on the wire
    std::size_t elements = 1'000'000;      ///< of one reply, including nested lists
  };

  ReplyReader() : ReplyReader(Bounds{}) {}
  explicit ReplyReader(Bounds bounds);
  ReplyReader(const ReplyReader&) = delete;
  ReplyReader& operator=(const ReplyReader&) = delete;
  ~ReplyReader();

  /// Appends received bytes; they can end within a reply.
  void Feed(std::string_view bytes);
  /// Returns the next complete reply. Empty if more bytes are needed or after an error.
  [[nodiscard]] std::optional<Reply> Next();
  /// Reason for which parsing stopped. Empty if there was no error.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  friend struct ReplyBuilder;
  struct Free {
    void operator()(redisReader* reader) const;
  };

  const Bounds bounds_;
  std::unique_ptr<redisReader, Free> reader_;
  std::size_t elements_ = 0;  ///< elements of the current reply
  std::size_t taken_ = 0;     ///< bytes of the current reply already removed from the buffer
  std::string error_;
};

/// Append a command piecewise: the array header for `parts` parts, then each part.
void AppendCommandHead(std::string& out, std::size_t parts);
void AppendCommandPart(std::string& out, std::string_view part);

/// Appends a command in RESP: an array of strings, the first is its name.
template <typename Parts = std::initializer_list<std::string_view>>
void AppendCommand(std::string& out, const Parts& parts) {
  AppendCommandHead(out, parts.size());
  for (const std::string_view part : parts) AppendCommandPart(out, part);
}

}  // namespace prichal::valkey
