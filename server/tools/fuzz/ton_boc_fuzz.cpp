// Fuzzes bags of cells: an input is rejected with a reason, or all its cells are valid and within
// the limits, references point forward, and depths match.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "signin/ton/boc.h"
#include "signin/ton/state_init.h"

namespace {

using namespace prichal::signin::ton;

constexpr BocLimits kLimits = {.bytes = 64UL * 1024, .cells = 2000, .roots = 4};

void CheckCell(const Boc& boc, std::size_t place) {
  const Cell& cell = boc.cells[place];
  if (cell.bits > 1023 || cell.data.size() != (cell.bits + 7U) / 8) std::abort();
  if (cell.reference_count > Cell::kMostReferences || cell.level_mask > 7) std::abort();
  if (cell.depth > Cell::kMostDepth) std::abort();
  for (std::size_t i = 0; i < cell.reference_count; ++i) {
    if (cell.references[i] <= place || cell.references[i] >= boc.cells.size()) std::abort();
    const Cell& child = boc.Child(cell, i);
    if (cell.level_mask == 0 && child.level_mask == 0 && child.depth >= cell.depth) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto boc = ReadBoc({data, size}, kLimits);
  if (!boc) {
    if (CodeOf(boc.error()).empty() || Words(boc.error()).empty()) std::abort();
    return 0;
  }
  if (boc->cells.empty() || boc->cells.size() > kLimits.cells) std::abort();
  if (boc->roots.empty() || boc->roots.size() > kLimits.roots) std::abort();
  for (const std::uint32_t root : boc->roots) {
    if (root >= boc->cells.size()) std::abort();
  }
  for (std::size_t place = 0; place < boc->cells.size(); ++place) CheckCell(*boc, place);
  return 0;
}
