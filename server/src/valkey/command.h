#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "valkey/client.h"

namespace prichal::valkey {

/// A command from its call to its answer. Owned by the link that has sent it, or by the dispatcher
/// that waits for a link.
struct Command {
  std::string wire;  ///< as it is sent
  /// Of a script: its source, and where in `wire` the parts begin that EVAL and EVALSHA share.
  std::shared_ptr<const Script> script = nullptr;
  std::size_t script_rest = 0;
  std::size_t script_parts = 0;  ///< how many parts the command has
  Client::Done done = {};        ///< empty: answered already, the deadline having passed
  std::uint16_t slot = 0;
  bool replicas = false;  ///< Durability::kReplicas
  bool asking = false;    ///< to a node that has the slot only soon
  bool is_script = false;
  bool in_flight = false;  ///< a link has it
  bool by_itself = false;  ///< whatever comes is its answer: asked of a node, not of a slot
  int redirects = 0;
  std::size_t counted_bytes = 0;   ///< as it was admitted
  std::uint64_t wire_end = 0;      ///< in the stream of its link
  std::uint64_t begun_micros = 0;  ///< MicrosNow()
  Millis deadline{0};              ///< steady time
  Millis not_before{0};            ///< "
  Command* older = nullptr;        ///< in the order of deadlines
  Command* newer = nullptr;        ///< "
};

}  // namespace prichal::valkey
