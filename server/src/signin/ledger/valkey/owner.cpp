#include "signin/ledger/valkey/owner.h"

#include <memory>
#include <string>
#include <utility>

#include "signin/ledger/valkey/completion.h"
#include "signin/ledger/valkey/names.h"

namespace prichal::auth {
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
          // The user has ended: perhaps the identity is still to be given to another.
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

}  // namespace prichal::auth
