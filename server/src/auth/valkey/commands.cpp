#include "auth/valkey/commands.h"

#include <fmt/format.h>

#include <utility>

#include "auth/valkey/names.h"

namespace prichal::auth {
namespace {

valkey::Client::Done Adapt(LedgerCommands::Done done) {
  return [done = std::move(done)](valkey::Client::Answer answer) mutable {
    if (answer) return done(*std::move(answer));
    done(Fail(LedgerError{fmt::format("the servers of sign-ins: {}", answer.error().message)}));
  };
}

}  // namespace

LedgerError UnexpectedReply() {
  return {"the servers of sign-ins: keys below prichal:auth: were written by another program"};
}

std::string LedgerCommands::Time(Millis now) const {
  return clock_ == LedgerClock::kServers ? std::string() : std::to_string(now.count());
}

void LedgerCommands::Run(const valkey::Script& script, std::string key,
                         std::vector<std::string> arguments, valkey::Durability durability,
                         Done done) {
  client_.RunScript(script, {std::move(key)}, std::move(arguments), durability,
                    Adapt(std::move(done)));
}

void LedgerCommands::Write(const valkey::Script& script, std::string key,
                           std::vector<std::string> arguments, Done done) {
  Run(script, std::move(key), std::move(arguments), durability_, std::move(done));
}

void LedgerCommands::Read(const valkey::Script& script, std::string key,
                          std::vector<std::string> arguments, Done done) {
  Run(script, std::move(key), std::move(arguments), valkey::Durability::kMaster, std::move(done));
}

void LedgerCommands::WriteUser(const valkey::Script& script, const UserId& user, Millis now,
                               std::vector<std::string> arguments, Done done) {
  arguments.insert(arguments.begin(), Time(now));
  Write(script, UserKey(user), std::move(arguments), std::move(done));
}

void LedgerCommands::ReadUser(const valkey::Script& script, const UserId& user, Millis now,
                              std::vector<std::string> arguments, Done done) {
  arguments.insert(arguments.begin(), Time(now));
  Read(script, UserKey(user), std::move(arguments), std::move(done));
}

void LedgerCommands::Get(const std::string& key, Done done) {
  client_.Run(key, {"GET", key}, Adapt(std::move(done)));
}

void LedgerCommands::Release(const std::string& identity_key, const Holder& holder, Done done) {
  Write(scripts_.move, identity_key, {holder.text(), ""}, std::move(done));
}

void LedgerCommands::UserOfSession(
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
