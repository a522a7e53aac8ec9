// Any text as index.html: scripts lie inside the text, in order, and a page that is composed keeps
// all the rest of its bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/html.h"
#include "host/page.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  const char* last = html.data();
  for (const auto& script : prichal::host::FindScripts(html)) {
    const char* start = script.content.data();
    if (start < last || start + script.content.size() > html.data() + html.size()) std::abort();
    last = start + script.content.size();
  }
  const auto page = prichal::host::ComposePage(html, {});
  if (page && page->size() < html.size()) std::abort();
  return 0;
}
