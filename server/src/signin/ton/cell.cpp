#include "signin/ton/cell.h"

#include <algorithm>

#include "signin/ton/sign_data.h"

namespace prichal::signin::ton {

void CellWriter::Number(std::uint64_t number, unsigned bits) {
  for (unsigned i = bits; i > 0; --i) {
    if (bits_ % 8 == 0) data_.push_back(0);
    const auto bit = static_cast<unsigned>(number >> (i - 1) & 1U);
    data_.back() = static_cast<unsigned char>(data_.back() | bit << (7 - bits_ % 8));
    ++bits_;
  }
}

void CellWriter::Bytes(std::span<const unsigned char> bytes) {
  for (const unsigned char byte : bytes) Number(byte, 8);
}

CellSummary CellWriter::Build() const {
  Message text({});
  text.BigEndian(references_.size(), 1);
  text.BigEndian(bits_ / 8 + (bits_ + 7) / 8, 1);
  std::vector<unsigned char> data = data_;
  if (bits_ % 8 != 0) {
    data.back() = static_cast<unsigned char>(data.back() | 1U << (7 - bits_ % 8));
  }
  text.Append(data);
  CellSummary summary;
  for (const CellSummary& one : references_) {
    text.BigEndian(one.depth, 2);
    summary.depth = std::max(summary.depth, static_cast<std::uint16_t>(one.depth + 1));
  }
  for (const CellSummary& one : references_) text.Append(one.hash);
  summary.hash = text.hash();
  return summary;
}

}  // namespace prichal::signin::ton
