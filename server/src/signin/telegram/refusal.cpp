#include "signin/telegram/refusal.h"

namespace prichal::telegram {

std::string_view NameOf(InitDataRule rule) {
  switch (rule) {
    case InitDataRule::kEmpty:
      return "empty";
    case InitDataRule::kSize:
      return "size";
    case InitDataRule::kEncoding:
      return "encoding";
    case InitDataRule::kField:
      return "field";
    case InitDataRule::kDuplicate:
      return "duplicate";
    case InitDataRule::kHashAbsent:
      return "hash_absent";
    case InitDataRule::kHashMalformed:
      return "hash_malformed";
    case InitDataRule::kDateAbsent:
      return "date_absent";
    case InitDataRule::kDateMalformed:
      return "date_malformed";
    case InitDataRule::kSignatureAbsent:
      return "signature_absent";
    case InitDataRule::kSignatureMalformed:
      return "signature_malformed";
    case InitDataRule::kNotSigned:
      return "not_signed";
    case InitDataRule::kExpired:
      return "expired";
    case InitDataRule::kFuture:
      return "future";
    case InitDataRule::kContent:
      return "content";
  }
  return "unknown";
}

}  // namespace prichal::telegram
