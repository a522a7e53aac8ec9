// Values of keys, as the sources have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace prichal::config {

/// Type of a key's value, the same in every source.
enum class Kind { kText, kNumber, kSwitch, kList };

/// A TOML value of a type that no key has, such as a table, a date or a fraction.
struct Foreign {
  std::string type;

  bool operator==(const Foreign&) const = default;
};

using List = std::vector<std::string>;
using Value = std::variant<std::string, std::int64_t, bool, List, Foreign>;

/// Parses the text of an environment variable, a flag or a default. The items of a list are
/// separated by commas; a switch is `true` or `false`. Text of another type is returned as text, so
/// that the error can quote it.
Value ValueFromText(Kind kind, std::string_view text);

/// Returns whether the value has the type.
bool IsOf(const Value& value, Kind kind);

/// Formats the value as in the file: "text", 12, true, ["a", "b"].
std::string ToToml(const Value& value);

}  // namespace prichal::config
