#include "signin/ton/signature.h"

#include <sodium/crypto_sign_ed25519.h>

#include <algorithm>
#include <string>

#include "base/encoding.h"
#include "signin/ton/address.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {
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
