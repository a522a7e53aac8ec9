// The fetched wallets list as it is kept on disk and served, and reasons why fetching it failed.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "site/wallets_list.h"

namespace prichal::site::wallets {

/// The reason of a failure. A fixed set, because it is a label of metrics.
enum class Reason : std::uint8_t {
  kAddress,      ///< the URL is invalid, or its host has no permitted address
  kUnreachable,  ///< connection refused, closed or broken
  kTls,          ///< handshake failed, or the certificate is not trusted
  kTimeout,
  kTooLarge,
  kStatus,     ///< a status other than 200
  kMalformed,  ///< not a list, or not a picture that can be decoded
  kShrunk,     ///< the list has lost more than half of its wallets
};
inline constexpr std::size_t kReasons = 8;

/// Returns the label of a reason, such as "unreachable".
[[nodiscard]] std::string_view NameOf(Reason reason);

/// Failures by Reason.
using Counts = std::array<std::uint64_t, kReasons>;

/// A failure.
struct Failure {
  Reason reason{};
  std::string words;  ///< for the log; contains nothing of the response
};

/// The validators of a response, for conditional requests (RFC 9110 section 8.8). Empty if none.
struct Validators {
  std::string etag{};
  std::string last_modified{};

  friend bool operator==(const Validators&, const Validators&) = default;
};

/// An icon, made from a wallet's picture.
struct Icon {
  std::string image;  ///< URL of the picture
  Validators validators{};
  std::string webp;
};

/// A fetched list with its icons. Immutable once made, shared between threads.
struct Snapshot {
  std::string source;  ///< URL of the list
  Validators validators{};
  Millis pulled_at{0};  ///< when the source last confirmed it (Unix time)
  std::string list;     ///< List::json
  std::map<std::string, Icon, std::less<>> icons{};  ///< by app_name; a wallet may have none
};

/// Name of the file in the data directory.
inline constexpr std::string_view kSnapshotFile = "wallets.snapshot";
/// Largest such file, in bytes.
inline constexpr std::size_t kMostSnapshotBytes = 32UL * 1024 * 1024;

/// Returns the file: a line with the SHA-256 of the rest, and JSON.
[[nodiscard]] std::string Serialize(const Snapshot& snapshot);
/// Parses a file made by Serialize(). Rejects a truncated or modified one. The error is safe to log
/// and follows the file's name.
[[nodiscard]] Result<Snapshot, std::string> ParseSnapshot(std::string_view bytes);

/// Returns the list and icons in the form that the site serves.
[[nodiscard]] PulledWallets ToServe(const Snapshot& snapshot);

}  // namespace prichal::site::wallets
