#pragma once

#include <string_view>

#include "base/result.h"
#include "ton/boc.h"

namespace prichal::ton {

/// What an account is made with (`StateInit` of the TL-B schema block.tlb). The hash of its cell is
/// the account's address. Points into the bag that it was read from.
struct StateInit {
  const Cell* code = nullptr;
  const Cell* data = nullptr;
};

/// Why a bag of cells is no state init that an address can be made of.
enum class StateInitError {
  kRoots,      ///< more than one
  kNoPlain,    ///< the root is exotic, or something below it is pruned
  kTruncated,  ///< bits or references are missing
  kLeftover,   ///< there are more of them
  kNoCode,
  kNoData,
};

/// For logs and answers, of the kind "it has no code".
[[nodiscard]] std::string_view Words(StateInitError error);

/// Reads split_depth, special, code, data and library, and passes over all but code and data.
[[nodiscard]] Result<StateInit, StateInitError> ParseStateInit(const Boc& boc);

}  // namespace prichal::ton
