#pragma once

#include <openssl/ssl.h>

#include <array>
#include <memory>

#include "base/secret.h"

namespace prichal::tls {

/// What session tickets are sealed with (RFC 5077 section 4, RFC 8446 section 4.6.1): one key that
/// seals and opens, and the one before it, which only opens, so that a ticket is good for one
/// rotation more. A client that comes with an older one makes a whole handshake. Immutable; shared
/// by all loops, because a client that comes back meets any of them.
class TicketKeys {
 public:
  /// New ones, with none before.
  /// @throws std::runtime_error when the machine has no random numbers
  [[nodiscard]] static std::shared_ptr<const TicketKeys> Make();
  /// A new one, before which is the one that seals now.
  [[nodiscard]] std::shared_ptr<const TicketKeys> Rotated() const;

  // What SSL_CTX_set_tlsext_ticket_key_evp_cb(3) has for its answers.
  static constexpr int kFailed = -1;
  static constexpr int kUnknown = 0;  ///< a whole handshake then
  static constexpr int kGood = 1;
  static constexpr int kGoodAndRenew = 2;

  /// As SSL_CTX_set_tlsext_ticket_key_evp_cb(3) wants it: prepares to seal a ticket, or to open one
  /// that has come.
  [[nodiscard]] int Prepare(unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                            EVP_MAC_CTX* mac, bool seal) const;

 private:
  static constexpr std::size_t kName = 16;
  static constexpr std::size_t kSecret = 32;
  struct Key {
    std::array<unsigned char, kName> name{};
    SecretBytes<kSecret> cipher;
    SecretBytes<kSecret> mac;
  };

  TicketKeys() = default;
  [[nodiscard]] static std::shared_ptr<const Key> NewKey();

  std::shared_ptr<const Key> now_;
  std::shared_ptr<const Key> before_;  ///< null: none
};

}  // namespace prichal::tls
