#pragma once

#include "base/sha256.h"

namespace prichal::ton {

/// 32 bytes: of a cell, an account, a message.
using Hash = Sha256Digest;

using prichal::Sha256;

}  // namespace prichal::ton
