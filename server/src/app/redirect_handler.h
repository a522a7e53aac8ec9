#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "net/handler.h"

namespace prichal::app {

/// Sends whoever comes without TLS to the site that has it (RFC 9110 section 15.4.9): never where
/// the request's Host says, which anybody may write.
class RedirectHandler final : public net::Handler {
 public:
  /// `origin`: of the site, without a final slash.
  explicit RedirectHandler(std::string origin) : origin_(std::move(origin)) {}

  /// Nothing is kept of a body: what is longer than one read is answered by its head.
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return std::numeric_limits<std::size_t>::max();
  }
  void HandleHead(const http::Request& head, net::Exchange& exchange) override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  const std::string origin_;
};

}  // namespace prichal::app
