// The sources of the configuration (file, environment, flags) and the values that they set.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "base/result.h"

namespace prichal::config {

/// Type of a key's value, the same in every source.
enum class Kind { kText, kNumber, kSwitch, kList };  // in the order of Value

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

/// Kind of source, in the order of precedence, lowest first. kOfficialName is an environment
/// variable of the official bridge.
enum class From { kDefault, kFile, kOfficialName, kEnvironment, kFlag };

/// Where a value comes from, for messages.
struct Source {
  From from = From::kDefault;
  std::string
      where;  ///< `prichal.toml:12`, `PRICHAL_SERVER_LISTEN`, `--listen`; empty for defaults
  std::int64_t line = 0;      ///< Line of the file, from 1; 0 if there is none
  std::string share_of = {};  ///< The machine, if the value is a share of it
};

/// Returns "file prichal.toml:12", "environment PRICHAL_SERVER_LISTEN", "flag --listen", "default",
/// or "default, a share of 256 MiB and 1 processor".
std::string ToText(const Source& source);

/// A value that a source sets. The key may not exist.
struct ConfigValue {
  std::string key;  ///< `server.listen`
  Value value;
  Source source;
};

/// Error of a file that cannot be read.
struct FileMistake {
  std::string text;       ///< One line
  std::int64_t line = 0;  ///< Line of the error, from 1; 0 if unknown
};

/// Parses TOML 1.0. Errors contain `name`.
Result<std::vector<ConfigValue>, FileMistake> ParseFile(std::string_view text,
                                                        std::string_view name);

/// Reads and parses a file. It must be a regular file of at most 1 MiB.
Result<std::vector<ConfigValue>, FileMistake> ReadFile(const std::string& path);

/// Reads the variables that begin with `PRICHAL_` from a list like environ(7). A variable without a
/// key is returned under its own name, except variables that Kubernetes sets for a service whose
/// name is "prichal…".
std::vector<ConfigValue> ReadEnvironment(const char* const* variables);

}  // namespace prichal::config
