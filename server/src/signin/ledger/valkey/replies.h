#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signin/ledger/ids.h"
#include "signin/ledger/ledger.h"
#include "valkey/reply.h"

namespace prichal::auth {

// These read the replies of user_steps.lua and key_steps.lua. Empty if a reply has another form.

/// The word that a reply is or begins with. Empty if there is none.
[[nodiscard]] std::string_view WordIn(const valkey::Reply& reply);
/// An item of a list. A nil reply if there is none.
[[nodiscard]] const valkey::Reply& ItemOf(const valkey::Reply& list, std::size_t index);

[[nodiscard]] std::optional<Session> SessionIn(const valkey::Reply& reply, const UserId& user);
/// Sorted by kind and key.
[[nodiscard]] std::optional<std::vector<Identity>> IdentitiesIn(const valkey::Reply& reply);
[[nodiscard]] std::optional<SignedIn> SignedInBy(const valkey::Reply& session,
                                                 const valkey::Reply& identities,
                                                 const UserId& user);
[[nodiscard]] std::optional<std::vector<SessionId>> SessionIdsIn(const valkey::Reply& reply);

/// The user and the claim that an identity's key names.
struct Holder {
  UserId user;
  std::string claim;

  [[nodiscard]] std::string text() const { return user.text() + ' ' + claim; }
};
[[nodiscard]] std::optional<Holder> HolderIn(const valkey::Reply& reply);

}  // namespace prichal::auth
