#pragma once

#include <cstddef>
#include <string_view>

#include "base/address.h"
#include "bridge/core/requests.h"
#include "bridge/http/admission.h"
#include "bridge/http/bridge_loop.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"

namespace prichal::bridge {

/// The HTTP handler of all paths below /bridge/, on one loop. Checks a request, then publishes a
/// message at the shard of its receiver, opens a stream, or verifies a page.
///
/// Created by BridgeService::MakeHandler(), owned by the server of its loop. Called only on that
/// loop.
class BridgeHandler final : public http::Handler {
 public:
  explicit BridgeHandler(BridgeLoop& loop) : loop_(loop) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  [[nodiscard]] std::string_view ErrorLines() const override {
    return loop_.responses().ErrorLines();
  }
  void HandleHead(const http::Request& head, http::ResponseWriter& writer) override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  void Events(const http::Request& request, http::ResponseWriter& writer);
  void Verify(const http::Request& request, http::ResponseWriter& writer);
  void Message(const http::Request& request, http::ResponseWriter& writer);
  /// Checks the origin of the page. False: refused and answered.
  [[nodiscard]] bool AdmitsOrigin(const http::Request& request, http::ResponseWriter& writer);
  /// Counts and answers a request that the bridge refuses.
  void Refuse(Refusal refusal, bool has_origin, http::ResponseWriter& writer);
  /// The same for a message if the queue of its receiver's shard is full.
  void RefuseBusy(bool has_origin, http::ResponseWriter& writer);
  /// Answers a bad request.
  void Refuse(const BadRequest& refusal, const http::Request& request,
              http::ResponseWriter& writer);
  /// Returns the encrypted request source. Null if the sender or the operator does not want one, or
  /// if the receiver's client ID is not a valid key.
  SharedBytes SourceFor(const MessageRequest& message, const http::Request& request,
                        const IpAddress& client);
  /// A client that was admitted to open a stream.
  struct Admitted {
    IpAddress client;
    Admission::Permit permit;
  };
  /// Remembers for POST /bridge/verify that a page has opened a stream.
  void RecordConnect(const ClientId& id, const http::Request& request, const IpAddress& client);
  void BeginStream(const EventsRequest& parsed, const http::Request& request,
                   const Admitted& admitted, http::ResponseWriter& writer);

  BridgeLoop& loop_;
};

/// Returns the IP address of the client of a request, from the connection or from a trusted proxy's
/// header. Limits count by it, and wallets show it. Call it on the request's loop.
[[nodiscard]] IpAddress ClientAddress(const BridgeOptions& options, const http::Request& request,
                                      const http::ResponseWriter& writer);

}  // namespace prichal::bridge
