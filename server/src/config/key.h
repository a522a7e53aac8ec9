// Description of each key of the configuration, functions that every source uses, and the JSON
// Schema of the file.

#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/machine.h"
#include "config/rules.h"
#include "config/settings.h"
#include "config/sources.h"

namespace prichal::config {

/// Computes the value of a key that is not set from the size of the machine.
using OfMachine = std::int64_t (*)(const Machine& machine);

/// The field of Settings that holds a key's value.
using Field =
    std::variant<std::string*, std::size_t*, Millis*, bool*, List*, std::vector<ListenAddress>*>;

/// Description of one key of the configuration: one row of the table in keys.cpp. Every source
/// (file, environment, flags), the JSON Schema and the documentation follow from it.
struct Key {
  std::string_view section;
  std::string_view name;
  Kind kind = Kind::kText;
  std::string_view doc;    ///< One line: effect, unit, meaning of 0 or of an empty value
  std::int64_t least = 0;  ///< Smallest number, or the smallest number of items of a list
  std::int64_t most = 0;   ///< Largest number
  /// Computes the value that 0 means, clamped to `least` and `most`; 0 is then always allowed. Only
  /// for numbers; null for most.
  OfMachine of_machine = nullptr;
  const Rule* rule = nullptr;  ///< For a text, and for each item of a list
  std::string_view flag{};     ///< `--flag` of `serve` and `check-config`. Empty if none
  /// A change applies at the next start. Changes of all other keys apply on SIGHUP.
  bool at_start = false;
  /// A list of one item can be written as that item; an empty text is an empty list.
  bool or_one = false;
  bool secret = false;  ///< Never printed, not even if it is wrong
  Millis unit{1000};    ///< Of a duration, as it is written
  Field (*field)(Settings& settings) = nullptr;
};

/// The table, in the order of the documentation. The keys of a section are adjacent.
std::span<const Key> Keys();

/// Reads the key's value from `settings`.
Value ReadField(const Key& key, const Settings& settings);
/// Writes the key's value to `settings`. `value` must fit the key, see Fits().
void WriteField(const Key& key, Settings& settings, const Value& value);

/// Returns the value of a key that is not set: the initial value of its field.
Value DefaultOf(const Key& key);
/// Returns whether users can sign in with these settings.
bool SignsIn(const Settings& settings);
/// Replaces each 0 that means a share of the machine by that share. Returns the keys of these. If
/// users can sign in, only seven eighths of the memory are shared.
std::vector<const Key*> FitTo(Settings& settings, const Machine& machine,
                              std::span<const Key> table = Keys());
/// Returns `server.listen`.
std::string FullName(const Key& key);
/// Returns `PRICHAL_SERVER_LISTEN`.
std::string EnvironmentName(const Key& key);
/// Returns "a whole number from 0 to 64", which completes "allowed is …".
std::string Allowed(const Key& key);
/// Returns whether the key allows this value.
bool Fits(const Key& key, const Value& value);
/// Returns the reason why a value is not allowed. Empty if Allowed() says everything.
std::string MistakeIn(const Key& key, const Value& value);
/// Formats the value as in the file; masks a secret that is set.
std::string Shown(const Key& key, const Value& value);

/// Returns the JSON Schema (draft 07, which editors support) of the configuration file: every key
/// with its type, limits, default and documentation. The format of some texts is described in words
/// only; everything else is as strict as Resolve(). Members `x-…` have what the site's reference
/// also needs, such as flags and environment variables.
[[nodiscard]] boost::json::value Schema();

}  // namespace prichal::config
