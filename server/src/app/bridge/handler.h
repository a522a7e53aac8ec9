#pragma once

#include <cstddef>
#include <string_view>

#include "app/bridge/admission.h"
#include "app/bridge/bridge_loop.h"
#include "base/ip_address.h"
#include "base/result.h"
#include "bridge/requests.h"
#include "net/handler.h"

namespace prichal::app {

/// The three paths of the bridge over HTTP, on one loop: checks, and then sends a message to the
/// home of its receiver, begins a stream, or asks a home about one.
class BridgeHandler final : public net::Handler {
 public:
  explicit BridgeHandler(BridgeLoop& here) : here_(here) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void HandleHead(const http::Request& head, net::Exchange& exchange) override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  void Events(const http::Request& request, net::Exchange& exchange);
  void Verify(const http::Request& request, net::Exchange& exchange);
  void Message(const http::Request& request, net::Exchange& exchange);
  /// False, and answered: too much comes from this client's address.
  [[nodiscard]] bool Admits(const IpAddress& client, const http::Request& head,
                            net::Exchange& exchange);
  void Refuse(const bridge::BadRequest& refusal, const http::Request& request,
              net::Exchange& exchange);
  /// Null when the sender or the operator does not want it.
  Result<SharedBytes, bridge::BadRequest> SourceFor(const bridge::MessageRequest& message,
                                                    const http::Request& request,
                                                    const IpAddress& client);
  /// Who may open a stream, and what the stream holds for it.
  struct Admitted {
    IpAddress client;
    Admission::Permit permit;
  };
  void BeginStream(const bridge::EventsRequest& wanted, const http::Request& request,
                   const Admitted& admitted, net::Exchange& exchange);

  BridgeLoop& here_;
};

}  // namespace prichal::app
