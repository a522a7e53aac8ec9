#include <memory>
#include <optional>
#include <utility>

#include "signin/ledger/step_up.h"
#include "signin/ledger/valkey/sign_in.h"
#include "signin/ledger/valkey/sign_in_steps.h"

namespace prichal::auth {
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

  /// The holder is another user, or this one with an earlier claim.
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
    commands().WriteUser(
        "merge_into", holder.user, now(), {user_.text(), field(), holder.claim, until},
        Next([this, holder](const Reply& reply) {
          const auto word = WordIn(reply);
          if (word == "lost") return Release(holder, [this] { Prepare(); });
          if (word == "gone") return Gone(holder);
          if (word == "busy") {
            return Refuse({"the two users are being merged, or were just now; try again"});
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

}  // namespace prichal::auth
