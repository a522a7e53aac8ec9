#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "signin/ton/boc.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {

/// Computes level, depth and hash of the cells of a bag (TVM white paper, 3.1.4 to 3.1.7). Call
/// FillCell() for children before parents, once per cell. The time is linear, independent of the
/// depth and the number of paths. Not thread-safe.
class CellHasher {
 public:
  explicit CellHasher(std::span<Cell> cells) : cells_(cells) {}

  /// Fills in the type and all later fields of the cell at `place`. `exotic`: the first data byte
  /// is the cell's type. Returns the error, or empty on success.
  [[nodiscard]] std::optional<BocError> FillCell(std::size_t place, bool exotic);

  /// Hash and depth at a level of 0 to 3: only branches pruned at this level or above count as
  /// pruned.
  [[nodiscard]] const Hash& HashAt(std::size_t place, unsigned level) const;
  [[nodiscard]] std::uint16_t DepthAt(std::size_t place, unsigned level) const;

 private:
  static constexpr unsigned kLevels = 4;

  /// Hashes and depths of a cell with a non-zero level. Few bags contain one.
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
  [[nodiscard]] std::optional<BocError> FillLevels(std::size_t place);
  void FillPruned(std::size_t place);

  std::span<Cell> cells_;
  boost::unordered_flat_map<std::size_t, Levels> levels_;
};

}  // namespace prichal::signin::ton
