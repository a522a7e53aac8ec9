#include "signin/ledger/valkey/completion.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "signin/ledger/valkey/names.h"

namespace prichal::auth {
namespace {

using valkey::Reply;

/// The user that a user was merged into may have been merged as well, and so on.
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
    // Of several pending steps, each may fail.
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
                          // The other user was deleted meanwhile: the identities are released.
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

  /// Counts a completed move. The first is MoveAll() itself.
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

}  // namespace prichal::auth
