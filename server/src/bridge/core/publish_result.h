#pragma once

#include <cstddef>
#include <cstdint>

namespace prichal::bridge {

/// The result of publishing one message. The hub and the store return it, and the bridge turns it
/// into the HTTP response (bridge/http/responses.h). A plain value; any thread.
///
/// To add a refusal, add a value here and its row in bridge/http/responses.cpp.
enum class PublishResult : std::uint8_t {
  kStored,       ///< kept as safely as the store keeps messages; will be delivered
  kDuplicate,    ///< stored before, and its TTL has not ended; answered like kStored
  kTooLarge,     ///< larger than a mailbox may be
  kMailboxFull,  ///< too many pending messages of this sender for this receiver
  kAddressFull,  ///< too many pending messages of this IP address, for all receivers
  kTotalFull,    ///< too many pending messages in total
  kStoreBusy,    ///< too many messages wait for the store; a retry may succeed
  kStoreFailed,  ///< the store cannot keep messages, or did not say whether it has kept this one
  /// Kept and will be delivered, but by fewer machines than configured. Answered as a failure; a
  /// retry is a duplicate.
  kStoredByTooFew,
};
/// Number of values. kStoredByTooFew stays the last one.
inline constexpr std::size_t kPublishResults =
    static_cast<std::size_t>(PublishResult::kStoredByTooFew) + 1;

/// True if this call has stored a new message, whatever its sender is answered.
[[nodiscard]] constexpr bool IsNewlyStored(PublishResult result) {
  return result == PublishResult::kStored || result == PublishResult::kStoredByTooFew;
}

}  // namespace prichal::bridge
