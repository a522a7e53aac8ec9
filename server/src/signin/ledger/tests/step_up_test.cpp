// Tests each rule of step-up, and all sequences of calls by an attacker with one stolen item.

#include "signin/ledger/step_up.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "signin/ledger/sqlite/ledger_database.h"
#include "signin/ledger/tests/fixture_ledger.h"

namespace prichal::signin {
namespace {

constexpr Millis kMinute{60'000};

Identity Linked(IdentityKind kind, std::string key, Millis linked) {
  return {.kind = kind, .key = std::move(key), .linked = linked, .details = {}};
}

SignedIn With(std::vector<Identity> identities, std::vector<Proof> proofs) {
  SignedIn state;
  state.identities = std::move(identities);
  state.session.proofs = std::move(proofs);
  return state;
}

const Identity kFirst = Linked(IdentityKind::kTelegram, "1", Millis(0));
const Identity kSecond = Linked(IdentityKind::kTon, "-239/0:a", kFixtureNow - kMinute);
const Identity kThird = Linked(IdentityKind::kTon, "-239/0:b", kFixtureNow - kMinute / 2);

Proof Of(const Identity& identity, Millis ago) {
  return {.kind = identity.kind, .key = identity.key, .time = kFixtureNow - ago};
}

TEST(StepUp, AllowsChangeAfterAnyProofWithinFiveMinutes) {
  const auto may = [](const std::vector<Proof>& proofs) {
    return StepUp::ForChange(With({kFirst, kSecond}, proofs), kFixtureNow).is_done();
  };
  EXPECT_FALSE(may({}));
  EXPECT_TRUE(may({Of(kSecond, Millis(0))}));
  EXPECT_TRUE(may({Of(kFirst, 5 * kMinute)}));
  EXPECT_FALSE(may({Of(kFirst, 5 * kMinute + Millis(1))}));
  EXPECT_FALSE(may({Of(kThird, Millis(0))})) << "unlinked since";
}

TEST(StepUp, RequiresProofOfSameOrEarlierIdentityToUnlink) {
  const auto may = [](const Identity& unlinked, const std::vector<Proof>& proofs) {
    return StepUp::ForUnlink(With({kFirst, kSecond, kThird}, proofs), unlinked.kind, unlinked.key,
                             kFixtureNow)
        .is_done();
  };
  EXPECT_TRUE(may(kSecond, {Of(kFirst, Millis(0))}));
  EXPECT_TRUE(may(kSecond, {Of(kSecond, Millis(0))}));
  EXPECT_FALSE(may(kSecond, {Of(kThird, Millis(0))})) << "linked after it";
  EXPECT_FALSE(may(kFirst, {Of(kSecond, Millis(0)), Of(kThird, Millis(0))}));
  EXPECT_TRUE(may(kFirst, {Of(kFirst, Millis(0))}));
  EXPECT_FALSE(may(kFirst, {Of(kFirst, kMinute)})) << "the third was linked since";
  EXPECT_TRUE(may(kThird, {Of(kFirst, kMinute)})) << "it is the third that goes";
}

TEST(StepUp, RequiresProofOfFirstIdentityToDelete) {
  const auto may = [](const std::vector<Proof>& proofs) {
    return StepUp::ForForget(With({kFirst, kSecond}, proofs), kFixtureNow).is_done();
  };
  EXPECT_TRUE(may({Of(kFirst, Millis(0))}));
  EXPECT_FALSE(may({Of(kSecond, Millis(0))}));
  EXPECT_FALSE(may({Of(kFirst, 2 * kMinute)})) << "the second was linked since";
}

TEST(StepUp, RequiresFreshUnrepeatableProofToMerge) {
  LedgerSignIn proof = FixtureSignIn(FixtureClient(), IdentityKind::kTon, kSecond.key);
  Identity root = kSecond;
  root.linked = Millis(0);
  EXPECT_TRUE(MayBeMergedBy(proof, {root}, kFixtureNow));
  EXPECT_FALSE(MayBeMergedBy(proof, {kFirst, kSecond}, kFixtureNow)) << "it was linked";
  proof.identity.verified -= 6 * kMinute;
  EXPECT_FALSE(MayBeMergedBy(proof, {root}, kFixtureNow));
  EXPECT_FALSE(MayBeMergedBy(FixtureSignIn(FixtureClient(), IdentityKind::kTelegram, kFirst.key),
                             {kFirst}, kFixtureNow))
      << "init data can be copied";
}

TEST(StepUp, KeepsLatestProofOfEachIdentity) {
  std::vector<Proof> proofs{Of(kFirst, kMinute), Of(kSecond, Millis(0))};
  EXPECT_EQ(ProofsIn(TextOf(proofs)), proofs);
  Identity again = kFirst;
  again.verified = kFixtureNow - 2 * kMinute;
  AddProof(proofs, again);
  EXPECT_EQ(proofs.front().time, kFixtureNow - kMinute);
  again.verified = kFixtureNow;
  AddProof(proofs, again);
  EXPECT_EQ(proofs.front().time, kFixtureNow);
  EXPECT_EQ(ProofsIn("nothing\n1:2\n:3 4\n0:5 6\n2:-239/0:a 7\n").size(), 1U);
}

/// An account that was created with a Telegram account and has a wallet, and an attacker. The
/// attacker has one stolen item of the account and a wallet of their own. Each attempt has its own
/// identities, so all share one ledger.
class Theft {
 public:
  enum class Loot { kOldToken, kFreshToken, kOldInitData, kFreshInitData, kLinkedWallet };

  Theft(LedgerDatabase& ledger, Loot loot, int number)
      : ledger_(ledger),
        loot_(loot),
        telegram_{IdentityKind::kTelegram, fmt::format("{}", number)},
        wallet_{IdentityKind::kTon, fmt::format("-239/0:owner{}", number)},
        thief_{IdentityKind::kTon, fmt::format("-239/0:thief{}", number)} {
    const FixtureClient owner;
    account_ = SignInBy(owner, telegram_, kOidc, Millis(0)).state.session.user;
    (void)LinkTo(owner.session, wallet_, kTonProof, false);
    stolen_ = owner.session;
    now_ += (loot == Loot::kOldToken || loot == Loot::kOldInitData ? 10 : 1) * kMinute;
    init_data_made_ = now_ - (loot == Loot::kOldInitData ? 10 * kMinute : kMinute);
  }

  static std::vector<std::string> Calls() {
    return {"sign in as themselves",
            "sign in with the loot",
            "link themselves",
            "link the loot",
            "merge themselves",
            "merge by the loot",
            "unlink Telegram",
            "unlink the wallet",
            "unlink themselves",
            "delete",
            "wait"};
  }

  /// Makes one call as the attacker. Returns whether it changed anything.
  bool Do(std::size_t call) {
    switch (call) {
      case 0:
        return Begin(thief_, kTonProof, now_);
      case 1:
        if (HasToken()) return std::exchange(inside_, stolen_) != stolen_;
        return BeginWithLoot();
      case 2:
        return Link(thief_, kTonProof, false);
      case 3:
        return !HasToken() && LinkLoot(false);
      case 4:
        return Link(thief_, kTonProof, true);
      case 5:
        return !HasToken() && LinkLoot(true);
      case 6:
        return Unlink(telegram_);
      case 7:
        return Unlink(wallet_);
      case 8:
        return Unlink(thief_);
      case 9:
        return Delete();
      default:
        now_ += 6 * kMinute;
        return true;
    }
  }

  /// Returns the damage: the owner cannot sign in with something that only they have, or cannot
  /// remove the attacker. Empty if none.
  std::string Lost() {
    const bool by_telegram = UserOf(telegram_) == account_;
    const bool by_wallet = loot_ != Loot::kLinkedWallet && UserOf(wallet_) == account_;
    if (!by_telegram && !by_wallet) return "nothing leads to the account";
    const FixtureClient owner;
    (void)SignInBy(owner, by_telegram ? telegram_ : wallet_, by_telegram ? kOidc : kTonProof, now_);
    const auto state = ledger_.Find(owner.session, now_);
    for (const Identity& identity : state->identities) {
      const bool is_owners = identity.key == telegram_.key || identity.key == wallet_.key;
      if (!is_owners && !StepUp::ForUnlink(*state, identity.kind, identity.key, now_).is_done()) {
        return "the thief cannot be shown out";
      }
    }
    return {};
  }
  [[nodiscard]] bool is_deleted() const { return is_deleted_; }

 private:
  struct Name {
    IdentityKind kind;
    std::string key;
  };

  [[nodiscard]] bool HasToken() const {
    return loot_ == Loot::kOldToken || loot_ == Loot::kFreshToken;
  }
  SignInAnswer SignInBy(const FixtureClient& client, const Name& name, std::uint32_t amr,
                        Millis made) {
    auto request = FixtureSignIn(client, name.kind, name.key);
    request.identity.verified = made == Millis(0) ? now_ : made;
    request.amr = amr;
    return ledger_.SignInOrLink(request, now_);
  }
  SignInAnswer LinkTo(const SessionId& session, const Name& name, std::uint32_t amr, bool merge,
                      Millis made = Millis(0)) {
    auto request = FixtureSignIn(FixtureClient(), name.kind, name.key);
    request.identity.verified = made == Millis(0) ? now_ : made;
    request.amr = amr;
    request.link_to = session;
    request.merge = merge;
    return ledger_.SignInOrLink(request, now_);
  }
  bool Begin(const Name& name, std::uint32_t amr, Millis made) {
    const FixtureClient client;
    (void)SignInBy(client, name, amr, made);
    inside_ = client.session;
    return true;
  }
  bool BeginWithLoot() {
    if (loot_ == Loot::kLinkedWallet) return Begin(wallet_, kTonProof, now_);
    return Begin(telegram_, kInitData, init_data_made_);
  }
  bool Link(const Name& name, std::uint32_t amr, bool merge, Millis made = Millis(0)) {
    if (!inside_) return false;
    const auto outcome = LinkTo(*inside_, name, amr, merge, made).outcome;
    return outcome == SignInAnswer::Status::kLinked || outcome == SignInAnswer::Status::kMerged;
  }
  bool LinkLoot(bool merge) {
    if (loot_ == Loot::kLinkedWallet) return Link(wallet_, kTonProof, merge);
    return Link(telegram_, kInitData, merge, init_data_made_);
  }
  std::optional<SignedIn> Inside() { return inside_ ? ledger_.Find(*inside_, now_) : std::nullopt; }
  bool Unlink(const Name& name) {
    const auto state = Inside();
    if (!state || !StepUp::ForUnlink(*state, name.kind, name.key, now_).is_done()) return false;
    return ledger_.Unlink(state->session.user, name.kind, name.key) == UnlinkResult::kUnlinked;
  }
  bool Delete() {
    const auto state = Inside();
    if (!state || !StepUp::ForForget(*state, now_).is_done()) return false;
    is_deleted_ = is_deleted_ || state->session.user == account_;
    (void)ledger_.Forget(state->session.user, now_);
    return true;
  }
  std::optional<UserId> UserOf(const Name& name) { return ledger_.FindUser(name.kind, name.key); }

  LedgerDatabase& ledger_;
  const Loot loot_;
  const Name telegram_;
  const Name wallet_;
  const Name thief_;
  Millis now_ = kFixtureNow;
  Millis init_data_made_{0};
  UserId account_;
  SessionId stolen_;
  std::optional<SessionId> inside_;  ///< the session that the attacker uses
  bool is_deleted_ = false;
};

class StepUpTheft : public ::testing::TestWithParam<Theft::Loot> {};

// Sequences stop after a call that changes nothing or repeats the one before: shorter sequences
// cover the rest.
TEST_P(StepUpTheft, NeverLocksOwnerOutWithinSixCalls) {
  constexpr std::size_t kCalls = 6;
  const auto ledger = *LedgerDatabase::Open({});
  ASSERT_TRUE(ledger->Begin());
  int tried = 0;
  const auto names = Theft::Calls();
  std::vector<std::size_t> calls;
  const std::function<void()> go_on = [&] {
    for (std::size_t call = 0; call < names.size() && !HasFailure(); ++call) {
      if (!calls.empty() && call == calls.back()) continue;
      calls.push_back(call);
      Theft theft(*ledger, GetParam(), ++tried);
      bool has_changed = true;
      for (const std::size_t each : calls) has_changed = theft.Do(each);
      if (has_changed) {
        std::vector<std::string> words;
        for (const std::size_t each : calls) words.push_back(names[each]);
        if (theft.is_deleted()) {
          // With a fresh proof of Telegram, or a fresh session, the attacker can delete the account
          // (docs/internals/threat-model.md).
          EXPECT_TRUE(GetParam() == Theft::Loot::kFreshToken ||
                      GetParam() == Theft::Loot::kFreshInitData)
              << fmt::format("{}", fmt::join(words, ", "));
        } else {
          EXPECT_EQ(theft.Lost(), "") << fmt::format("{}", fmt::join(words, ", "));
          if (calls.size() < kCalls) go_on();
        }
      }
      calls.pop_back();
    }
  };
  go_on();
  EXPECT_GT(tried, 100);
  RecordProperty("tried", tried);
}

INSTANTIATE_TEST_SUITE_P(Loots, StepUpTheft,
                         ::testing::Values(Theft::Loot::kOldToken, Theft::Loot::kFreshToken,
                                           Theft::Loot::kOldInitData, Theft::Loot::kFreshInitData,
                                           Theft::Loot::kLinkedWallet));

}  // namespace
}  // namespace prichal::signin
