#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ton/boc.h"
#include "ton/cell.h"

namespace prichal::ton {

/// Computes what follows from the bits and references of a bag's cells: level, depth and hash (TVM
/// white paper, 3.1.4 to 3.1.7). A cell comes after those that it refers to, each once, so that
/// neither depth nor the number of paths matters.
class CellHasher {
 public:
  explicit CellHasher(std::span<Cell> cells) : cells_(cells) {}

  /// Fills in the type's and all later fields of a cell, whose `type` is what its first byte says
  /// if it is `exotic`.
  [[nodiscard]] std::optional<BocError> Finish(std::size_t place, bool exotic);

  /// What hash and depth are where only what is pruned at `level` and above counts, 0 to 3.
  [[nodiscard]] const Hash& HashAt(std::size_t place, unsigned level) const;
  [[nodiscard]] std::uint16_t DepthAt(std::size_t place, unsigned level) const;

 private:
  static constexpr unsigned kLevels = 4;

  /// Of a cell with a level, of which few bags have any.
  struct Levels {
    std::array<Hash, kLevels> hashes{};
    std::array<std::uint16_t, kLevels> depths{};
  };

  [[nodiscard]] std::optional<BocError> FindType(Cell& cell) const;
  [[nodiscard]] bool IsPruned(const Cell& cell) const;
  [[nodiscard]] bool IsMerkle(const Cell& cell) const;
  [[nodiscard]] std::uint8_t MaskOf(const Cell& cell) const;
  [[nodiscard]] std::optional<std::uint16_t> DepthOf(const Cell& cell, unsigned level) const;
  [[nodiscard]] Hash HashOf(const Cell& cell, unsigned level,
                            std::span<const unsigned char> content) const;
  [[nodiscard]] std::optional<BocError> FinishLevels(std::size_t place);
  void FinishPruned(std::size_t place);

  std::span<Cell> cells_;
  boost::unordered_flat_map<std::size_t, Levels> levels_;
};

}  // namespace prichal::ton
