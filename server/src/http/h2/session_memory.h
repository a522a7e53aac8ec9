#pragma once

#include <nghttp2/nghttp2.h>

#include "http/h2/frame_room.h"

namespace prichal::http2 {

/// Allocator for an nghttp2 session. Uses the heap, except for the frame buffer that a session
/// allocates at creation, which is placed in the FrameBudget.
class SessionMemory {
 public:
  /// Returns the allocator. `room` must outlive the session.
  static nghttp2_mem Over(FrameBudget& room);

  /// Exists while a session is created. Applies to the current thread.
  class Making {
   public:
    Making();
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;
    ~Making();
  };
};

}  // namespace prichal::http2
