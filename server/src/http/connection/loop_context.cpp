#include "http/connection/loop_context.h"

#include <fmt/format.h>

#include "http/codec/response.h"

namespace prichal::http {

const prichal::SharedBytes& HeadEnds::Get(Kind kind, Millis unix_time) {
  const std::int64_t second = unix_time / std::chrono::seconds(1);
  if (second != second_) {
    second_ = second;
    const std::string date = fmt::format("Date: {}\r\n", HttpDate(unix_time));
    // Persistent connections are the default in HTTP/1.1 and must be announced in HTTP/1.0 (RFC
    // 9112 section 9.3). A stream without chunked coding ends with its connection.
    ends_ = {
        Share(date + "\r\n"),
        Share(date + "Connection: keep-alive\r\n\r\n"),
        Share(date + "Connection: close\r\n\r\n"),
        Share(date + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"),
        Share(date + "Connection: close\r\n\r\n"),
    };
  }
  return ends_.at(static_cast<std::size_t>(kind));
}

std::string_view HeadEnds::Date(Millis unix_time) {
  constexpr std::string_view kName = "Date: ";
  std::string_view line = *Get(Kind::kStay, unix_time);
  line.remove_prefix(kName.size());
  return line.substr(0, line.find('\r'));
}

LoopContext::LoopContext(const Parts& parts)
    : parts_(parts),
      options_(parts.shared.options),
      now_(parts.shared.clock->Now()),
      counters_(parts.shared.options->routes),
      scratch_(std::make_unique<std::array<char, 64 * 1024>>()) {}

}  // namespace prichal::http
