#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "valkey/client.h"

namespace prichal::valkey {

/// A command from the call until its reply. Owned by the link that sent it, or by the dispatcher
/// while it waits for a link.
struct Command {
  std::string wire;  ///< serialized command
  /// Scripts only: the script, and the offset in `wire` of the parts common to EVAL and EVALSHA.
  std::shared_ptr<const Script> script = nullptr;
  std::size_t script_rest = 0;
  std::size_t script_parts = 0;  ///< number of parts of the command
  Client::Done done = {};        ///< empty if already called because the deadline passed
  std::uint16_t slot = 0;
  bool replicas = false;  ///< true for Durability::kReplicas
  bool asking = false;    ///< send ASKING first: the node is importing the slot
  bool is_script = false;
  bool in_flight = false;  ///< owned by a link
  bool by_itself = false;  ///< sent to a given node; any reply is final, without redirection
  int redirects = 0;
  std::size_t counted_bytes = 0;   ///< size when it was admitted
  std::uint64_t wire_end = 0;      ///< end offset in the link's stream
  std::uint64_t begun_micros = 0;  ///< MicrosNow() at the call
  Millis deadline{0};              ///< steady time
  Millis not_before{0};            ///< steady time
  Command* older = nullptr;        ///< previous command in deadline order
  Command* newer = nullptr;        ///< next command in deadline order
};

}  // namespace prichal::valkey
