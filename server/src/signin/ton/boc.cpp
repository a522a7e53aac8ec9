#include "signin/ton/boc.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <optional>

#include "signin/ton/address.h"

namespace prichal::signin::ton {
namespace {

/// Reads bytes from the front of a span. After one failed read all later reads fail, so the caller
/// needs to check only the last of a sequence. The bytes must outlive the reader. Not thread-safe.
class ByteReader {
 public:
  explicit ByteReader(std::span<const unsigned char> bytes) : left_(bytes) {}

  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Empty if fewer bytes are left or an earlier read failed.
  std::optional<std::span<const unsigned char>> Read(std::size_t count) {
    failed_ = failed_ || count > left_.size();
    if (failed_) return std::nullopt;
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  /// Reads a big-endian number of 1 to 8 bytes.
  std::optional<std::uint64_t> Number(std::size_t count) {
    const auto bytes = Read(count);
    if (!bytes) return std::nullopt;
    std::uint64_t value = 0;
    for (const unsigned char byte : *bytes) value = value << 8U | byte;
    return value;
  }

 private:
  std::span<const unsigned char> left_;
  bool failed_ = false;
};

/// The header of a bag of cells, after all checks that do not need the cells.
struct BocHeader {
  std::size_t cells = 0;
  std::size_t reference_size = 0;  ///< bytes per reference, 1 to 4
  std::size_t offset_size = 0;     ///< bytes per index entry, 1 to 8
  bool cache_bits = false;  ///< the lowest bit of an index entry is a flag, not part of the offset
  std::vector<std::uint32_t> roots;
  std::span<const unsigned char> index;  ///< empty if the bag has no index
  std::span<const unsigned char> body;   ///< the serialized cells
};

constexpr std::uint64_t kMagic = 0xb5ee9c72;
// Formats from before 2019: an index and one root, which is the first cell.
constexpr std::uint64_t kMagicIndex = 0x68ff65f3;
constexpr std::uint64_t kMagicIndexChecksum = 0xacc3a728;
constexpr std::size_t kChecksumBytes = 4;

constexpr std::size_t kLargestReference = 4;
constexpr std::size_t kLargestOffset = 8;
constexpr std::uint64_t kLargestCell = 1024;

struct Form {
  bool generic = false;  ///< the current format
  bool index = false;
  bool checksum = false;
};

/// Counts as declared, not yet verified.
struct CellCounts {
  std::uint64_t cells = 0;
  std::uint64_t roots = 0;
  std::uint64_t total = 0;
};

Result<Form, BocError> ReadForm(ByteReader& reader, BocHeader& header) {
  const auto magic = reader.Number(4);
  if (!magic) return Fail(BocError::kTruncated);
  if (*magic != kMagic && *magic != kMagicIndex && *magic != kMagicIndexChecksum) {
    return Fail(BocError::kBadMagic);
  }
  const auto sizes = reader.Number(1);
  const auto offset_size = reader.Number(1);
  if (!offset_size) return Fail(BocError::kTruncated);

  Form form{.generic = *magic == kMagic};
  form.index = !form.generic || (*sizes & 0x80U) != 0;
  form.checksum = form.generic ? (*sizes & 0x40U) != 0 : *magic == kMagicIndexChecksum;
  header.cache_bits = form.generic && (*sizes & 0x20U) != 0;
  const std::uint64_t unknown = *sizes & (form.generic ? 0x18U : 0xf8U);
  if (unknown != 0 || (header.cache_bits && !form.index)) return Fail(BocError::kBadFlags);

  header.reference_size = *sizes & 7U;
  if (header.reference_size == 0 || header.reference_size > kLargestReference) {
    return Fail(BocError::kBadReferenceSize);
  }
  if (*offset_size == 0 || *offset_size > kLargestOffset) return Fail(BocError::kBadOffsetSize);
  header.offset_size = *offset_size;
  return form;
}

Result<CellCounts, BocError> ReadCounts(ByteReader& reader, const BocHeader& header,
                                        const BocLimits& limits) {
  const auto cells = reader.Number(header.reference_size);
  const auto roots = reader.Number(header.reference_size);
  const auto absent = reader.Number(header.reference_size);
  const auto total = reader.Number(header.offset_size);
  if (!total) return Fail(BocError::kTruncated);
  if (*cells == 0) return Fail(BocError::kNoCells);
  if (*roots == 0) return Fail(BocError::kNoRoots);
  if (*absent != 0) return Fail(BocError::kAbsentCells);
  if (*roots > *cells || *roots > limits.roots) return Fail(BocError::kTooManyRoots);
  // Each cell except one needs at least one reference to it. No product exceeds 2^42.
  const std::uint64_t least = *cells * (2 + header.reference_size) - header.reference_size;
  if (*total < least || *total > *cells * kLargestCell) return Fail(BocError::kBadTotalSize);
  if (*cells > limits.cells) return Fail(BocError::kTooManyCells);
  return CellCounts{.cells = *cells, .roots = *roots, .total = *total};
}

std::optional<BocError> ReadRoots(ByteReader& reader, const CellCounts& counts, BocHeader& header) {
  for (std::uint64_t i = 0; i < counts.roots; ++i) {
    const auto root = reader.Number(header.reference_size);
    if (!root) return BocError::kTruncated;
    if (*root >= counts.cells) return BocError::kBadRootIndex;
    header.roots.push_back(static_cast<std::uint32_t>(*root));
  }
  return std::nullopt;
}

std::uint32_t LittleEndian(std::span<const unsigned char> bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8U | bytes[i - 1];
  return value;
}

/// Parses and checks the header and the checksum. Never allocates more than the size of `bytes`
/// justifies, whatever the header says.
Result<BocHeader, BocError> ReadBocHeader(std::span<const unsigned char> bytes,
                                          const BocLimits& limits) {
  if (bytes.size() > limits.bytes) return Fail(BocError::kTooLarge);
  BocHeader header;
  ByteReader reader(bytes);
  const auto form = ReadForm(reader, header);
  if (!form) return Fail(form.error());
  const auto counts = ReadCounts(reader, header, limits);
  if (!counts) return Fail(counts.error());
  header.cells = counts->cells;

  if (form->generic) {
    if (const auto error = ReadRoots(reader, *counts, header)) return Fail(*error);
  } else {
    if (counts->roots != 1) return Fail(BocError::kTooManyRoots);
    header.roots.push_back(0);
  }
  const auto index = reader.Read(form->index ? header.cells * header.offset_size : 0);
  const auto body = index ? reader.Read(counts->total) : std::nullopt;
  if (!body) return Fail(BocError::kTruncated);
  header.index = *index;
  header.body = *body;

  if (form->checksum) {
    const auto covered = bytes.first(bytes.size() - reader.left());
    const auto checksum = reader.Read(kChecksumBytes);
    if (!checksum) return Fail(BocError::kTruncated);
    if (LittleEndian(*checksum) != Crc32c(covered)) return Fail(BocError::kBadChecksum);
  }
  if (reader.left() != 0) return Fail(BocError::kTrailingBytes);
  return header;
}

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

/// Computes level, depth and hash of the cells of a bag (TVM white paper, 3.1.4 to 3.1.7). Call
/// FillCell() for children before parents, once per cell. The time is linear, independent of the
/// depth and the number of paths. Not thread-safe.
class CellHasher {
 public:
  explicit CellHasher(std::span<Cell> cells) : cells_(cells) {}

  /// Fills in the type and all later fields of the cell at `place`. `exotic`: the first data byte
  /// is the cell's type. Returns the error, or empty on success.
  [[nodiscard]] std::optional<BocError> FillCell(std::size_t place, bool exotic) {
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

  /// Hash and depth at a level of 0 to 3: only branches pruned at this level or above count as
  /// pruned.
  [[nodiscard]] const Hash& HashAt(std::size_t place, unsigned level) const {
    const auto found = levels_.find(place);
    return found == levels_.end() ? cells_[place].hash : found->second.hashes[level];
  }

  [[nodiscard]] std::uint16_t DepthAt(std::size_t place, unsigned level) const {
    const auto found = levels_.find(place);
    return found == levels_.end() ? cells_[place].depth : found->second.depths[level];
  }

 private:
  static constexpr unsigned kLevels = 4;

  /// Hashes and depths of a cell with a non-zero level. Few bags contain one.
  struct Levels {
    std::array<Hash, kLevels> hashes{};
    std::array<std::uint16_t, kLevels> depths{};
  };

  [[nodiscard]] static bool IsPruned(const Cell& cell) { return cell.type == CellType::kPruned; }

  [[nodiscard]] static bool IsMerkle(const Cell& cell) {
    return cell.type == CellType::kMerkleProof || cell.type == CellType::kMerkleUpdate;
  }

  [[nodiscard]] std::optional<BocError> FindType(Cell& cell) const {
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

  [[nodiscard]] std::uint8_t MaskOf(const Cell& cell) const {
    if (IsPruned(cell)) return cell.data[1];
    unsigned mask = 0;
    for (std::size_t i = 0; i < cell.reference_count; ++i) {
      mask |= cells_[cell.references[i]].level_mask;
    }
    return static_cast<std::uint8_t>(IsMerkle(cell) ? mask >> 1U : mask);
  }

  [[nodiscard]] std::optional<std::uint16_t> DepthOf(const Cell& cell, unsigned level) const {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < cell.reference_count; ++i) {
      depth = std::max<std::size_t>(depth, DepthAt(cell.references[i], level) + 1U);
    }
    if (depth > Cell::kMostDepth) return std::nullopt;
    return static_cast<std::uint16_t>(depth);
  }

  [[nodiscard]] Hash HashOf(const Cell& cell, unsigned level,
                            std::span<const unsigned char> content) const {
    // Layout: two descriptor bytes, the content, the depths of all children, the hashes of all
    // children.
    std::array<unsigned char,
               2 + Cell::kMostBytes + Cell::kMostReferences*(kDepthBytes + kHashBytes)>
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

  void FillPruned(std::size_t place) {
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

  [[nodiscard]] std::optional<BocError> FillLevels(std::size_t place) {
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

  std::span<Cell> cells_;
  boost::unordered_flat_map<std::size_t, Levels> levels_;
};

/// Declarations of a serialized cell about itself, checked after its hash has been computed.
struct Claims {
  std::span<const unsigned char> hashes;  ///< empty if the cell stores none
  std::span<const unsigned char> depths;
  std::uint8_t level_mask = 0;
  bool exotic = false;
};

/// Returns the number of data bits of a cell. If `filled`, the last byte ends with a one bit and
/// zeros. Empty if that byte contains no data bit or no one bit.
std::optional<std::uint16_t> CountBits(std::span<const unsigned char> data, bool filled) {
  if (!filled) return static_cast<std::uint16_t>(data.size() * 8);
  const unsigned last = data.back();
  if (last == 0 || last == 0x80U) return std::nullopt;
  return static_cast<std::uint16_t>(data.size() * 8 - 1 -
                                    static_cast<unsigned>(std::countr_zero(last)));
}

class BodyReader {
 public:
  explicit BodyReader(const BocHeader& header) : header_(header), reader_(header.body) {
    boc_.cells.resize(header.cells);
    boc_.roots = header.roots;
    claims_.resize(header.cells);
  }

  Result<Boc, BocError> Read() {
    for (std::size_t place = 0; place < boc_.cells.size(); ++place) {
      if (const auto error = ReadCell(place)) return Fail(*error);
      if (!EndsWhereTheIndexSays(place)) return Fail(BocError::kBadIndex);
    }
    if (reader_.left() != 0) return Fail(BocError::kBadTotalSize);
    // References only point forward, so going backwards visits children first.
    CellHasher hasher(boc_.cells);
    for (std::size_t place = boc_.cells.size(); place-- > 0;) {
      if (const auto error = hasher.FillCell(place, claims_[place].exotic)) return Fail(*error);
      if (boc_.cells[place].level_mask != claims_[place].level_mask) {
        return Fail(BocError::kBadLevelMask);
      }
      if (!HasWhatIsStored(hasher, place)) return Fail(BocError::kBadStoredHash);
    }
    return std::move(boc_);
  }

 private:
  std::optional<BocError> ReadCell(std::size_t place) {
    const auto description = reader_.Read(2);
    if (!description) return BocError::kBadTotalSize;
    Cell& cell = boc_.cells[place];
    Claims& claims = claims_[place];
    const unsigned kind = (*description)[0];
    const unsigned halves = (*description)[1];
    const bool stored = (kind & 0x10U) != 0;
    claims.exotic = (kind & 8U) != 0;
    claims.level_mask = static_cast<std::uint8_t>(kind >> 5U);
    cell.reference_count = static_cast<std::uint8_t>(kind & 7U);
    if (cell.reference_count == 7 && stored) return BocError::kAbsentCells;
    if (cell.reference_count > Cell::kMostReferences) return BocError::kBadReferenceCount;

    if (stored) {
      const std::size_t count = static_cast<unsigned>(std::popcount(claims.level_mask)) + 1U;
      const auto hashes = reader_.Read(count * kHashBytes);
      const auto depths = reader_.Read(count * kDepthBytes);
      if (!depths) return BocError::kBadTotalSize;
      claims.hashes = *hashes;
      claims.depths = *depths;
    }
    const auto data = reader_.Read((halves + 1) / 2);
    if (!data) return BocError::kBadTotalSize;
    const auto bits = CountBits(*data, halves % 2 != 0);
    if (!bits) return BocError::kOverlongData;
    cell.data = *data;
    cell.bits = *bits;
    return ReadReferences(place);
  }

  std::optional<BocError> ReadReferences(std::size_t place) {
    Cell& cell = boc_.cells[place];
    for (std::size_t i = 0; i < cell.reference_count; ++i) {
      const auto reference = reader_.Number(header_.reference_size);
      if (!reference) return BocError::kBadTotalSize;
      if (*reference >= boc_.cells.size()) return BocError::kBadReference;
      if (*reference <= place) return BocError::kBackwardReference;
      cell.references[i] = static_cast<std::uint32_t>(*reference);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool EndsWhereTheIndexSays(std::size_t place) const {
    if (header_.index.empty()) return true;
    ByteReader entry(header_.index.subspan(place * header_.offset_size, header_.offset_size));
    const std::uint64_t offset = *entry.Number(header_.offset_size);
    return (header_.cache_bits ? offset >> 1U : offset) == header_.body.size() - reader_.left();
  }

  [[nodiscard]] bool HasWhatIsStored(const CellHasher& hasher, std::size_t place) const {
    const Claims& claims = claims_[place];
    if (claims.hashes.empty()) return true;
    ByteReader hashes(claims.hashes);
    ByteReader depths(claims.depths);
    for (unsigned level = 0; level < 4; ++level) {
      const bool counts = level == 0 || (claims.level_mask >> (level - 1) & 1U) != 0;
      if (!counts) continue;
      const auto stored = *hashes.Read(kHashBytes);
      const Hash& hash = hasher.HashAt(place, level);
      if (!std::equal(hash.begin(), hash.end(), stored.begin()) ||
          *depths.Number(kDepthBytes) != hasher.DepthAt(place, level)) {
        return false;
      }
    }
    return true;
  }

  const BocHeader& header_;
  ByteReader reader_;
  Boc boc_;
  std::vector<Claims> claims_;
};

struct Meaning {
  std::string_view code;
  std::string_view words;
};

/// By BocError.
constexpr std::array<Meaning, 24> kMeanings{
    {{"too_large", "too many bytes"},
     {"too_many_cells", "too many cells"},
     {"too_many_roots", "too many roots"},
     {"truncated", "truncated"},
     {"bad_magic", "wrong magic number"},
     {"bad_flags", "unknown flag, or cache bits without an index"},
     {"bad_ref_size", "reference size is not 1 to 4"},
     {"bad_offset_size", "offset size is not 1 to 8"},
     {"no_cells", "no cells"},
     {"no_roots", "no root"},
     {"absent_cells", "missing cells"},
     {"bad_total_size", "wrong total size of the cells"},
     {"trailing_bytes", "trailing bytes"},
     {"crc_mismatch", "wrong checksum (CRC-32C)"},
     {"bad_root_index", "root index out of range"},
     {"bad_index", "the index does not match the cells"},
     {"bad_refs_count", "a cell has more than four references"},
     {"bad_ref_index", "reference out of range"},
     {"ref_not_forward", "reference to the same or an earlier cell"},
     {"overlong_encoding", "padding byte without data bits"},
     {"bad_exotic_cell", "unknown kind of exotic cell"},
     {"bad_level_mask", "wrong cell level"},
     {"stored_hash_mismatch", "wrong stored hash or depth"},
     {"too_deep", "deeper than 1024 cells"}}};
static_assert(kMeanings.size() == static_cast<std::size_t>(BocError::kTooDeep) + 1);

const Meaning& MeaningOf(BocError error) { return kMeanings.at(static_cast<std::size_t>(error)); }

}  // namespace

std::string_view CodeOf(BocError error) { return MeaningOf(error).code; }

std::string_view Words(BocError error) { return MeaningOf(error).words; }

Result<Boc, BocError> ReadBoc(std::span<const unsigned char> bytes, const BocLimits& limits) {
  const auto header = ReadBocHeader(bytes, limits);
  if (!header) return Fail(header.error());
  return BodyReader(*header).Read();
}

}  // namespace prichal::signin::ton
