#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "host/wallets.h"

namespace prichal::wallets {

/// By what an upstream knows again what it has sent (RFC 9110 section 8.8); empty: it said nothing.
struct Validators {
  std::string etag{};
  std::string last_modified{};

  friend bool operator==(const Validators&, const Validators&) = default;
};

/// An icon of ours, and what it was made from.
struct Icon {
  std::string image;  ///< address of the picture
  Validators validators{};
  std::string webp;
};

/// A list with its icons, as they were fetched: what is served, and what outlives a restart.
struct Snapshot {
  std::string source;  ///< address of the list
  Validators validators{};
  Millis pulled_at{0};  ///< when the source last said that this is the list (Unix time)
  std::string list;     ///< List::json
  std::map<std::string, Icon, std::less<>> icons{};  ///< by app_name; not every wallet has one
};

/// The file in the data folder.
inline constexpr std::string_view kSnapshotFile = "wallets.snapshot";
/// No such file is larger.
inline constexpr std::size_t kMostSnapshotBytes = 32UL * 1024 * 1024;

/// A line with the SHA-256 of all that follows, and JSON.
[[nodiscard]] std::string Serialize(const Snapshot& snapshot);
/// Of what Serialize() has made: a file that was cut, changed or mixed with another is refused. The
/// error is safe to log, and follows the file's name.
[[nodiscard]] Result<Snapshot, std::string> ParseSnapshot(std::string_view bytes);

/// What the site serves of it.
[[nodiscard]] host::PulledWallets ToServe(const Snapshot& snapshot);

}  // namespace prichal::wallets
