#pragma once

#include "base/stream_handle.h"

namespace prichal::net {

using Handle = StreamHandle;

}  // namespace prichal::net
