// Instances sign in, link, merge, unlink and delete the same users at the same time, with steps in
// random order. Some instances crash in the middle. At the end each identity has one user.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "signin/ledger/valkey/names.h"
#include "signin/ledger/valkey/sign_in_steps.h"
#include "signin/ledger/valkey/tests/fixture_gate.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

constexpr int kRuns = 150;
constexpr std::size_t kAtOnce = 4;

/// An identity that the calls use.
struct Named {
  IdentityKind kind;
  std::string key;
};
const std::vector<Named> kIdentities = {{IdentityKind::kTelegram, "1"},
                                        {IdentityKind::kTelegram, "2"},
                                        {IdentityKind::kTon, "-239/0:ab"},
                                        {IdentityKind::kTon, "-239/0:cd"}};

class Interleaving : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = std::make_unique<valkey::FixtureServer>(); }
  static void TearDownTestSuite() { server_.reset(); }
  void SetUp() override {
    for (std::size_t i = 0; i < kAtOnce; ++i) instances_.push_back(Make());
  }

  /// A call by an instance with its own gate.
  struct Call {
    GatedInstance* instance = nullptr;
    std::size_t steps = SIZE_MAX;  ///< number of steps before its process crashes
    bool answered = false;
  };

  std::size_t Below(std::size_t bound) { return random_() % bound; }
  const Named& AnyIdentity() { return kIdentities.at(Below(kIdentities.size())); }
  const FixtureClient& AnyClient() { return clients_.at(Below(clients_.size())); }

  std::unique_ptr<GatedInstance> Make() {
    return std::make_unique<GatedInstance>(
        loop_, std::vector{server_->endpoint()},
        ValkeyLedgerOptions{.clock = LedgerClock::kInstances, .complete_every = Millis(0)});
  }

  /// Records new sessions and ended ones.
  void Signed(const Result<SignInAnswer, LedgerError>& answer, const FixtureClient& client) {
    if (!answer) return;
    using Outcome = SignInAnswer::Status;
    if (answer->outcome == Outcome::kCreated || answer->outcome == Outcome::kSignedIn) {
      FixtureClient reference = client;
      reference.user = answer->state.session.user;
      clients_.push_back(reference);
    }
    ended_.insert(answer->ended.begin(), answer->ended.end());
  }
  auto Ended(Call& call) {
    return [this, &call](const Result<std::vector<SessionId>, LedgerError>& answer) {
      call.answered = true;
      if (answer) ended_.insert(answer->begin(), answer->end());
    };
  }

  void Begin(Call& call) {
    Ledger& ledger = call.instance->ledger();
    const Named identity = AnyIdentity();
    const FixtureClient client = AnyClient();
    switch (Below(7)) {
      case 0:
      case 1: {
        const FixtureClient fresh;
        ledger.SignInOrLink(0, FixtureSignIn(fresh, identity.kind, identity.key), kFixtureNow,
                            [this, &call, fresh](const auto& answer) {
                              call.answered = true;
                              Signed(answer, fresh);
                            });
        return;
      }
      case 2:
      case 3:
      case 4:
        ledger.SignInOrLink(0, FixtureLink(client, identity.kind, identity.key, Below(3) > 0),
                            kFixtureNow, [this, &call, client](const auto& answer) {
                              call.answered = true;
                              Signed(answer, client);
                            });
        return;
      case 5:
        ledger.Unlink(0, client.user, identity.kind, identity.key, kFixtureNow,
                      [&call](const auto& /*answer*/) { call.answered = true; });
        return;
      default:
        if (Below(2) == 0) return ledger.Forget(0, client.user, kFixtureNow, Ended(call));
        ledger.EndAll(0, client.user, kFixtureNow, Ended(call));
    }
  }

  /// Runs the calls in random order, one step at a time, until all are done or crashed.
  void RunAll(std::vector<Call>& calls) {
    while (true) {
      std::vector<Call*> able;
      for (Call& call : calls) {
        if (call.steps > 0 && call.instance->gate().held() > 0) able.push_back(&call);
      }
      if (able.empty()) return;
      Call& chosen = *able.at(Below(able.size()));
      GateClient& gate = chosen.instance->gate();
      --chosen.steps;
      gate.Pass(Below(gate.held()));
      ASSERT_TRUE(loop_.RunUntil([&] { return gate.under_way() == 0; }));
    }
  }

  [[nodiscard]] std::map<std::string, std::string> Hash(const std::string& key) const {
    std::map<std::string, std::string> fields;
    const auto reply = server_->Run({"HGETALL", key});
    for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2) {
      fields[reply.items[i].text] = reply.items[i + 1].text;
    }
    return fields;
  }

  /// Expects that each identity of a user leads to that user, and that no session outlives its
  /// user.
  void ExpectOneUserEach(const std::string& when) {
    std::set<std::string> alive;
    for (const auto& key : server_->Run({"KEYS", "prichal:auth:*:user:*"}).items) {
      const auto fields = Hash(key.text);
      const std::string user = key.text.substr(key.text.rfind(':') + 1);
      if (fields.contains("gone")) continue;
      alive.insert(user);
      for (const auto& [field, value] : fields) {
        if (!field.starts_with("identity:")) continue;
        const std::string claim = value.substr(0, value.find(' '));
        const std::string holder =
            server_->Run({"GET", IdentityKeyOfField(field.substr(field.find(':') + 1))}).text;
        EXPECT_EQ(holder, fmt::format("{} {}", user, claim)) << when << ": " << field;
      }
    }
    for (const auto& key : server_->Run({"KEYS", "prichal:auth:*:session:*"}).items) {
      EXPECT_TRUE(alive.contains(Hash(key.text)["user"])) << when << ": " << key.text;
    }
  }

  void Prove(unsigned int seed) {
    random_.seed(seed);
    clients_.clear();
    ended_.clear();
    (void)server_->Run({"FLUSHALL"});
    for (const std::size_t identity : {std::size_t{0}, std::size_t{2}}) {
      const FixtureClient client;
      const Named& named = kIdentities.at(identity);
      Signed(judge_->LedgerSignIn(FixtureSignIn(client, named.kind, named.key)), client);
    }
    std::vector<Call> calls(kAtOnce);
    bool all_live = true;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      Call& call = calls.at(i);
      call.instance = instances_.at(i).get();
      call.instance->gate().Close();
      if (Below(3) == 0) call.steps = Below(10);
      Begin(call);
    }
    RunAll(calls);
    for (const Call& call : calls) all_live = all_live && call.answered;
    // After a crash, only the sign-ins below complete the pending steps.
    if (all_live) ExpectOneUserEach("at rest");
    // The crashed processes never get their replies.
    for (const Call& call : calls) call.instance->gate().Forget();
    CompleteAll();
    for (const Named& named : kIdentities) {
      const FixtureClient client;
      const auto answer = judge_->LedgerSignIn(FixtureSignIn(client, named.kind, named.key));
      ASSERT_TRUE(answer) << answer.error().reason;
      EXPECT_EQ(judge_->FindUser(named.kind, named.key), answer->state.session.user);
      EXPECT_TRUE(judge_->Find(client.session));
    }
    ExpectOneUserEach("after all have signed in");
    for (const SessionId& session : ended_) {
      EXPECT_FALSE(judge_->Find(session)) << "an ended session is back";
    }
  }

  void CompleteAll() {
    for (const auto& key : server_->Run({"KEYS", "prichal:auth:*:unfinished"}).items) {
      for (const auto& user : server_->Run({"ZRANGE", key.text, "0", "-1"}).items) {
        const auto done = judge_->AwaitAnswer<std::vector<SessionId>>([&](auto answer) {
          CompleteUser(judge_->commands(), *UserId::Parse(user.text), kFixtureNow,
                       [answer = std::move(answer)](const Result<void, LedgerError>& all) mutable {
                         if (!all) return answer(Fail(all.error()));
                         answer(std::vector<SessionId>());
                       });
        });
        EXPECT_TRUE(done);
      }
    }
    EXPECT_TRUE(server_->Run({"KEYS", "prichal:auth:*:unfinished"}).items.empty());
  }

  static std::unique_ptr<valkey::FixtureServer> server_;
  http::FixtureLoop loop_;
  const std::unique_ptr<GatedInstance> judge_ = Make();
  std::minstd_rand random_;
  std::vector<std::unique_ptr<GatedInstance>> instances_;
  std::vector<FixtureClient> clients_;
  std::set<SessionId> ended_;
};
std::unique_ptr<valkey::FixtureServer> Interleaving::server_;

TEST_F(Interleaving, KeepsOneUserPerIdentityAndNoEndedSessions) {
  for (unsigned int seed = 1; seed <= kRuns && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Prove(seed);
  }
}

}  // namespace
}  // namespace prichal::signin
