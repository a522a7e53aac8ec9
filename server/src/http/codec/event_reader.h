#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::http {

/// A server-sent event. The views are valid until the next call to the reader.
struct Event {
  std::string_view type;
  std::int64_t id = 0;  ///< 0 if absent or not a number
  std::string_view data;
};

/// Incremental parser of server-sent events (HTML standard, section 9.2.6). Lines end with LF or
/// CRLF; a single CR, which no bridge sends, is not supported. Unlike a browser it returns events
/// without data, because some bridges send them as heartbeats. Not thread-safe.
class EventReader {
 public:
  /// Sets the next input. Call it after Next() has returned empty. `bytes` must live until Next()
  /// returns empty again.
  void Feed(std::string_view bytes);
  /// Returns the next complete event. Empty if more input is needed.
  [[nodiscard]] std::optional<Event> Next();
  /// Size of the buffered incomplete event. The caller must limit it.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_.size(); }

 private:
  [[nodiscard]] Event Parse(std::string_view block);
  void KeepRest();

  std::string_view input_;  ///< unread input: from Feed(), or all of kept_
  std::string kept_;        ///< an incomplete event
  std::size_t searched_ = 0;
  std::string joined_;  ///< data of several lines, joined
};

}  // namespace prichal::http
