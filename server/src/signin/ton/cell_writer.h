#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "signin/ton/cell.h"

namespace prichal::ton {

/// Hash and depth of a cell, as needed to refer to it.
struct CellSummary {
  Hash hash{};
  std::uint16_t depth = 0;
};

/// Builds one ordinary cell of level 0 and computes its hash; the cell itself is not kept. Not
/// thread-safe.
class CellWriter {
 public:
  /// Appends the lowest `bits` bits (up to 64) of `number`. A cell holds at most 1023 bits.
  void Number(std::uint64_t number, unsigned bits);
  /// Appends whole bytes.
  void Bytes(std::span<const unsigned char> bytes);
  /// Adds a reference; at most four.
  void Refer(const CellSummary& cell) { references_.push_back(cell); }

  /// Returns hash and depth of the complete cell.
  [[nodiscard]] CellSummary Build() const;

 private:
  std::vector<unsigned char> data_;
  std::size_t bits_ = 0;
  std::vector<CellSummary> references_;
};

}  // namespace prichal::ton
