#include "signin/ton/boc.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "signin/ton/address.h"
#include "signin/ton/cell_hasher.h"

namespace prichal::signin::ton {
namespace {

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

Meaning MeaningOf(BocError error) {
  switch (error) {
    case BocError::kTooLarge:
      return {"too_large", "too many bytes"};
    case BocError::kTooManyCells:
      return {"too_many_cells", "too many cells"};
    case BocError::kTooManyRoots:
      return {"too_many_roots", "too many roots"};
    case BocError::kTruncated:
      return {"truncated", "truncated"};
    case BocError::kBadMagic:
      return {"bad_magic", "wrong magic number"};
    case BocError::kBadFlags:
      return {"bad_flags", "unknown flag, or cache bits without an index"};
    case BocError::kBadReferenceSize:
      return {"bad_ref_size", "reference size is not 1 to 4"};
    case BocError::kBadOffsetSize:
      return {"bad_offset_size", "offset size is not 1 to 8"};
    case BocError::kNoCells:
      return {"no_cells", "no cells"};
    case BocError::kNoRoots:
      return {"no_roots", "no root"};
    case BocError::kAbsentCells:
      return {"absent_cells", "missing cells"};
    case BocError::kBadTotalSize:
      return {"bad_total_size", "wrong total size of the cells"};
    case BocError::kTrailingBytes:
      return {"trailing_bytes", "trailing bytes"};
    case BocError::kBadChecksum:
      return {"crc_mismatch", "wrong checksum (CRC-32C)"};
    case BocError::kBadRootIndex:
      return {"bad_root_index", "root index out of range"};
    case BocError::kBadIndex:
      return {"bad_index", "the index does not match the cells"};
    case BocError::kBadReferenceCount:
      return {"bad_refs_count", "a cell has more than four references"};
    case BocError::kBadReference:
      return {"bad_ref_index", "reference out of range"};
    case BocError::kBackwardReference:
      return {"ref_not_forward", "reference to the same or an earlier cell"};
    case BocError::kOverlongData:
      return {"overlong_encoding", "padding byte without data bits"};
    case BocError::kBadExotic:
      return {"bad_exotic_cell", "unknown kind of exotic cell"};
    case BocError::kBadLevelMask:
      return {"bad_level_mask", "wrong cell level"};
    case BocError::kBadStoredHash:
      return {"stored_hash_mismatch", "wrong stored hash or depth"};
    case BocError::kTooDeep:
      return {"too_deep", "deeper than 1024 cells"};
  }
  return {};
}

}  // namespace

std::string_view CodeOf(BocError error) { return MeaningOf(error).code; }

std::string_view Words(BocError error) { return MeaningOf(error).words; }

Result<Boc, BocError> ReadBoc(std::span<const unsigned char> bytes, const BocLimits& limits) {
  const auto header = ReadBocHeader(bytes, limits);
  if (!header) return Fail(header.error());
  return BodyReader(*header).Read();
}

namespace {

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

}  // namespace

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

}  // namespace prichal::signin::ton
