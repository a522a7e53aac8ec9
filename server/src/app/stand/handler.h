#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/stand/bridge_faults.h"
#include "net/handler.h"

namespace prichal::app {

/// Stands before the site in development, on one loop: does to the bridge's requests what the stand
/// has chosen, notes them, and answers the stand at /stand/bridge.
///
/// The faults are here, where the traffic of every page and wallet passes, and not in the stand's
/// page, which reaches neither into a frame of another origin nor onto a real phone.
class StandHandler final : public net::Handler {
 public:
  /// `site` answers everything else. `faults` must outlive the handler. Made before the loop runs.
  StandHandler(std::unique_ptr<net::Handler> site, net::Loop& loop, BridgeFaults& faults);
  StandHandler(const StandHandler&) = delete;
  StandHandler& operator=(const StandHandler&) = delete;
  ~StandHandler() override;

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  [[nodiscard]] std::string_view ErrorLines() const override { return site_->ErrorLines(); }
  void HandleHead(const http::Request& head, net::Exchange& exchange) override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  struct Held;
  struct OpenStream {
    net::Handle handle;
    std::string clients;
  };

  /// The choice is read and made here: GET and POST /stand/bridge.
  void Control(const http::Request& request, net::Exchange& exchange);
  void HandleStream(const http::Request& request, net::Exchange& exchange);
  void HandleMessage(const http::Request& request, net::Exchange& exchange);
  /// Every tenth of a second: what was held long enough goes on; streams that have ended are noted;
  /// those from before another choice are ended, so that their clients meet it.
  void Tick();

  std::unique_ptr<net::Handler> site_;
  net::Loop& loop_;
  BridgeFaults& faults_;
  std::uint64_t seen_version_ = 0;
  std::vector<OpenStream> streams_;
  std::vector<std::unique_ptr<Held>> held_;
};

}  // namespace prichal::app
