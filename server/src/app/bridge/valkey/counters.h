#pragma once

#include <cstdint>

#include "base/counter.h"

namespace prichal::app {

/// What the broker of one loop counts. Written by its loop alone, read by any thread.
struct ValkeyCounters {
  Counter ready;     ///< 1 while the server answers and pushes come
  Counter channels;  ///< client ids that are subscribed to or about to be; a gauge
  // Since the start. What became of the messages:
  Counter stored;
  Counter repeated;  ///< had come before
  Counter refused;   ///< no room
  Counter failed;    ///< not stored, not by enough replicas, or not known
  // Pushes:
  Counter late_pushes;  ///< of what had been read before
  Counter foreign;      ///< pushes that no bridge has written
  // Reading:
  Counter pages;        ///< for streams that catch up
  Counter rereads;      ///< of a mailbox after its pushes were interrupted
  Counter gaps_found;   ///< pushes that did not follow upon the one before
  Counter gaps_closed;  ///< messages that were read and had not been pushed in their turn
  Counter fences;       ///< reads that a stream of several client ids waited for
  Counter sweeps;       ///< reads to be sure
  Counter read_failures;
  Counter renamed;   ///< messages that came too late for their id: given with a larger id line
  Counter unfenced;  ///< messages that did not wait any longer for a server that does not answer
};

/// The same, summed over all loops at one moment.
struct ValkeyStats {
  std::uint64_t ready = 0, stored = 0, repeated = 0, refused = 0, failed = 0, late_pushes = 0,
                foreign = 0, pages = 0, rereads = 0, gaps_found = 0, gaps_closed = 0, fences = 0,
                sweeps = 0, read_failures = 0, renamed = 0, unfenced = 0;

  void Add(const ValkeyCounters& counters);
};

}  // namespace prichal::app
