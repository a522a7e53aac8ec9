#pragma once

#include <string>
#include <string_view>

namespace prichal::telegram {

/// Rules that init data can violate, in the order in which they are checked.
enum class InitDataRule {
  kEmpty,            ///< the input is empty
  kSize,             ///< too many bytes or fields
  kEncoding,         ///< an invalid escape or a byte that is not allowed in a query
  kField,            ///< a pair without "=", or an ambiguous name or value
  kDuplicate,        ///< a name occurs twice
  kHashAbsent,       ///< `hash` is missing
  kHashMalformed,    ///< `hash` is not 64 lower-case hex digits
  kDateAbsent,       ///< `auth_date` is missing
  kDateMalformed,    ///< `auth_date` is not a number of seconds
  kSignatureAbsent,  ///< no token matches, and `signature` is missing for the bots without a token
  kSignatureMalformed,  ///< `signature` is not base64 of 64 bytes
  kNotSigned,  ///< no configured bot matches: the data was changed or belongs to another bot
  kExpired,    ///< verified, but too old
  kFuture,     ///< verified, but in the future
  kContent,    ///< verified, but not in the format that Telegram documents
};

/// Stable name for logs and counters, such as "hash_absent".
[[nodiscard]] std::string_view NameOf(InitDataRule rule);

/// Why init data was rejected.
struct InitDataRefusal {
  InitDataRule rule;
  /// One line of ASCII with value, reason and fix; contains no secret and no personal data.
  std::string words;
};

}  // namespace prichal::telegram
