#pragma once

#include <string_view>

#include "base/result.h"
#include "signin/ton/boc.h"

namespace prichal::ton {

/// Initial code and data of an account (`StateInit` of the TL-B schema block.tlb). The hash of its
/// cell is the account's address. Points into the bag that it was parsed from, which must outlive
/// it.
struct StateInit {
  const Cell* code = nullptr;
  const Cell* data = nullptr;
};

/// Why a bag of cells is not a valid state init.
enum class StateInitError {
  kRoots,      ///< more than one root
  kNoPlain,    ///< the root is exotic, or a cell below it is pruned
  kTruncated,  ///< bits or references are missing
  kLeftover,   ///< unexpected bits or references after the end
  kNoCode,
  kNoData,
};

/// Describes the error for logs and responses, such as "it has no code".
[[nodiscard]] std::string_view Words(StateInitError error);

/// Parses split_depth, special, code, data and library; only code and data are kept. Any thread.
[[nodiscard]] Result<StateInit, StateInitError> ParseStateInit(const Boc& boc);

}  // namespace prichal::ton
