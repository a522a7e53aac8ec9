#include "signin/ton/sign_data.h"

#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "signin/ton/cell_writer.h"
#include "signin/ton/checksum.h"
#include "signin/ton/message.h"

namespace prichal::ton {
namespace {

constexpr std::string_view kSignDataPrefix = "\xff\xffton-connect/sign-data/";
constexpr std::uint32_t kCellTag = 0x75569022;
constexpr std::size_t kBytesInCell = 127;

Hash SignedHash(const SignDataContext& context, std::string_view kind,
                std::span<const unsigned char> content) {
  // Unlike a ton_proof, all numbers are big-endian.
  Message message(kSignDataPrefix);
  message.BigEndian(static_cast<std::uint32_t>(context.address.workchain), 4);
  message.Append(context.address.hash);
  message.BigEndian(context.domain.size(), 4);
  message.Append(context.domain);
  message.BigEndian(static_cast<std::uint64_t>(context.timestamp.count()), 8);
  message.Append(kind);
  message.BigEndian(content.size(), 4);
  message.Append(content);
  return message.hash();
}

/// Encodes a domain as TON DNS does: labels from last to first, each ended by a zero byte.
std::string DnsName(std::string_view domain) {
  std::string name;
  for (std::size_t end = domain.size();;) {
    const std::size_t dot = end == 0 ? std::string_view::npos : domain.rfind('.', end - 1);
    const std::size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    name.append(domain.substr(begin, end - begin)).push_back('\0');
    if (dot == std::string_view::npos) return name;
    end = dot;
  }
}

/// Stores a text in a chain of cells (snake format).
CellSummary Snake(std::string_view text) {
  const std::size_t cells =
      std::max<std::size_t>(1, (text.size() + kBytesInCell - 1) / kBytesInCell);
  CellSummary next;
  for (std::size_t i = cells; i-- > 0;) {
    CellWriter cell;
    cell.Bytes(BytesOf(text.substr(i * kBytesInCell, kBytesInCell)));
    if (i + 1 < cells) cell.Refer(next);
    next = cell.Build();
  }
  return next;
}

}  // namespace

Hash SignedTextHash(const SignDataContext& context, std::string_view text) {
  return SignedHash(context, "txt", BytesOf(text));
}

Hash SignedBinaryHash(const SignDataContext& context, std::span<const unsigned char> bytes) {
  return SignedHash(context, "bin", bytes);
}

Hash SignedCellHash(const SignDataContext& context, std::string_view schema, const Cell& cell) {
  CellWriter message;
  message.Number(kCellTag, 32);
  message.Number(Crc32(BytesOf(schema)), 32);
  message.Number(static_cast<std::uint64_t>(context.timestamp.count()), 64);
  message.Number(0b100, 3);  // addr_std, not anycast
  message.Number(static_cast<std::uint32_t>(context.address.workchain) & 0xffU, 8);
  message.Bytes(context.address.hash);
  message.Refer(Snake(DnsName(context.domain)));
  message.Refer({.hash = cell.hash, .depth = cell.depth});
  return message.Build().hash;
}

}  // namespace prichal::ton
