#include "signin/ton/sign_data.h"

#include <sodium/crypto_sign_ed25519.h>

#include <algorithm>
#include <string>

#include "base/bytes.h"
#include "base/encoding.h"
#include "signin/ton/address.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {
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

namespace {

static_assert(std::tuple_size_v<PublicKey> == crypto_sign_ed25519_PUBLICKEYBYTES);
static_assert(std::tuple_size_v<Signature> == crypto_sign_ed25519_BYTES);

/// TL constructor of `signature_domain.l2`.
constexpr std::uint32_t kL2Tag = 0x71b34ee1;

/// Encoded y coordinates of the points of order 1, 2, 4 and 8, little-endian, without the sign of
/// x. The last two are p and p + 1, which are equal to 0 and 1.
constexpr std::array<std::string_view, 7> kSmallOrder = {
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
};

void PutLittleEndian(std::uint32_t number, unsigned char* bytes) {
  for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i) & 0xffU);
}

}  // namespace

std::optional<Signature> ParseSignature(std::string_view base64) {
  Signature signature{};
  const auto bytes = DecodeBase64(base64);
  if (!bytes || bytes->size() != signature.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), signature.begin());
  return signature;
}

bool IsWeakKey(const PublicKey& key) {
  PublicKey y = key;
  y.back() &= 0x7fU;
  const std::string hex = HexEncode(y);
  return std::find(kSmallOrder.begin(), kSmallOrder.end(), hex) != kSmallOrder.end();
}

SignedBytes::SignedBytes(const Hash& message, std::int32_t network) {
  if (network != kMainnet && network != kTestnet) {
    std::array<unsigned char, 8> domain{};
    PutLittleEndian(kL2Tag, domain.data());
    PutLittleEndian(static_cast<std::uint32_t>(network), domain.data() + 4);
    const Hash prefix = Sha256(domain);
    std::copy(prefix.begin(), prefix.end(), bytes_.begin());
    size_ = prefix.size();
  }
  std::copy(message.begin(), message.end(), bytes_.begin() + size_);
  size_ += message.size();
}

bool IsSignedBy(const PublicKey& key, const SignedBytes& message, const Signature& signature) {
  const auto bytes = message.bytes();
  return crypto_sign_ed25519_verify_detached(signature.data(), bytes.data(), bytes.size(),
                                             key.data()) == 0;
}

}  // namespace prichal::signin::ton
