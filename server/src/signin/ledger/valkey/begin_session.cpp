#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "signin/ledger/valkey/sign_in.h"
#include "signin/ledger/valkey/sign_in_steps.h"

namespace prichal::auth {
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

  /// Writes the key that leads to the user and the session, in any order: neither works alone.
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
    // The id of a user who has ended is not used again.
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

}  // namespace prichal::auth
