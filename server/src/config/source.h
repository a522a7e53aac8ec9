#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "base/result.h"
#include "config/value.h"

namespace prichal::config {

/// Where a value came from; the order is the order of precedence, weakest first.
/// kOfficialName: a variable under the name that the official bridge has for it.
enum class From { kDefault, kFile, kOfficialName, kEnvironment, kFlag };

struct Source {
  From from = From::kDefault;
  std::string
      where;  ///< `prichal.toml:12`, `PRICHAL_SERVER_LISTEN`, `--listen`; empty for defaults
  std::int64_t line = 0;      ///< of the file, from 1 on; 0: it has none
  std::string share_of = {};  ///< of a value that follows the machine: what there is of it
};

/// "file prichal.toml:12", "environment PRICHAL_SERVER_LISTEN", "flag --listen", "default",
/// "default, a share of 256 MiB and 1 processor"
std::string ToText(const Source& source);

/// One thing that a source sets; whether such a key exists is not known yet.
struct ConfigValue {
  std::string key;  ///< `server.listen`
  Value value;
  Source source;
};

/// Why a file could not be read.
struct FileMistake {
  std::string text;       ///< one line without a full stop
  std::int64_t line = 0;  ///< where in it, from 1 on; 0: nowhere
};

/// Reads a TOML 1.0 text. `name` stands in messages.
Result<std::vector<ConfigValue>, FileMistake> ParseFile(std::string_view text,
                                                        std::string_view name);

/// The same from a file, which must be a readable regular file of at most 1 MiB.
Result<std::vector<ConfigValue>, FileMistake> ReadFile(const std::string& path);

/// Takes the variables that begin with `PRICHAL_` from a list as in environ(7). One that is no key
/// comes back under its own name, except what Kubernetes sets by itself for a service whose name is
/// "prichal…".
std::vector<ConfigValue> ReadEnvironment(const char* const* variables);

}  // namespace prichal::config
