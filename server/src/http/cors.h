#pragma once

#include <string_view>

#include "http/answer.h"

namespace prichal::http {

/// The header lines that let any page read an answer: `Vary: Origin` always, the rest only for a
/// request that has an Origin. Each line ends with CRLF.
[[nodiscard]] std::string_view CorsLines(bool has_origin);

/// The answer to OPTIONS: 204 with `Allow`, and the permissions of a preflight if there is an
/// Origin. `allow`: for example "OPTIONS, POST".
[[nodiscard]] Answer PreflightAnswer(std::string_view allow, bool has_origin);

}  // namespace prichal::http
