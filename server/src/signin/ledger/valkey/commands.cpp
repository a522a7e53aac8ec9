#include "signin/ledger/valkey/commands.h"

#include <fmt/format.h>

#include <utility>

#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/key_steps.lua.h"
#include "signin/ledger/valkey/user_steps.lua.h"

namespace prichal::auth {
namespace {

valkey::Client::Done Adapt(LedgerCommands::Done done) {
  return [done = std::move(done)](valkey::Client::Answer answer) mutable {
    if (answer) return done(*std::move(answer));
    done(Fail(LedgerError{fmt::format("the servers of sign-ins: {}", answer.error().message)}));
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
  return {"the servers of sign-ins: keys below prichal:auth: were written by another program"};
}

void LedgerCommands::Write(std::string_view step, std::string key,
                           std::vector<std::string> arguments, Done done) {
  arguments.emplace(arguments.begin(), step);
  client_.RunScript(KeySteps(), {std::move(key)}, std::move(arguments), durability_,
                    Adapt(std::move(done)));
}

void LedgerCommands::Read(std::string_view step, std::string key,
                          std::vector<std::string> arguments, Done done) {
  arguments.emplace(arguments.begin(), step);
  client_.RunScript(KeySteps(), {std::move(key)}, std::move(arguments), valkey::Durability::kMaster,
                    Adapt(std::move(done)));
}

void LedgerCommands::WriteUser(std::string_view step, const UserId& user, Millis now,
                               std::vector<std::string> arguments, Done done) {
  RunUser(step, user, now, std::move(arguments), durability_, std::move(done));
}

void LedgerCommands::ReadUser(std::string_view step, const UserId& user, Millis now,
                              std::vector<std::string> arguments, Done done) {
  RunUser(step, user, now, std::move(arguments), valkey::Durability::kMaster, std::move(done));
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

}  // namespace prichal::auth
