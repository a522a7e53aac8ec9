#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/random.h"

namespace prichal {

/// Parses a UUID in any form that clients send (plain, in braces, with "urn:uuid:", 32 hex digits)
/// and returns the canonical lower-case text (RFC 9562 section 4). Empty if it is none of these
/// forms.
[[nodiscard]] std::optional<std::string> NormalizeUuid(std::string_view text);

/// Creates a UUID version 7 (RFC 9562 section 5.7). It begins with the time, so UUIDs sort by
/// creation time.
[[nodiscard]] std::string NewUuidV7(Millis unix_time, RandomSource& random);

}  // namespace prichal
