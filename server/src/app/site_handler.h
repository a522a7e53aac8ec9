#pragma once

#include <memory>

#include "app/logged_exchange.h"
#include "host/site.h"
#include "http/client_address.h"
#include "net/handler.h"
#include "telemetry/log.h"

namespace prichal::app {

/// Answers the public site on one loop: the bridge's paths by the bridge's handler, everything else
/// from the mini app in memory.
class SiteHandler final : public net::Handler {
 public:
  /// `site` is looked at when a request comes, not before: it is put together when the address that
  /// is listened on is known. `logged_clients` tells the address that the log names for each
  /// request; null: it names none. They and `log` must outlive the handler.
  SiteHandler(const std::unique_ptr<host::Site>& site, std::unique_ptr<net::Handler> bridge,
              telemetry::Log& log, const http::TrustedProxies* logged_clients);

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void HandleHead(const http::Request& head, net::Exchange& exchange) override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  [[nodiscard]] LoggedExchange Logged(const http::Request& request, net::Exchange& exchange,
                                      LoggedExchange::Waiting waiting) const;
  void Dispatch(const http::Request& request, net::Exchange& exchange);

  const std::unique_ptr<host::Site>& site_;
  std::unique_ptr<net::Handler> bridge_;
  telemetry::Log& log_;
  const http::TrustedProxies* logged_clients_;
};

}  // namespace prichal::app
