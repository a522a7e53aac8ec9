#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::bench {

/// What a body says of itself, so that no table of messages under way is needed. Bodies are unique:
/// a bridge may deliver a repeated one once.
struct Stamp {
  std::uint32_t run = 0;       ///< the number of this process's run
  std::uint64_t sequence = 0;  ///< from 0, for each message one
  std::int64_t due = 0;        ///< NowNs() when it should have been sent
};

/// Bytes of a stamp, which is what the shortest body has.
constexpr std::size_t kStampBytes = 8 + 16 + 16 + 3;

/// Writes kStampBytes. Letters and dots only: no bridge has to escape any.
void WriteStamp(char* out, const Stamp& stamp);
/// From the `data` of an event: the stamp at the front of its "message". Nothing for an event
/// that is not one of ours.
std::optional<Stamp> FindStamp(std::string_view data);

/// Characters of a client ID.
constexpr std::size_t kClientIdBytes = 64;
/// A client id (64 hex digits) of its own for each run, side and number.
std::string ClientIdOf(std::uint32_t run, char side, std::size_t number);

}  // namespace prichal::bench
