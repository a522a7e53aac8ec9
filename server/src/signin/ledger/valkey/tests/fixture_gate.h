#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/connection/tests/fixture_loop.h"
#include "signin/ledger/tests/fixture_ledger.h"
#include "signin/ledger/valkey/valkey_ledger.h"
#include "valkey/cluster_client.h"

namespace prichal::signin {

/// For tests: a client that holds commands, and on request replies, until a test releases them one
/// by one. So a test chooses what happens between two steps of an instance.
class GateClient final : public valkey::Client {
 public:
  explicit GateClient(std::shared_ptr<valkey::Client> behind) : behind_(std::move(behind)) {}

  void Run(std::string_view key, std::vector<std::string> command, Done done) override {
    Hold([this, key = std::string(key), command = std::move(command),
          done = std::move(done)]() mutable {
      behind_->Run(key, std::move(command), Watched(std::move(done)));
    });
  }
  void RunScript(const valkey::Script& script, std::vector<std::string> keys,
                 std::vector<std::string> arguments, valkey::Durability durability,
                 Done done) override {
    Hold([this, &script, keys = std::move(keys), arguments = std::move(arguments), durability,
          done = std::move(done)]() mutable {
      behind_->RunScript(script, std::move(keys), std::move(arguments), durability,
                         Watched(std::move(done)));
    });
  }
  void Subscribe(std::string channel) override { behind_->Subscribe(std::move(channel)); }
  void Unsubscribe(std::string_view channel) override { behind_->Unsubscribe(channel); }
  [[nodiscard]] bool ready() const override { return behind_->ready(); }

  /// Lets held and later commands pass, or only `most` of them. Further ones are held, as if the
  /// process had ended.
  void Open(std::size_t most = SIZE_MAX) {
    passes_ = most;
    while (passes_ > 0 && !held_.empty()) {
      --passes_;
      Pass(0);
    }
  }
  void Close() { passes_ = 0; }
  /// Drops the held commands.
  void Forget() { held_.clear(); }
  [[nodiscard]] std::size_t held() const { return held_.size(); }
  void Pass(std::size_t index) {
    Task task = std::move(held_.at(index));
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(index));
    ++under_way_;
    task();
  }
  [[nodiscard]] std::size_t under_way() const { return under_way_; }

  void HoldAnswers() { hold_answers_ = true; }
  [[nodiscard]] bool answer_held() const { return !answers_.empty(); }
  void PassAnswers() {
    hold_answers_ = false;
    for (Task& answer : std::exchange(answers_, {})) answer();
  }

 private:
  void Hold(Task task) {
    held_.push_back(std::move(task));
    if (passes_ == 0) return;
    --passes_;
    Pass(held_.size() - 1);
  }
  Done Watched(Done done) {
    return [this, done = std::move(done)](Answer answer) mutable {
      --under_way_;
      if (!hold_answers_) return done(std::move(answer));
      answers_.emplace_back([done = std::move(done), answer = std::move(answer)]() mutable {
        done(std::move(answer));
      });
    };
  }

  std::shared_ptr<valkey::Client> behind_;
  std::deque<Task> held_;
  std::vector<Task> answers_;
  std::size_t under_way_ = 0;
  std::size_t passes_ = 0;
  bool hold_answers_ = false;
};

/// An instance on the test's thread. Its gate is open at first.
class GatedInstance {
 public:
  GatedInstance(http::FixtureLoop& loop, std::vector<valkey::Endpoint> seeds,
                ValkeyLedgerOptions options = {.complete_every = Millis(0)},
                valkey::ClientOptions client = {})
      : loop_(loop), ledger_(options) {
    client.uri.seeds = std::move(seeds);
    ledger_.AddLoop(loop.outbound(), [&](valkey::PushPort& port) {
      auto gate = std::make_unique<GateClient>(
          valkey::MakeClusterClient(loop.outbound(), std::move(client), port));
      gate_ = gate.get();
      return gate;
    });
    gate_->Open();
    commands_.emplace(*gate_, options.durability, options.clock);
  }

  [[nodiscard]] ValkeyLedger& ledger() { return ledger_; }
  [[nodiscard]] GateClient& gate() { return *gate_; }
  /// Returns the commands of the same client, for single steps.
  [[nodiscard]] LedgerCommands& commands() { return commands_.value(); }

  template <typename Answer, typename Call>
  Result<Answer, LedgerError> AwaitAnswer(Call call) {
    std::optional<Result<Answer, LedgerError>> got;
    call(Ledger::Done<Answer>(
        [&](Result<Answer, LedgerError>&& answer) { got.emplace(std::move(answer)); }));
    if (!loop_.RunUntil([&] { return got.has_value(); })) {
      ADD_FAILURE() << "the servers do not answer";
      return Fail(LedgerError{"no answer"});
    }
    return *std::move(got);
  }
  Result<SignInAnswer, LedgerError> LedgerSignIn(const signin::LedgerSignIn& request,
                                                 Millis now = kFixtureNow) {
    return AwaitAnswer<SignInAnswer>(
        [&](auto done) { ledger_.SignInOrLink(0, request, now, std::move(done)); });
  }
  std::optional<SignedIn> Find(const SessionId& session, Millis now = kFixtureNow) {
    auto found = AwaitAnswer<std::optional<SignedIn>>(
        [&](auto done) { ledger_.Find(0, session, now, std::move(done)); });
    return found ? *std::move(found) : std::nullopt;
  }
  std::optional<UserId> FindUser(IdentityKind kind, const std::string& key) {
    const auto user = AwaitAnswer<std::optional<UserId>>(
        [&](auto done) { ledger_.FindUser(0, kind, key, std::move(done)); });
    return user ? *user : std::nullopt;
  }

 private:
  http::FixtureLoop& loop_;
  ValkeyLedger ledger_;
  GateClient* gate_ = nullptr;
  std::optional<LedgerCommands> commands_;
};

inline LedgerSignIn FixtureLink(const FixtureClient& client, IdentityKind kind, std::string key,
                                bool merge) {
  auto request = FixtureSignIn(FixtureClient(), kind, std::move(key));
  request.link_to = client.session;
  request.merge = merge;
  return request;
}

}  // namespace prichal::signin
