#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "valkey/reply.h"

struct redisReader;

namespace prichal::valkey {

/// Replies from bytes, in whatever pieces they come (RESP2, by hiredis' reader). Lists nest seven
/// deep at most. After an error it reads nothing more.
class ReplyReader {
 public:
  struct Bounds {
    std::size_t bytes = 64 * 1024 * 1024;  ///< of one reply, as it comes
    std::size_t elements = 1'000'000;      ///< of one reply, lists included
  };

  ReplyReader() : ReplyReader(Bounds{}) {}
  explicit ReplyReader(Bounds bounds);
  ReplyReader(const ReplyReader&) = delete;
  ReplyReader& operator=(const ReplyReader&) = delete;
  ~ReplyReader();

  void Feed(std::string_view bytes);
  /// The next reply that is whole; nothing: more bytes are wanted, or there is an error.
  [[nodiscard]] std::optional<Reply> Next();
  /// Why nothing more is read; empty: no error.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  friend struct ReplyBuilder;
  struct Free {
    void operator()(redisReader* reader) const;
  };

  const Bounds bounds_;
  std::unique_ptr<redisReader, Free> reader_;
  std::size_t elements_ = 0;  ///< of the reply that is being read
  std::size_t taken_ = 0;     ///< bytes of it that have left the buffer
  std::string error_;
};

/// Appends a command as RESP sends it: a list of texts, its name first.
void AppendCommand(std::string& out, std::span<const std::string_view> parts);
/// The first line of a command of so many parts, and one part: for commands that are put together.
void AppendCommandHead(std::string& out, std::size_t parts);
void AppendCommandPart(std::string& out, std::string_view part);

}  // namespace prichal::valkey
