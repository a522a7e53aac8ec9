#include "signin/ledger/valkey/sign_in_steps.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "signin/ledger/step_up.h"
#include "signin/ledger/valkey/names.h"

namespace prichal::signin {
namespace {

using valkey::Reply;

class BeginSteps final : public SignInSteps<BeginSteps> {
 public:
  BeginSteps(LedgerCommands& commands, LedgerSignIn request, Millis now,
             Ledger::Done<SignInAnswer> done)
      : SignInSteps(commands, std::move(request), now, std::move(done)),
        new_user_(this->request().new_user) {}

  void Claim() {
    if (!BeginsAnew()) return;
    const Holder new_holder{.user = new_user_, .claim = NewClaim()};
    commands().Write("claim_identity", key(), {new_holder.text()}, Next([this](const Reply& reply) {
                       const auto holder = HolderIn(reply);
                       if (!holder) return Refuse(UnexpectedReply());
                       Begin(*holder);
                     }));
  }

 private:
  friend class SignInSteps<BeginSteps>;

  /// Writes the session's user and the session in parallel: neither is usable without the other.
  void Begin(const Holder& holder) {
    waiting_ = 2;
    begun_.reset();
    const auto& lifetimes = request().lifetimes;
    commands().Write("set_session_user", UserOfKey(request().new_session),
                     {holder.user.text(), std::to_string(lifetimes.absolute.count())},
                     Next([this, holder](const Reply& /*kept*/) { Both(holder); }));
    const auto& identity = request().identity;
    const std::string hash(request().refresh.begin(), request().refresh.end());
    commands().WriteUser(
        "begin_session", holder.user, now(),
        {field(), holder.claim, verified(), TextOf(identity.details), request().new_session.text(),
         std::to_string(request().amr), request().jkt, hash, std::to_string(lifetimes.idle.count()),
         std::to_string(lifetimes.absolute.count())},
        Next([this, holder](const Reply& reply) {
          begun_ = reply;
          Both(holder);
        }));
  }

  void Both(const Holder& holder) {
    if (--waiting_ > 0) return;
    const auto word = WordIn(*begun_);
    if (word == "in") return Begun(holder);
    if (word == "lost") return Release(holder, [this] { Claim(); });
    if (word != "gone") return Refuse(UnexpectedReply());
    // IDs of merged and deleted users are not reused.
    new_user_ = UserId::New();
    Complete(holder.user, [this, holder] { Release(holder, [this] { Claim(); }); });
  }

  void Begun(const Holder& holder) {
    using Outcome = SignInAnswer::Status;
    auto state = SignedInBy(ItemOf(*begun_, 2), ItemOf(*begun_, 3), holder.user);
    if (!state) return Refuse(UnexpectedReply());
    SignInAnswer answer;
    answer.outcome = ItemOf(*begun_, 1).integer == 1 ? Outcome::kCreated : Outcome::kSignedIn;
    answer.state = *std::move(state);
    Answer(std::move(answer));
  }

  UserId new_user_;
  int waiting_ = 0;
  std::optional<Reply> begun_;
};

}  // namespace

void BeginSession(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done) {
  std::make_shared<BeginSteps>(commands, std::move(request), now, std::move(done))->Claim();
}

namespace {

using valkey::Reply;
using Outcome = SignInAnswer::Status;

class LinkIdentitySteps final : public SignInSteps<LinkIdentitySteps> {
 public:
  LinkIdentitySteps(LedgerCommands& commands, LedgerSignIn request, Millis now,
                    Ledger::Done<SignInAnswer> done)
      : SignInSteps(commands, std::move(request), now, std::move(done)) {}

  void Start() {
    commands().FindSessionUser(
        *request().link_to,
        [self = shared_from_this()](Result<std::optional<UserId>, LedgerError> user) {
          if (!user) return self->Refuse(user.error());
          if (!*user) return self->Answer({});
          self->user_ = **user;
          self->Prepare();
        });
  }

 private:
  friend class SignInSteps<LinkIdentitySteps>;

  [[nodiscard]] std::string session() const { return request().link_to->text(); }

  void Prepare() {
    if (!BeginsAnew()) return;
    commands().WriteUser(
        "prepare_link", user_, now(),
        {session(), field(), NewClaim(), verified(), TextOf(request().identity.details),
         std::to_string(request().amr), std::to_string(kStepUpWithin.count()), merged_ ? "0" : "1"},
        Next([this](const Reply& reply) {
          const auto word = WordIn(reply);
          if (word == "none") return Answer({});
          if (word == "linked") return Linked(reply);
          if (word == "step_up") {
            auto state = SignedInBy(ItemOf(reply, 1), ItemOf(reply, 2), user_);
            if (!state) return Refuse(UnexpectedReply());
            return Answer({.outcome = Outcome::kStepUp, .state = *std::move(state)});
          }
          if (word != "intent") return Refuse(UnexpectedReply());
          Claim({.user = user_, .claim = ItemOf(reply, 1).text});
        }));
  }

  void Claim(const Holder& new_holder) {
    commands().Write("claim_identity", key(), {new_holder.text()},
                     Next([this, new_holder](const Reply& reply) {
                       const auto holder = HolderIn(reply);
                       if (!holder) return Refuse(UnexpectedReply());
                       if (holder->text() == new_holder.text()) return Link(new_holder);
                       AskHolder(*holder);
                     }));
  }

  void Link(const Holder& made) {
    commands().WriteUser("complete_link", user_, now(),
                         {session(), field(), made.claim, verified(),
                          TextOf(request().identity.details), std::to_string(request().amr)},
                         Next([this, made](const Reply& reply) {
                           const auto word = WordIn(reply);
                           if (word == "linked") {
                             is_new_ = true;
                             return Linked(reply);
                           }
                           if (word == "lost") return Release(made, [this] { Prepare(); });
                           if (word != "none") return Refuse(UnexpectedReply());
                           Release(made, [this] { Answer({}); });
                         }));
  }

  /// Asks the holder, which is another user, or this user with an earlier claim.
  void AskHolder(const Holder& holder) {
    commands().WriteUser("confirm_claim", holder.user, now(),
                         {field(), holder.claim, verified(), TextOf(request().identity.details)},
                         Next([this, holder](const Reply& reply) {
                           const auto word = WordIn(reply);
                           if (word == "lost") return Release(holder, [this] { Prepare(); });
                           if (word == "gone") return Gone(holder);
                           if (word != "held") return Refuse(UnexpectedReply());
                           if (holder.user == user_) return Prepare();
                           if (!request().merge)
                             return Answer({.outcome = Outcome::kInUse, .state = {}});
                           const bool may_merge =
                               ItemOf(reply, 1).integer == 1 && request().amr != kInitData &&
                               now() - request().identity.verified <= kStepUpWithin;
                           if (!may_merge)
                             return Answer({.outcome = Outcome::kUnproven, .state = {}});
                           Merge(holder);
                         }));
  }

  void Gone(const Holder& holder) {
    Complete(holder.user, [this, holder] { Release(holder, [this] { Prepare(); }); });
  }

  void Merge(const Holder& holder) {
    commands().WriteUser("expect_merge", user_, now(), {session()},
                         Next([this, holder](const Reply& reply) {
                           if (reply.text == "0") return Answer({});
                           Become(holder, reply.text);
                         }));
  }

  void Become(const Holder& holder, const std::string& until) {
    commands().WriteUser("merge_into", holder.user, now(),
                         {user_.text(), field(), holder.claim, until},
                         Next([this, holder](const Reply& reply) {
                           const auto word = WordIn(reply);
                           if (word == "lost") return Release(holder, [this] { Prepare(); });
                           if (word == "gone") return Gone(holder);
                           if (word == "busy") {
                             return Refuse({"the two users are being merged; retry"});
                           }
                           auto ended = SessionIdsIn(ItemOf(reply, 1));
                           if (word != "ended" || !ended) return Refuse(UnexpectedReply());
                           merged_ = holder.user;
                           ended_ = *std::move(ended);
                           Complete(holder.user, [this] { Prepare(); });
                         }));
  }

  void Linked(const Reply& reply) {
    auto state = SignedInBy(ItemOf(reply, 1), ItemOf(reply, 2), user_);
    if (!state) return Refuse(UnexpectedReply());
    SignInAnswer answer;
    answer.outcome = merged_ ? Outcome::kMerged : Outcome::kLinked;
    answer.state = *std::move(state);
    answer.is_new_identity = is_new_ && !merged_;
    answer.merged = merged_;
    answer.ended = std::move(ended_);
    Answer(std::move(answer));
  }

  UserId user_;
  bool is_new_ = false;  ///< the user did not have the identity before
  std::optional<UserId> merged_;
  std::vector<SessionId> ended_;
};

}  // namespace

void LinkIdentity(LedgerCommands& commands, LedgerSignIn request, Millis now,
                  Ledger::Done<SignInAnswer> done) {
  std::make_shared<LinkIdentitySteps>(commands, std::move(request), now, std::move(done))->Start();
}

namespace {

using valkey::Reply;

/// The longest chain of merged users that is followed.
constexpr int kMostHops = 8;
constexpr std::size_t kGiveParts = 4;
constexpr std::size_t kReleaseParts = 2;

class Completion final : public std::enable_shared_from_this<Completion> {
 public:
  Completion(LedgerCommands& commands, const UserId& user, Millis now,
             UniqueFunction<void(Result<void, LedgerError>)> done)
      : commands_(commands), user_(user), now_(now), done_(std::move(done)) {}

  void Start() {
    commands_.ReadUser("list_pending", user_, now_, {},
                       Next([this](const Reply& reply) { OnWork(reply); }));
  }

 private:
  template <typename Then>
  LedgerCommands::Done Next(Then then) {
    return [self = shared_from_this(),
            then = std::move(then)](Result<Reply, LedgerError> reply) mutable {
      if (!reply) return self->Stop(Fail(reply.error()));
      then(*reply);
    };
  }

  void Stop(Result<void, LedgerError> outcome) {
    // Several steps can be pending, and each can fail.
    if (!std::exchange(ended_, true)) done_(std::move(outcome));
  }

  void OnWork(const Reply& reply) {
    for (const Reply& part : ItemOf(reply, 2).items) gives_.push_back(part.text);
    for (const Reply& part : ItemOf(reply, 3).items) releases_.push_back(part.text);
    if (gives_.size() % kGiveParts != 0 || releases_.size() % kReleaseParts != 0) {
      return Stop(Fail(UnexpectedReply()));
    }
    if (gives_.empty()) return MoveAll();
    const auto target = UserId::Parse(ItemOf(reply, 1).text);
    if (!target) return Stop(Fail(UnexpectedReply()));
    GiveTo(*target, 0);
  }

  void GiveTo(const UserId& target, int hops) {
    std::vector<std::string> arguments = {user_.text()};
    arguments.insert(arguments.end(), gives_.begin(), gives_.end());
    commands_.WriteUser("receive_identities", target, now_, std::move(arguments),
                        Next([this, target, hops](const Reply& reply) {
                          if (WordIn(reply) == "received") {
                            target_ = target;
                            return MoveAll();
                          }
                          // If the other user was deleted meanwhile, the identities are released.
                          const auto next = UserId::Parse(ItemOf(reply, 1).text);
                          if (!next || hops == kMostHops) return MoveAll();
                          GiveTo(*next, hops + 1);
                        }));
  }

  void MoveAll() {
    for (std::size_t at = 0; at < gives_.size(); at += kGiveParts) {
      Move("giving:", gives_[at], gives_[at + 1], target_);
    }
    for (std::size_t at = 0; at < releases_.size(); at += kReleaseParts) {
      Move("releasing:", releases_[at], releases_[at + 1], std::nullopt);
    }
    Moved();
  }

  void Move(std::string_view kind, const std::string& identity, const std::string& claim,
            const std::optional<UserId>& to) {
    ++moving_;
    completed_.push_back(std::string(kind).append(identity));
    completed_.push_back(claim);
    const Holder from{.user = user_, .claim = claim};
    const std::string next = to ? Holder{.user = *to, .claim = claim}.text() : std::string();
    commands_.Write("move_identity", IdentityKeyOfField(identity), {from.text(), next},
                    Next([this](const Reply& /*moved*/) { Moved(); }));
  }

  /// Counts a completed move. MoveAll() itself counts as one.
  void Moved() {
    if (--moving_ > 0) return;
    commands_.WriteUser("remove_pending", user_, now_, std::move(completed_),
                        Next([this](const Reply& /*all*/) { Stop({}); }));
  }

  LedgerCommands& commands_;
  const UserId user_;
  const Millis now_;
  UniqueFunction<void(Result<void, LedgerError>)> done_;
  std::vector<std::string> gives_;
  std::vector<std::string> releases_;
  std::vector<std::string> completed_;
  std::optional<UserId> target_;
  std::size_t moving_ = 1;
  bool ended_ = false;
};

}  // namespace

void CompleteUser(LedgerCommands& commands, const UserId& user, Millis now,
                  UniqueFunction<void(Result<void, LedgerError>)> done) {
  std::make_shared<Completion>(commands, user, now, std::move(done))->Start();
}

}  // namespace prichal::signin
