#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace prichal::app::command {

/// Text of a stranger as a terminal may show it: UTF-8 in which control characters, and those that
/// turn the direction of writing, are written as JSON has them (\u001b), and what is no UTF-8 is
/// U+FFFD. Of JSON it makes the same JSON.
[[nodiscard]] std::string Printable(std::string_view text);

/// "2026-09-21 14:13:20 UTC", of seconds since 1970.
[[nodiscard]] std::string Moment(std::chrono::seconds time);

/// "3 min 20 s", of no more than two units. Not negative.
[[nodiscard]] std::string Span(std::chrono::seconds span);

/// "3 min 20 s ago", or "in 3 min 20 s".
[[nodiscard]] std::string Ago(std::chrono::seconds time, std::chrono::seconds now);

}  // namespace prichal::app::command
