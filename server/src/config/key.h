#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine.h"
#include "config/rules.h"
#include "config/settings.h"
#include "config/value.h"

namespace prichal::config {

/// What a key that is not set is on this machine.
using OfMachine = std::int64_t (*)(const Machine& machine);

/// One row of the table of everything that can be configured.
struct Key {
  std::string_view section;
  std::string_view name;
  Kind kind = Kind::kText;
  std::string_view doc;    ///< one line: what it does, with its unit
  std::int64_t least = 0;  ///< numbers; of a list, how many items it has at least
  std::int64_t most = 0;   ///< numbers only
  /// Snapshot only, null for most: 0 is allowed too and stands for this, within `least` and `most`.
  OfMachine of_machine = nullptr;
  const Rule* rule = nullptr;  ///< texts, and each item of a list
  std::string_view flag{};     ///< `--flag` of `serve` and `check-config`; empty: none
  /// A change waits for the next start; SIGHUP makes all others hold.
  bool at_start = false;
  /// A list that may be written as its only item alone; an empty text is an empty list.
  bool or_one = false;
  bool secret = false;  ///< never printed, not even when it is wrong
  Value (*load)(const Settings& settings) = nullptr;
  void (*store)(Settings& settings, const Value& value) = nullptr;  ///< takes only what fits
};

/// The table itself, in the order of the documentation; keys of a section stand together.
std::span<const Key> Keys();

/// What the key is when it is not set, as Settings has it.
Value DefaultOf(const Key& key);
/// Whether anybody can sign in with these settings.
bool SignsIn(const Settings& settings);
/// Puts the machine's share in the place of every 0 that stands for one; where somebody can sign
/// in, of seven eighths of its memory. Gives the keys of these.
std::vector<const Key*> FitTo(Settings& settings, const Machine& machine,
                              std::span<const Key> table = Keys());
/// `server.listen`
std::string FullName(const Key& key);
/// `PRICHAL_SERVER_LISTEN`
std::string EnvironmentName(const Key& key);
/// "a whole number from 0 to 64": completes the sentence "allowed is …".
std::string Allowed(const Key& key);
/// Whether the key takes this value.
bool Fits(const Key& key, const Value& value);
/// What is wrong with a value that the key does not take; empty: no more can be said than what is
/// allowed.
std::string MistakeIn(const Key& key, const Value& value);
/// The value as in the file, or a mask for a secret that is set.
std::string Shown(const Key& key, const Value& value);

}  // namespace prichal::config
