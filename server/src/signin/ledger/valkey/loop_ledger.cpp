#include "signin/ledger/valkey/loop_ledger.h"

#include <utility>

#include "base/random.h"
#include "signin/ledger/valkey/commands.h"
#include "signin/ledger/valkey/sign_in_steps.h"

namespace prichal::signin {
namespace {

using valkey::Reply;

constexpr std::size_t kPartitionsAtOnce = 32;
constexpr std::size_t kUsersAtOnce = 16;
constexpr int kMostAttempts = 16;

}  // namespace

LedgerLoop::LedgerLoop(http::Outbound& loop, const MakeLedgerClient& make_client,
                       const Options& options)
    : loop_(loop),
      options_(options),
      completion_([this] { CompleteSome(); }),
      client_(make_client(*this)),
      commands_(*client_, options.durability, options.clock) {
  if (options_.complete_every.count() == 0) return;
  // Instances start with different partitions.
  RandomSource random;
  next_partition_ = random.Below(kPartitions);
  loop_.Schedule(completion_, loop_.now().steady + options_.complete_every);
}

LedgerLoop::~LedgerLoop() = default;

void LedgerLoop::Listen(RevocationListener& listener) {
  listener_ = &listener;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    client_->Subscribe(NewsChannel(partition));
  }
}

void LedgerLoop::OnPush(std::string_view channel, std::string_view payload) {
  const auto partition = PartitionOfChannel(channel);
  const auto news = ParseNews(payload);
  if (!partition || !news) return;
  ++heard_.at(*partition);
  news->Notify(*listener_);
}

void LedgerLoop::OnSubscribed(std::string_view channel) {
  const auto partition = PartitionOfChannel(channel);
  if (!partition) return;
  // Pending answers may be older than this news.
  ++heard_.at(*partition);
  if (confirmed_.test(*partition)) return;
  confirmed_.set(*partition);
  if (listening()) listener_->OnListening();
}

void LedgerLoop::OnInterrupted(std::span<const std::string> channels) {
  const bool before = listening();
  for (const std::string& channel : channels) {
    if (const auto partition = PartitionOfChannel(channel)) confirmed_.reset(*partition);
  }
  if (before && !listening()) listener_->OnLost();
}

void LedgerLoop::Find(const Sought& sought, Millis now,
                      Ledger::Done<std::optional<SignedIn>> done) {
  commands_.FindSessionUser(sought.session,
                            [this, sought, now, done = std::move(done)](
                                Result<std::optional<UserId>, LedgerError> user) mutable {
                              if (!user) return done(Fail(user.error()));
                              if (!*user) return done(std::optional<SignedIn>());
                              FindOf(**user, sought, now, 0, std::move(done));
                            });
}

void LedgerLoop::FindOf(const UserId& user, const Sought& sought, Millis now, int attempts,
                        Ledger::Done<std::optional<SignedIn>> done) {
  const std::uint32_t heard = heard_.at(PartitionOf(user));
  std::vector<std::string> arguments{sought.session.text()};
  if (sought.refresh) arguments.emplace_back(sought.refresh->begin(), sought.refresh->end());
  commands_.ReadUser("find_session", user, now, std::move(arguments),
                     [this, user, sought, now, attempts, heard,
                      done = std::move(done)](Result<Reply, LedgerError> reply) mutable {
                       if (!reply) return done(Fail(reply.error()));
                       if (reply->items.empty()) return done(std::optional<SignedIn>());
                       if (heard != heard_.at(PartitionOf(user))) {
                         if (attempts < kMostAttempts) {
                           return FindOf(user, sought, now, attempts + 1, std::move(done));
                         }
                         return done(Fail(LedgerError{"sessions end too fast to find one"}));
                       }
                       auto found = SignedInBy(ItemOf(*reply, 0), ItemOf(*reply, 1), user);
                       if (!found) return done(Fail(UnexpectedReply()));
                       done(std::move(found));
                     });
}

void LedgerLoop::CompleteSome() {
  for (std::size_t count = 0; count < kPartitionsAtOnce; ++count) {
    next_partition_ = (next_partition_ + 1) % kPartitions;
    commands_.Read("list_unfinished", UnfinishedKey(next_partition_),
                   {std::to_string(options_.complete_after.count()), std::to_string(kUsersAtOnce)},
                   [this](const Result<Reply, LedgerError>& reply) {
                     if (!reply) return;
                     for (const Reply& item : reply->items) {
                       const auto user = UserId::Parse(item.text);
                       // A failed completion is found by the next search.
                       if (user) CompleteUser(commands_, *user, loop_.now().unix_time, [](auto) {});
                     }
                   });
  }
  loop_.Schedule(completion_, loop_.now().steady + options_.complete_every);
}

}  // namespace prichal::signin
