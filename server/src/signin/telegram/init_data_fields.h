#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/telegram/bot.h"
#include "signin/telegram/init_data.h"

namespace prichal::signin::telegram {

/// The decoded fields of init data. Nothing in them is verified. Any thread.
class InitDataFields {
 public:
  /// Splits the query, decodes each name and value once, and rejects ambiguous input. Unknown
  /// fields are kept, because Telegram signs them too.
  [[nodiscard]] static Result<InitDataFields, InitDataRefusal> Parse(std::string_view raw);

  /// Returns the decoded value. Empty if absent. The view is valid as long as the object.
  [[nodiscard]] std::optional<std::string_view> Find(std::string_view name) const;

  /// Returns the text that `hash` authenticates: all other fields as sorted "name=value" lines.
  [[nodiscard]] std::string HashedString() const;
  /// Returns the text that `signature` signs for a bot: the bot's ID, and all fields except `hash`
  /// and `signature`.
  [[nodiscard]] std::string SignedString(std::int64_t bot_id) const;

  [[nodiscard]] const Digest& hash() const { return hash_; }
  [[nodiscard]] std::chrono::seconds auth_date() const { return auth_date_; }

 private:
  struct Field {
    std::string line;       ///< "name=value", decoded
    std::size_t name_size;  ///< length of the name

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

  std::vector<Field> fields_;  ///< sorted by line, as Telegram signs them
  std::size_t size_ = 0;       ///< length of all lines with their line ends
  Digest hash_{};
  std::chrono::seconds auth_date_{0};
};

/// Parses the JSON value `user`. Ignores unknown members; the error names a known member of the
/// wrong type. Any thread.
[[nodiscard]] Result<User, std::string> ReadUser(std::string_view text);

/// Returns true if all characters are visible ASCII. User names and links of Telegram are; such a
/// text cannot end a line or a header.
[[nodiscard]] bool IsVisibleAscii(std::string_view text);

}  // namespace prichal::signin::telegram
