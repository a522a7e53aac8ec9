#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace prichal::valkey {

/// What a server says to a command, in the types of RESP2
/// (https://valkey.io/topics/protocol/).
struct Reply {
  enum class Kind { kNil, kInteger, kStatus, kText, kList, kError };
  Kind kind = Kind::kNil;
  std::int64_t integer = 0;       ///< of kInteger
  std::string text = {};          ///< of kStatus, kText and kError
  std::vector<Reply> items = {};  ///< of kList

  [[nodiscard]] bool IsError() const { return kind == Kind::kError; }
};

}  // namespace prichal::valkey
