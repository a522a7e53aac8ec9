// Bodies and client IDs of test messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::bench {

/// Identifies a message by its body, so that no table of sent messages is needed. Bodies are unique
/// because a bridge may deduplicate equal ones.
struct Stamp {
  std::uint32_t run = 0;       ///< Number of the run
  std::uint64_t sequence = 0;  ///< From 0, one for each message
  std::int64_t due = 0;        ///< NowNs() when it should have been sent
};

/// Bytes of a stamp, and of the shortest body.
constexpr std::size_t kStampBytes = 8 + 16 + 16 + 3;

/// Writes kStampBytes bytes: hex digits, letters and dots, which no bridge has to escape.
void WriteStamp(char* out, const Stamp& stamp);
/// Returns the stamp at the start of "message" in the `data` of an event. Nullopt for an event of
/// another sender.
std::optional<Stamp> FindStamp(std::string_view data);

/// Characters of a client ID.
constexpr std::size_t kClientIdBytes = 64;
/// Returns the client ID (64 hex digits) of this run, side and number.
std::string ClientIdOf(std::uint32_t run, char side, std::size_t number);

}  // namespace prichal::bench
