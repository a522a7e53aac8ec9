#include "signin/ton/cell_hasher.h"

#include <algorithm>
#include <array>
#include <bit>

namespace prichal::signin::ton {
namespace {

constexpr std::size_t kLibraryBits = 8 + 8 * kHashBytes;
constexpr std::size_t kMerkleBits = 8 * (kHashBytes + kDepthBytes);  ///< per child

std::uint16_t Number16(const unsigned char* bytes) {
  return static_cast<std::uint16_t>(bytes[0] << 8U | bytes[1]);
}

/// Returns the bits of a level mask below `level`.
unsigned Below(unsigned mask, unsigned level) { return mask & ((1U << level) - 1); }

bool Counts(unsigned mask, unsigned level) { return level == 0 || (mask >> (level - 1) & 1U) != 0; }

/// Hashes and depths in the data of a pruned branch, for all levels below its own.
struct PrunedParts {
  const unsigned char* hashes;
  const unsigned char* depths;

  explicit PrunedParts(const Cell& cell)
      : hashes(cell.data.data() + 2),
        depths(hashes + kHashBytes * static_cast<unsigned>(std::popcount(cell.data[1]))) {}
};

}  // namespace

bool CellHasher::IsPruned(const Cell& cell) const { return cell.type == CellType::kPruned; }

bool CellHasher::IsMerkle(const Cell& cell) const {
  return cell.type == CellType::kMerkleProof || cell.type == CellType::kMerkleUpdate;
}

const Hash& CellHasher::HashAt(std::size_t place, unsigned level) const {
  const auto found = levels_.find(place);
  return found == levels_.end() ? cells_[place].hash : found->second.hashes[level];
}

std::uint16_t CellHasher::DepthAt(std::size_t place, unsigned level) const {
  const auto found = levels_.find(place);
  return found == levels_.end() ? cells_[place].depth : found->second.depths[level];
}

std::optional<BocError> CellHasher::FindType(Cell& cell) const {
  if (cell.bits < 8) return BocError::kBadExotic;
  const unsigned char type = cell.data[0];
  if (type == 0 || type > static_cast<unsigned char>(CellType::kMerkleUpdate)) {
    return BocError::kBadExotic;
  }
  cell.type = static_cast<CellType>(type);

  std::size_t bits = 0;
  std::size_t references = 0;
  if (cell.type == CellType::kLibrary) {
    bits = kLibraryBits;
  } else if (IsMerkle(cell)) {
    references = cell.type == CellType::kMerkleProof ? 1 : 2;
    bits = 8 + references * kMerkleBits;
  } else {
    const unsigned mask = cell.bits < 16 ? 0U : cell.data[1];
    if (mask == 0 || mask >= 1U << (kLevels - 1)) return BocError::kBadExotic;
    bits = 16 + static_cast<unsigned>(std::popcount(mask)) * kMerkleBits;
  }
  if (cell.bits != bits || cell.reference_count != references) return BocError::kBadExotic;

  // A Merkle cell stores hash and depth of its children; compare them with the computed ones.
  for (std::size_t i = 0; IsMerkle(cell) && i < references; ++i) {
    const unsigned char* const hash = cell.data.data() + 1 + i * kHashBytes;
    const unsigned char* const depth =
        cell.data.data() + 1 + references * kHashBytes + i * kDepthBytes;
    const std::size_t child = cell.references[i];
    const Hash& child_hash = HashAt(child, 0);
    if (!std::equal(child_hash.begin(), child_hash.end(), hash) ||
        DepthAt(child, 0) != Number16(depth)) {
      return BocError::kBadExotic;
    }
  }
  return std::nullopt;
}

std::uint8_t CellHasher::MaskOf(const Cell& cell) const {
  if (IsPruned(cell)) return cell.data[1];
  unsigned mask = 0;
  for (std::size_t i = 0; i < cell.reference_count; ++i) {
    mask |= cells_[cell.references[i]].level_mask;
  }
  return static_cast<std::uint8_t>(IsMerkle(cell) ? mask >> 1U : mask);
}

std::optional<std::uint16_t> CellHasher::DepthOf(const Cell& cell, unsigned level) const {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < cell.reference_count; ++i) {
    depth = std::max<std::size_t>(depth, DepthAt(cell.references[i], level) + 1U);
  }
  if (depth > Cell::kMostDepth) return std::nullopt;
  return static_cast<std::uint16_t>(depth);
}

Hash CellHasher::HashOf(const Cell& cell, unsigned level,
                        std::span<const unsigned char> content) const {
  // Layout: two descriptor bytes, the content, the depths of all children, the hashes of all
  // children.
  std::array<unsigned char, 2 + Cell::kMostBytes + Cell::kMostReferences*(kDepthBytes + kHashBytes)>
      text{};
  const bool exotic = cell.type != CellType::kOrdinary;
  const unsigned mask = IsPruned(cell) ? cell.level_mask : Below(cell.level_mask, level);
  text[0] = static_cast<unsigned char>(cell.reference_count + 8U * (exotic ? 1 : 0) + 32U * mask);
  text[1] = static_cast<unsigned char>(cell.bits / 8 + (cell.bits + 7) / 8);
  auto* end = std::copy(content.begin(), content.end(), text.begin() + 2);
  const unsigned below = IsMerkle(cell) ? level + 1 : level;
  for (std::size_t i = 0; i < cell.reference_count; ++i) {
    const std::uint16_t depth = DepthAt(cell.references[i], below);
    *end++ = static_cast<unsigned char>(depth >> 8U);
    *end++ = static_cast<unsigned char>(depth & 0xffU);
  }
  for (std::size_t i = 0; i < cell.reference_count; ++i) {
    const Hash& hash = HashAt(cell.references[i], below);
    end = std::copy(hash.begin(), hash.end(), end);
  }
  return Sha256(std::span(text.begin(), end));
}

void CellHasher::FillPruned(std::size_t place) {
  Cell& cell = cells_[place];
  const PrunedParts parts(cell);
  const auto level_count = static_cast<unsigned>(std::popcount(cell.level_mask));
  cell.hash = HashOf(cell, kLevels - 1, cell.data);
  cell.depth = 0;
  Levels levels;
  for (unsigned level = 0; level < kLevels; ++level) {
    const auto at = static_cast<unsigned>(std::popcount(Below(cell.level_mask, level)));
    if (at == level_count) {
      levels.hashes[level] = cell.hash;
      levels.depths[level] = cell.depth;
    } else {
      std::copy_n(parts.hashes + at * kHashBytes, kHashBytes, levels.hashes[level].begin());
      levels.depths[level] = Number16(parts.depths + at * kDepthBytes);
    }
  }
  levels_.emplace(place, levels);
}

std::optional<BocError> CellHasher::FillLevels(std::size_t place) {
  Cell& cell = cells_[place];
  Levels levels;
  for (unsigned level = 0; level < kLevels; ++level) {
    if (!Counts(cell.level_mask, level)) {
      levels.hashes[level] = levels.hashes[level - 1];
      levels.depths[level] = levels.depths[level - 1];
      continue;
    }
    const auto depth = DepthOf(cell, IsMerkle(cell) ? level + 1 : level);
    if (!depth) return BocError::kTooDeep;
    levels.depths[level] = *depth;
    // At a higher level the previous level's hash replaces the data.
    levels.hashes[level] = level == 0 ? HashOf(cell, 0, cell.data)
                                      : HashOf(cell, level, std::span(levels.hashes[level - 1]));
  }
  cell.hash = levels.hashes.back();
  cell.depth = levels.depths.back();
  levels_.emplace(place, levels);
  return std::nullopt;
}

std::optional<BocError> CellHasher::FillCell(std::size_t place, bool exotic) {
  Cell& cell = cells_[place];
  if (exotic) {
    if (const auto error = FindType(cell)) return error;
  }
  cell.level_mask = MaskOf(cell);
  if (IsPruned(cell)) {
    FillPruned(place);
    return std::nullopt;
  }
  if (cell.level_mask != 0) return FillLevels(place);
  const auto depth = DepthOf(cell, IsMerkle(cell) ? 1 : 0);
  if (!depth) return BocError::kTooDeep;
  cell.depth = *depth;
  cell.hash = HashOf(cell, 0, cell.data);
  return std::nullopt;
}

}  // namespace prichal::signin::ton
