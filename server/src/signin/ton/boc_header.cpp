#include "signin/ton/boc_header.h"

#include <optional>

#include "signin/ton/byte_reader.h"
#include "signin/ton/checksum.h"

namespace prichal::ton {
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

}  // namespace prichal::ton
