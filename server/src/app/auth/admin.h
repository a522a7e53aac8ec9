#pragma once

#include "app/auth/shared.h"
#include "net/handler.h"

namespace prichal::app {

/// What operators find out and do about users and tokens, below /admin/auth/ of their listener.
/// docs/http-api.md describes each path.
///
/// That listener has a loop of its own, which the ledger does not answer: what it is asked for is
/// done on the first loop that serves, and the answer comes back from there.
class AuthAdmin final : public net::Handler {
 public:
  /// `shared` must outlive all loops.
  explicit AuthAdmin(AuthShared& shared) : shared_(shared) {}

  [[nodiscard]] static bool Owns(std::string_view path);

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  AuthShared& shared_;
};

}  // namespace prichal::app
