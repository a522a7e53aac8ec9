#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::http {

/// One event of a stream. Texts are valid until the reader is called again.
struct Event {
  std::string_view type;
  std::int64_t id = 0;  ///< 0: none, or no number
  std::string_view data;
};

/// Reads server-sent events (HTML standard, section 9.2.6) from bytes as they come, with lines that
/// end in LF or CRLF; no bridge sends a lone CR. Unlike a browser it also gives events without
/// data, because some bridges' heartbeats are those.
class EventReader {
 public:
  /// The next bytes, once Next() has given everything of the ones before. They must stay until it
  /// has again.
  void Offer(std::string_view bytes);
  [[nodiscard]] std::optional<Event> Next();
  /// Bytes that are kept of an event which has come in part: what a stranger can make them is for
  /// the caller to bound.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_.size(); }

 private:
  [[nodiscard]] Event Parse(std::string_view block);
  void KeepRest();

  std::string_view input_;  ///< not yet read: of Offer(), or all of kept_
  std::string kept_;        ///< an event that came in part
  std::size_t searched_ = 0;
  std::string joined_;  ///< data of several lines
};

}  // namespace prichal::http
