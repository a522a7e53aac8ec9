#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/client_id.h"
#include "bridge/deduplication.h"
#include "bridge/hub.h"
#include "net/loop.h"
#include "store/store.h"

namespace prichal::app {

/// Writes the messages of one shard into a store that has lost what it had (Store::OnLost): mailbox
/// by mailbox, a little at a time, so that neither the loop nor the senders that come meanwhile
/// wait for it. Lives on its shard's loop.
class StoreRefill {
 public:
  /// All must outlive it.
  StoreRefill(net::Loop& loop, const bridge::Hub& hub, const bridge::DuplicateTable& duplicates,
              store::Store& store)
      : loop_(loop), hub_(hub), duplicates_(duplicates), store_(store) {}
  StoreRefill(const StoreRefill&) = delete;
  StoreRefill& operator=(const StoreRefill&) = delete;
  ~StoreRefill() = default;

  /// From the beginning, also when it is under way.
  void Begin();
  /// Goes on where the store could take no more; every second or so.
  void GoOn();

 private:
  void Go();
  /// One of what is under way has been answered. True: all have, and go on.
  bool Finished();
  void Append(const ClientId& to, const bridge::Hub::Kept& message);
  void OnCommit(const ClientId& to, std::int64_t event_id, store::Outcome outcome);

  net::Loop& loop_;
  const bridge::Hub& hub_;
  const bridge::DuplicateTable& duplicates_;
  store::Store& store_;
  std::vector<ClientId> receivers_;  ///< still to come
  std::int64_t after_ = 0;           ///< of the last of them: this id has been written
  std::int64_t up_to_ = 0;           ///< and this one is under way
  std::size_t under_way_ = 0;
  bool refused_ = false;  ///< something of what is under way, which is then appended again
};

}  // namespace prichal::app
