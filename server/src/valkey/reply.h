#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace prichal::valkey {

/// A reply in the types of RESP2 (https://valkey.io/topics/protocol/). A value type.
struct Reply {
  enum class Kind { kNil, kInteger, kStatus, kText, kList, kError };
  Kind kind = Kind::kNil;
  std::int64_t integer = 0;       ///< if kInteger
  std::string text = {};          ///< if kStatus, kText or kError
  std::vector<Reply> items = {};  ///< if kList

  [[nodiscard]] bool IsError() const { return kind == Kind::kError; }
};

}  // namespace prichal::valkey
