#pragma once

#include <nghttp2/nghttp2.h>

#include "http2/frame_room.h"

namespace prichal::http2 {

/// Memory for a session of nghttp2: the heap, but for the one piece that a session asks for when it
/// is made and that fits the room.
class SessionMemory {
 public:
  /// `room` must outlive the session.
  static nghttp2_mem Over(FrameRoom& room);

  /// While a session is made; this thread's.
  class Making {
   public:
    Making();
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;
    ~Making();
  };
};

}  // namespace prichal::http2
