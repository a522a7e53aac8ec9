#pragma once

#include <openssl/ssl.h>

#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "base/result.h"
#include "base/secret.h"
#include "http/tls/certificate.h"

namespace prichal::http::tls {

/// Keys for session tickets (RFC 5077 section 4, RFC 8446 section 4.6.1). The current key encrypts
/// and decrypts; the previous key only decrypts, so that tickets stay valid for one more rotation.
/// Older tickets cause a full handshake. Immutable. Shared by all event loops, because a returning
/// client can reach any of them.
class TicketKeys {
 public:
  /// Generates keys without a previous one.
  /// @throws std::runtime_error if the system has no random numbers
  [[nodiscard]] static std::shared_ptr<const TicketKeys> Make();
  /// Returns a new set: a new current key; the current one becomes the previous.
  [[nodiscard]] std::shared_ptr<const TicketKeys> Rotated() const;

  // Return values of SSL_CTX_set_tlsext_ticket_key_evp_cb(3).
  static constexpr int kFailed = -1;
  static constexpr int kUnknown = 0;  ///< causes a full handshake
  static constexpr int kGood = 1;
  static constexpr int kGoodAndRenew = 2;

  /// Callback for SSL_CTX_set_tlsext_ticket_key_evp_cb(3): initializes the contexts to encrypt a
  /// new ticket (`seal`) or to decrypt a received one. Any thread.
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
  std::shared_ptr<const Key> before_;  ///< null if there is none
};

/// Server side of TLS for one event loop. Each loop has its own, because OpenSSL locks a shared one
/// for each connection. Connections share ownership, so those made with an earlier context continue
/// to work.
class ServerContext {
 public:
  /// Creates a context. `ticket_lifetime`: lifetime of session tickets. `http2`: whether to offer
  /// HTTP/2. The error is OpenSSL's reason for rejecting the certificate.
  [[nodiscard]] static Result<std::shared_ptr<ServerContext>, std::string> Make(
      const Certificate& certificate, std::shared_ptr<const TicketKeys> ticket_keys,
      std::chrono::seconds ticket_lifetime, bool http2);
  ServerContext(const ServerContext&) = delete;
  ServerContext& operator=(const ServerContext&) = delete;
  ~ServerContext() = default;

  /// Replaces the ticket keys for later handshakes. Call it on the context's event loop.
  void SetTicketKeys(std::shared_ptr<const TicketKeys> ticket_keys) {
    ticket_keys_ = std::move(ticket_keys);
  }
  /// Current ticket keys; on the context's event loop.
  [[nodiscard]] const TicketKeys& ticket_keys() const { return *ticket_keys_; }

  /// True if HTTP/2 is offered.
  [[nodiscard]] bool http2() const { return http2_; }

  /// Creates a session that waits for a client hello. Set its BIO before any I/O.
  /// @throws std::bad_alloc
  [[nodiscard]] SessionHandle NewSession() const;

 private:
  ServerContext(ContextHandle context, std::shared_ptr<const TicketKeys> ticket_keys, bool http2)
      : context_(std::move(context)), ticket_keys_(std::move(ticket_keys)), http2_(http2) {}

  const ContextHandle context_;
  std::shared_ptr<const TicketKeys> ticket_keys_;
  const bool http2_;
};

}  // namespace prichal::http::tls
