#pragma once

#include "base/stream_handle.h"

namespace prichal::net {

/// Names a connection, a request or a stream of a loop; see StreamHandle.
using Handle = StreamHandle;

}  // namespace prichal::net
