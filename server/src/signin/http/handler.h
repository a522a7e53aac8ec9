#pragma once

#include <cstddef>
#include <string_view>

#include "signin/service/auth_loop.h"
#include "http/connection/handler.h"

namespace prichal::app {

/// Answers the paths below /auth/ on one loop (docs/http-api.md).
class AuthHandler final : public net::Handler {
 public:
  explicit AuthHandler(AuthLoop& loop) : loop_(loop) {}

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, net::ResponseWriter& writer) override;

 private:
  AuthLoop& loop_;
};

}  // namespace prichal::app
