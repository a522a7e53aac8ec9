#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ton/cell.h"

namespace prichal::ton {

/// What another cell is told of one that it refers to.
struct CellSummary {
  Hash hash{};
  std::uint16_t depth = 0;
};

/// Puts an ordinary cell of level 0 together and takes its hash; it is kept nowhere.
class CellWriter {
 public:
  /// `bits`: how many of the number's lowest, up to 64; of a whole cell no more than 1023.
  void Number(std::uint64_t number, unsigned bits);
  void Bytes(std::span<const unsigned char> bytes);
  /// Up to four.
  void Refer(const CellSummary& cell) { references_.push_back(cell); }

  [[nodiscard]] CellSummary Finish() const;

 private:
  std::vector<unsigned char> data_;
  std::size_t bits_ = 0;
  std::vector<CellSummary> references_;
};

}  // namespace prichal::ton
