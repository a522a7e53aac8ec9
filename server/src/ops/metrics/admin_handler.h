#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/connection/handler.h"

namespace prichal::ops {

/// HTTP handler of the admin site: `/healthz`, `/readyz`, `/health`, `/ready`, `/version`,
/// `/metrics`. Paths, bodies and types are those of the official bridge, so that existing probes
/// work. Lives on the admin site's event loop.
class AdminHandler final : public http::Handler {
 public:
  /// `draining` and everything the functions use must outlive the handler. `healthy`: returns true
  /// if messages and sessions can be stored. `metrics`: returns the current metrics as text.
  /// `names`: accepted host names in addition to IP addresses and localhost. Other Host headers are
  /// rejected to prevent DNS rebinding, where a foreign page reaches this listener through its own
  /// host name.
  AdminHandler(const std::atomic<bool>& draining, std::function<bool()> healthy,
               std::function<std::string()> metrics, std::vector<std::string> names = {});

  /// Sets the handler for user administration; see AuthService::MakeAdmin(). Call it before the
  /// loops run.
  void ServeAuth(std::unique_ptr<http::Handler> auth) { auth_ = std::move(auth); }

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  const std::atomic<bool>& draining_;
  std::function<bool()> healthy_;
  std::function<std::string()> metrics_;
  const std::vector<std::string> names_;
  std::unique_ptr<http::Handler> auth_;  ///< null if sign-in is not configured
};

}  // namespace prichal::ops
