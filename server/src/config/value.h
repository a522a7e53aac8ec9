#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace prichal::config {

/// What kind of value a key takes, in every place where it can be set.
enum class Kind { kText, kNumber, kSwitch, kList };

/// A value of no kind that a key could take (a table, a date, a fraction): its TOML name.
struct Foreign {
  std::string type;

  bool operator==(const Foreign&) const = default;
};

using List = std::vector<std::string>;
using Value = std::variant<std::string, std::int64_t, bool, List, Foreign>;

/// Reads the text of an environment variable, a flag or a default: lists are separated by commas,
/// switches are `true` or `false`. Text that is not of this kind comes back as text, so that the
/// check of the key can name it.
Value ValueFromText(Kind kind, std::string_view text);

/// Whether the value is of the kind.
bool IsOf(const Value& value, Kind kind);

/// The value as it would stand in the file: "text", 12, true, ["a", "b"].
std::string ToToml(const Value& value);

}  // namespace prichal::config
