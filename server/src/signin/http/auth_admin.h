#pragma once

#include "http/connection/handler.h"
#include "signin/service/auth_shared.h"

namespace prichal::signin {

/// The operators' endpoints: handler of the paths below /admin/auth/ (docs/api/openapi.yaml).
///
/// The operators' listener has a loop of its own, and the ledger does not answer on it. So each
/// request runs on the first loop of the public listener, and its response is sent from the
/// operators' loop. One for each listener; created before the loops run.
class AuthAdmin final : public http::Handler {
 public:
  /// `shared` must outlive all loops.
  explicit AuthAdmin(AuthShared& shared) : shared_(shared) {}

  [[nodiscard]] static bool Owns(std::string_view path);

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  AuthShared& shared_;
};

}  // namespace prichal::signin
