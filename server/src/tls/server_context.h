#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "base/result.h"
#include "tls/certificate.h"
#include "tls/openssl.h"
#include "tls/ticket_keys.h"

namespace prichal::tls {

/// The server's side of TLS on one loop. Each loop has its own, because what OpenSSL counts and
/// looks up in one is locked. Connections keep it alive: those that were made with an earlier one
/// go on.
class ServerContext {
 public:
  /// `ticket_lifetime`: how long a ticket is good for. `http2`: it is offered.
  /// The error is OpenSSL's reason not to serve with this certificate.
  [[nodiscard]] static Result<std::shared_ptr<ServerContext>, std::string> Make(
      const Certificate& certificate, std::shared_ptr<const TicketKeys> ticket_keys,
      std::chrono::seconds ticket_lifetime, bool http2);
  ServerContext(const ServerContext&) = delete;
  ServerContext& operator=(const ServerContext&) = delete;
  ~ServerContext() = default;

  /// Tickets are sealed and opened by these from now on. On its loop.
  void Use(std::shared_ptr<const TicketKeys> ticket_keys) { ticket_keys_ = std::move(ticket_keys); }
  [[nodiscard]] const TicketKeys& ticket_keys() const { return *ticket_keys_; }

  /// HTTP/2 is offered.
  [[nodiscard]] bool http2() const { return http2_; }

  /// Waits for a client's first words; reads and writes nothing before it has its BIO.
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
