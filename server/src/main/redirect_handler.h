#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "http/connection/handler.h"

namespace prichal::app {

/// Redirects plain HTTP requests to the HTTPS site with 308 (RFC 9110 section 15.4.9). The target
/// is the configured origin, never the request's Host, which a client can forge.
class RedirectHandler final : public net::Handler {
 public:
  /// `origin`: origin of the site without a trailing slash.
  explicit RedirectHandler(std::string origin) : origin_(std::move(origin)) {}

  /// No limit, because the body is discarded: a longer one is answered at its header section.
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return std::numeric_limits<std::size_t>::max();
  }
  void HandleHead(const http::Request& head, net::ResponseWriter& writer) override;
  void Handle(const http::Request& request, net::ResponseWriter& writer) override;

 private:
  const std::string origin_;
};

}  // namespace prichal::app
