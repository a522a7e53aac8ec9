#include "http/h2/session_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace prichal::http2 {
namespace {

/// The frame buffer is the only allocation above this size during creation.
constexpr std::size_t kRoomFrom = 16 * 1024;

thread_local bool making = false;

void* BytesOf(void* user) { return static_cast<FrameBudget*>(user)->bytes.data(); }

// nghttp2 requires functions like malloc(), so smart pointers are not possible here.
// NOLINTBEGIN(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)
void* Allocate(std::size_t size, void* /*user*/) { return std::malloc(size); }

void* AllocateZeros(std::size_t count, std::size_t size, void* /*user*/) {
  return std::calloc(count, size);
}

void Free(void* memory, void* user) {
  if (memory != BytesOf(user)) std::free(memory);
}

void* Resize(void* memory, std::size_t size, void* user) {
  if (memory == nullptr && making && size > kRoomFrom && size <= sizeof(FrameBudget::bytes)) {
    return BytesOf(user);
  }
  // Copy the content when the frame buffer outgrows the shared memory.
  if (memory != BytesOf(user)) return std::realloc(memory, size);
  void* moved = std::malloc(size);
  if (moved != nullptr) {
    std::copy_n(static_cast<std::uint8_t*>(memory), std::min(size, sizeof(FrameBudget::bytes)),
                static_cast<std::uint8_t*>(moved));
  }
  return moved;
}
// NOLINTEND(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)

}  // namespace

nghttp2_mem SessionMemory::Over(FrameBudget& room) {
  return {.mem_user_data = &room,
          .malloc = Allocate,
          .free = Free,
          .calloc = AllocateZeros,
          .realloc = Resize};
}

SessionMemory::Making::Making() { making = true; }
SessionMemory::Making::~Making() { making = false; }

}  // namespace prichal::http2
