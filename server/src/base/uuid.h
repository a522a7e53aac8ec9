#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/random.h"

namespace prichal {

/// A UUID in any of the forms clients send (plain, in braces, after "urn:uuid:", 32 hex digits),
/// as the canonical lower-case text (RFC 9562 section 4); nothing if it is none of them.
[[nodiscard]] std::optional<std::string> NormalizeUuid(std::string_view text);

/// A new UUID version 7 (RFC 9562 section 5.7): begins with the time, so that it sorts by it.
[[nodiscard]] std::string NewUuidV7(Millis unix_time, RandomSource& random);

}  // namespace prichal
