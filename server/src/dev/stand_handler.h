#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dev/bridge_faults.h"
#include "http/connection/handler.h"

namespace prichal::dev {

/// Development only: wraps the site's handler on one event loop. Applies the simulated fault to
/// bridge requests, records them, and serves the sandbox's API at /stand/bridge.
///
/// Faults are injected here and not in the sandbox's page, because the traffic of all pages and
/// wallets passes here. The page could reach neither frames of other origins nor a real phone.
class StandHandler final : public http::Handler {
 public:
  /// `site` handles all other requests. `faults` must outlive the handler. Create it before the
  /// loop runs.
  StandHandler(std::unique_ptr<http::Handler> site, http::Loop& loop, BridgeFaults& faults);
  StandHandler(const StandHandler&) = delete;
  StandHandler& operator=(const StandHandler&) = delete;
  ~StandHandler() override;

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  [[nodiscard]] std::string_view ErrorLines() const override { return site_->ErrorLines(); }
  void HandleHead(const http::Request& head, http::ResponseWriter& writer) override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  struct Held;
  struct OpenStream {
    StreamHandle handle;
    std::string clients;
    Millis end;  ///< steady time at which Fault::kCut ends it; otherwise Millis::max()
  };

  /// Reads and sets the choice: GET and POST /stand/bridge.
  void Control(const http::Request& request, http::ResponseWriter& writer);
  void HandleStream(const http::Request& request, http::ResponseWriter& writer);
  void HandleMessage(const http::Request& request, http::ResponseWriter& writer);
  /// Runs every 100 ms: continues delayed messages, records ended streams, and ends streams that
  /// began before the current choice, so that their clients reconnect.
  void Tick();

  std::unique_ptr<http::Handler> site_;
  http::Loop& loop_;
  BridgeFaults& faults_;
  std::uint64_t seen_version_ = 0;
  std::vector<OpenStream> streams_;
  std::vector<std::unique_ptr<Held>> held_;
};

}  // namespace prichal::dev
