#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "telegram/bot.h"
#include "telegram/refusal.h"

namespace prichal::telegram {

/// The fields of init data as they came, of which nothing is proven.
class InitDataFields {
 public:
  /// Takes the query apart, decodes each name and value once, and refuses what could be read in two
  /// ways. What it does not know stays: Telegram signs it too.
  [[nodiscard]] static Result<InitDataFields, InitDataRefusal> Parse(std::string_view raw);

  /// Decoded; nothing when it is absent. Valid as long as the object.
  [[nodiscard]] std::optional<std::string_view> Find(std::string_view name) const;

  /// What `hash` is an HMAC of: all other fields as name=value, sorted, one a line.
  [[nodiscard]] std::string HashedString() const;
  /// What `signature` signs, for a bot: its id, and all fields but these two.
  [[nodiscard]] std::string SignedString(std::int64_t bot_id) const;

  [[nodiscard]] const Digest& hash() const { return hash_; }
  [[nodiscard]] std::chrono::seconds auth_date() const { return auth_date_; }

 private:
  struct Field {
    std::string line;       ///< name=value, decoded
    std::size_t name_size;  ///< of it

    [[nodiscard]] std::string_view name() const {
      return std::string_view(line).substr(0, name_size);
    }
    [[nodiscard]] std::string_view value() const {
      return std::string_view(line).substr(name_size + 1);
    }
  };

  [[nodiscard]] std::optional<InitDataRefusal> ReadPair(std::string_view pair);
  [[nodiscard]] std::optional<InitDataRefusal> ReadHash();
  [[nodiscard]] std::optional<InitDataRefusal> ReadDate();

  std::vector<Field> fields_;  ///< sorted by line, as they are signed
  std::size_t size_ = 0;       ///< of all lines, with their ends
  Digest hash_{};
  std::chrono::seconds auth_date_{0};
};

}  // namespace prichal::telegram
