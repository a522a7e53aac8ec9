// Formats what the commands print.
#pragma once

#include <boost/json/value.hpp>
#include <chrono>
#include <string>
#include <string_view>

namespace prichal::app::command {

/// Makes untrusted text safe for a terminal: UTF-8 in which control characters, and characters that
/// change the direction of writing, are JSON escapes (\u001b), and invalid bytes are U+FFFD. JSON
/// stays the same JSON.
[[nodiscard]] std::string Printable(std::string_view text);

/// Formats JSON over several lines, indented by two spaces, members in their order. The result is
/// safe for a terminal, like that of Printable().
[[nodiscard]] std::string PrettyJson(const boost::json::value& value);

/// Formats seconds since 1970: "2026-09-21 14:13:20 UTC".
[[nodiscard]] std::string Moment(std::chrono::seconds time);

/// Formats a duration in at most two units: "3 min 20 s". It must not be negative.
[[nodiscard]] std::string Span(std::chrono::seconds span);

/// Formats a time relative to `now`: "3 min 20 s ago", or "in 3 min 20 s".
[[nodiscard]] std::string Ago(std::chrono::seconds time, std::chrono::seconds now);

}  // namespace prichal::app::command
