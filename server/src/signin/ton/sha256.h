#pragma once

#include "base/sha256.h"

namespace prichal::ton {

/// SHA-256 of a cell, an account or a message.
using Hash = Sha256Digest;

using prichal::Sha256;

}  // namespace prichal::ton
