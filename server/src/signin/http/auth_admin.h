#pragma once

#include "http/connection/handler.h"
#include "signin/service/auth_shared.h"

namespace prichal::app {

/// Answers the paths below /admin/auth/ of the operators' listener (docs/http-api.md).
///
/// That listener has a loop of its own, on which the ledger does not answer. So requests run on the
/// first loop that serves, and the response comes back from there.
class AuthAdmin final : public net::Handler {
 public:
  /// `shared` must outlive all loops.
  explicit AuthAdmin(AuthShared& shared) : shared_(shared) {}

  [[nodiscard]] static bool Owns(std::string_view path);

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, net::ResponseWriter& writer) override;

 private:
  AuthShared& shared_;
};

}  // namespace prichal::app
