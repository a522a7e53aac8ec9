#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net/handler.h"

namespace prichal::app {

/// Answers the admin site: `/healthz`, `/readyz`, `/health`, `/ready`, `/version`, `/metrics`.
/// Paths, bodies and types as in the official bridge, so that what probes it can probe us.
class AdminHandler final : public net::Handler {
 public:
  /// `draining` and what the functions need must outlive the handler. `healthy`: whether messages
  /// and sessions can be kept. `metrics` gives the text of one moment.
  /// `names`: in the Host header, besides IP addresses and localhost; all others are refused. A
  /// page of a stranger can make its own name lead here (DNS rebinding), and no other.
  AdminHandler(const std::atomic<bool>& draining, std::function<bool()> healthy,
               std::function<std::string()> metrics, std::vector<std::string> names = {});

  /// Answers what is about users, with `auth`: see AuthService::MakeAdmin(). Before the loops run.
  void ServeAuth(std::unique_ptr<net::Handler> auth) { auth_ = std::move(auth); }

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  const std::atomic<bool>& draining_;
  std::function<bool()> healthy_;
  std::function<std::string()> metrics_;
  const std::vector<std::string> names_;
  std::unique_ptr<net::Handler> auth_;  ///< null: nobody signs in here
};

}  // namespace prichal::app
