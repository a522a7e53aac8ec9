#pragma once

#include <string>
#include <string_view>

namespace prichal::telegram {

/// Which rule init data has failed, in the order in which they are looked at.
enum class InitDataRule {
  kEmpty,               ///< nothing was sent
  kSize,                ///< too many bytes or fields
  kEncoding,            ///< a broken escape; a byte that a query does not hold
  kField,               ///< a pair without "="; a name or value that could be taken for another
  kDuplicate,           ///< a name stands twice
  kHashAbsent,          ///< no `hash`
  kHashMalformed,       ///< not 64 lower-case hexadecimal digits
  kDateAbsent,          ///< no `auth_date`
  kDateMalformed,       ///< no count of seconds
  kSignatureAbsent,     ///< no bot's token fits, and there is no `signature` for a bot's id
  kSignatureMalformed,  ///< `signature` is no base64 of 64 bytes
  kNotSigned,           ///< no bot of ours has it: another's, or changed
  kExpired,             ///< proven, and too old
  kFuture,              ///< proven, and ahead of our clock
  kContent,             ///< proven, and not what Telegram documents
};

/// Stable, for logs and counters: "hash_absent".
[[nodiscard]] std::string_view NameOf(InitDataRule rule);

/// Why init data was refused.
struct InitDataRefusal {
  InitDataRule rule;
  std::string words;  ///< one line of ASCII: value, reason, way out; no secret, no personal data
};

}  // namespace prichal::telegram
