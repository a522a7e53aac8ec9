#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "signin/ton/address.h"
#include "signin/ton/cell.h"
#include "signin/ton/state_init.h"

namespace prichal::signin::ton {

/// Signer, domain and time, common to all three forms of signData (TON Connect,
/// requests-responses.md, "Sign Data"). `domain` must outlive the context.
struct SignDataContext {
  Address address;
  std::string_view domain;            ///< at most 253 bytes
  std::chrono::seconds timestamp{0};  ///< Unix time
};

/// Returns the hash that a wallet signs for a text, for bytes or for a cell. For L2 networks
/// SignedBytes adds a prefix.
[[nodiscard]] Hash SignedTextHash(const SignDataContext& context, std::string_view text);
[[nodiscard]] Hash SignedBinaryHash(const SignDataContext& context,
                                    std::span<const unsigned char> bytes);
/// `schema`: TL-B, as shown to the user. `cell`: root of a parsed bag, of level 0.
[[nodiscard]] Hash SignedCellHash(const SignDataContext& context, std::string_view schema,
                                  const Cell& cell);

/// An Ed25519 signature (RFC 8032).
using Signature = std::array<unsigned char, 64>;

/// Decodes standard base64 with padding. Empty if the text is invalid or not 64 bytes long.
[[nodiscard]] std::optional<Signature> ParseSignature(std::string_view base64);

/// Returns true if the key is a point of small order, in any encoding. For some of these keys an
/// attacker can forge signatures of any message.
[[nodiscard]] bool IsWeakKey(const PublicKey& key);

/// The bytes that a wallet signs: a message hash, preceded on L2 networks by 32 bytes that name the
/// network (`signature_domain.l2`). On mainnet and testnet only the hash.
class SignedBytes {
 public:
  /// `network`: global ID.
  SignedBytes(const Hash& message, std::int32_t network);

  [[nodiscard]] std::span<const unsigned char> bytes() const {
    return std::span(bytes_).first(size_);
  }

 private:
  std::array<unsigned char, 64> bytes_{};
  std::size_t size_ = 0;
};

/// Verifies an Ed25519 signature with libsodium, which rejects keys of small order and an S above
/// the group order. A signature can therefore not be transformed into another valid one. Takes tens
/// of microseconds. Any thread.
[[nodiscard]] bool IsSignedBy(const PublicKey& key, const SignedBytes& message,
                              const Signature& signature);

/// Builds the bytes that a wallet hashes and signs. The caller appends each part in the byte order
/// that the protocol prescribes. Not thread-safe.
class Message {
 public:
  explicit Message(std::string_view prefix) : bytes_(prefix) {}

  void Append(std::string_view text) { bytes_.append(text); }
  void Append(std::span<const unsigned char> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  /// Appends the lowest `bytes` bytes (up to 8) of `number`.
  void BigEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = bytes; i > 0; --i) Byte(number >> (8 * (i - 1)));
  }
  void LittleEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) Byte(number >> (8 * i));
  }

  /// Returns the SHA-256 of the bytes so far.
  [[nodiscard]] Hash hash() const {
    return Sha256({reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size()});
  }

 private:
  void Byte(std::uint64_t number) { bytes_.push_back(static_cast<char>(number & 0xffU)); }

  std::string bytes_;
};

}  // namespace prichal::signin::ton
