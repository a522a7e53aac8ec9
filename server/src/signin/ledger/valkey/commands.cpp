#include "signin/ledger/valkey/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "base/encoding.h"
#include "signin/ledger/valkey/key_steps.lua.h"
#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/sign_in_steps.h"
#include "signin/ledger/valkey/user_steps.lua.h"

namespace prichal::signin {
namespace {

valkey::Client::Done Adapt(LedgerCommands::Done done) {
  return [done = std::move(done)](valkey::Client::Answer answer) mutable {
    if (answer) return done(*std::move(answer));
    done(Fail(LedgerError{fmt::format("Valkey (sign-in): {}", answer.error().message)}));
  };
}

const valkey::Script& UserSteps() {
  static const valkey::Script script{std::string(kUserStepsLua)};
  return script;
}

const valkey::Script& KeySteps() {
  static const valkey::Script script{std::string(kKeyStepsLua)};
  return script;
}

}  // namespace

LedgerError UnexpectedReply() {
  return {"Valkey (sign-in): the keys prichal:auth:* were written by another program"};
}

void LedgerCommands::RunKey(std::string_view step, std::string key,
                            std::vector<std::string> arguments, valkey::Durability durability,
                            Done done) {
  arguments.emplace(arguments.begin(), step);
  client_.RunScript(KeySteps(), {std::move(key)}, std::move(arguments), durability,
                    Adapt(std::move(done)));
}

void LedgerCommands::RunUser(std::string_view step, const UserId& user, Millis now,
                             std::vector<std::string> arguments, valkey::Durability durability,
                             Done done) {
  arguments.insert(arguments.begin(),
                   {std::string(step),
                    clock_ == LedgerClock::kServers ? std::string() : std::to_string(now.count())});
  client_.RunScript(UserSteps(), {UserKey(user)}, std::move(arguments), durability,
                    Adapt(std::move(done)));
}

void LedgerCommands::Get(const std::string& key, Done done) {
  client_.Run(key, {"GET", key}, Adapt(std::move(done)));
}

void LedgerCommands::Release(const std::string& identity_key, const Holder& holder, Done done) {
  Write("move_identity", identity_key, {holder.text(), ""}, std::move(done));
}

void LedgerCommands::FindSessionUser(
    const SessionId& session,
    UniqueFunction<void(Result<std::optional<UserId>, LedgerError>)> done) {
  Get(UserOfKey(session),
      [done = std::move(done)](Result<valkey::Reply, LedgerError> reply) mutable {
        if (!reply) return done(Fail(reply.error()));
        if (reply->kind == valkey::Reply::Kind::kNil) return done(std::optional<UserId>());
        const auto user = UserId::Parse(reply->text);
        if (!user) return done(Fail(UnexpectedReply()));
        done(user);
      });
}

namespace {

using valkey::Reply;

class OwnerSteps final : public std::enable_shared_from_this<OwnerSteps> {
 public:
  OwnerSteps(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
             Ledger::Done<std::optional<UserId>> done)
      : commands_(commands), field_(FieldOf(kind, key)), now_(now), done_(std::move(done)) {}

  void Look() {
    commands_.Get(IdentityKeyOfField(field_),
                  [self = shared_from_this()](const Result<Reply, LedgerError>& reply) {
                    if (!reply) return self->done_(Fail(reply.error()));
                    if (reply->kind == Reply::Kind::kNil) return self->Nobody();
                    const auto holder = HolderIn(*reply);
                    if (!holder) return self->done_(Fail(UnexpectedReply()));
                    self->Ask(*holder);
                  });
  }

 private:
  void Nobody() { done_(std::optional<UserId>()); }

  void Ask(const Holder& holder) {
    commands_.ReadUser(
        "check_claim", holder.user, now_, {field_, holder.claim},
        [self = shared_from_this(), holder](const Result<Reply, LedgerError>& reply) {
          if (!reply) return self->done_(Fail(reply.error()));
          if (reply->text == "held") return self->done_(std::optional(holder.user));
          // The user was merged or deleted: the identity may still have to move to another user.
          if (reply->text != "gone" || self->completed_) return self->Nobody();
          self->completed_ = true;
          CompleteUser(self->commands_, holder.user, self->now_,
                       [self](const Result<void, LedgerError>& done) {
                         if (!done) return self->done_(Fail(done.error()));
                         self->Look();
                       });
        });
  }

  LedgerCommands& commands_;
  const std::string field_;
  const Millis now_;
  Ledger::Done<std::optional<UserId>> done_;
  bool completed_ = false;
};

}  // namespace

void FindOwner(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
               Ledger::Done<std::optional<UserId>> done) {
  std::make_shared<OwnerSteps>(commands, kind, key, now, std::move(done))->Look();
}

namespace {

using valkey::Reply;

std::optional<std::int64_t> NumberIn(const Reply& reply) {
  if (reply.kind == Reply::Kind::kInteger) return reply.integer;
  return ParseNumber<std::int64_t>(reply.text);
}

/// Reads all items of a list. Empty if one is malformed.
template <typename Value, typename Read>
std::optional<std::vector<Value>> AllIn(const Reply& reply, Read read) {
  if (reply.kind != Reply::Kind::kList) return std::nullopt;
  std::vector<Value> values;
  for (const Reply& item : reply.items) {
    auto value = read(item);
    if (!value) return std::nullopt;
    values.push_back(*std::move(value));
  }
  return values;
}

}  // namespace

std::string_view WordIn(const Reply& reply) {
  return reply.kind == Reply::Kind::kList ? ItemOf(reply, 0).text : reply.text;
}

const Reply& ItemOf(const Reply& list, std::size_t index) {
  static const Reply kNone;
  return index < list.items.size() ? list.items[index] : kNone;
}

std::optional<Session> SessionIn(const Reply& reply, const UserId& user) {
  if (reply.items.size() != 8) return std::nullopt;
  const auto id = SessionId::Parse(reply.items[0].text);
  const auto created = NumberIn(reply.items[1]);
  const auto auth_time = NumberIn(reply.items[2]);
  const auto expires = NumberIn(reply.items[3]);
  const auto ends = NumberIn(reply.items[4]);
  const auto amr = NumberIn(reply.items[5]);
  if (!id || !created || !auth_time || !expires || !ends || !amr) return std::nullopt;
  return Session{.id = *id,
                 .user = user,
                 .created = Millis(*created),
                 .auth_time = Millis(*auth_time),
                 .proofs = ProofsIn(reply.items[7].text),
                 .expires = Millis(*expires),
                 .ends = Millis(*ends),
                 .amr = static_cast<std::uint32_t>(*amr),
                 .jkt = reply.items[6].text};
}

std::optional<std::vector<Identity>> IdentitiesIn(const Reply& reply) {
  auto identities = AllIn<Identity>(reply, [](const Reply& item) -> std::optional<Identity> {
    if (item.items.size() != 5) return std::nullopt;
    const auto kind = NumberIn(item.items[0]);
    const auto verified = NumberIn(item.items[2]);
    const auto linked = NumberIn(item.items[3]);
    if (!kind || *kind < 1 || *kind > 255 || !verified || !linked) return std::nullopt;
    return Identity{.kind = static_cast<IdentityKind>(*kind),
                    .key = item.items[1].text,
                    .verified = Millis(*verified),
                    .linked = Millis(*linked),
                    .details = DetailsIn(item.items[4].text)};
  });
  if (identities) {
    std::sort(identities->begin(), identities->end(), [](const Identity& a, const Identity& b) {
      return std::tie(a.kind, a.key) < std::tie(b.kind, b.key);
    });
  }
  return identities;
}

std::optional<SignedIn> SignedInBy(const Reply& session, const Reply& identities,
                                   const UserId& user) {
  auto read = SessionIn(session, user);
  auto identities_now = IdentitiesIn(identities);
  if (!read || !identities_now) return std::nullopt;
  return SignedIn{.session = *std::move(read), .identities = *std::move(identities_now)};
}

std::optional<std::vector<SessionId>> SessionIdsIn(const Reply& reply) {
  return AllIn<SessionId>(reply, [](const Reply& item) { return SessionId::Parse(item.text); });
}

std::optional<Holder> HolderIn(const Reply& reply) {
  const std::size_t space = reply.text.find(' ');
  if (space == std::string::npos) return std::nullopt;
  const auto user = UserId::Parse(std::string_view(reply.text).substr(0, space));
  if (!user) return std::nullopt;
  return Holder{.user = *user, .claim = reply.text.substr(space + 1)};
}

}  // namespace prichal::signin
