#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "base/result.h"
#include "http/tls/certificate.h"
#include "http/tls/openssl.h"
#include "http/tls/ticket_keys.h"

namespace prichal::tls {

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

}  // namespace prichal::tls
