// Any text as the frame of a message that a data file holds: it is given back as it was, and so is
// the frame that comes after it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bridge/frames.h"
#include "bridge/kept_frame.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::bridge;
  constexpr std::int64_t kId = 42;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view first = text.substr(0, text.find('\0'));
  const std::string_view second = text.substr(first.size());
  const KeptFrame before(kId, first, nullptr);
  const KeptFrame kept(kId, second, before.source());
  if (before.Text(kId) != first || before.SizeOfText(kId) != first.size()) std::abort();
  if (kept.Text(kId) != second || kept.SizeOfText(kId) != second.size()) std::abort();
  if (const auto parts = PartsOf(kId, first); parts && FrameOf(kId, *parts) != first) std::abort();
  return 0;
}
