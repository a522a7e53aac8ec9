#include "wallets/pull.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/wallet_entry.h"
#include "image/icon.h"

namespace prichal::wallets {
namespace {

using std::chrono::steady_clock;

constexpr Millis kLongestSleep{1'000};

DownloadFailure Stopped() { return {{Reason::kTimeout, "the server ends"}}; }

std::string OriginOf(const std::string& url) { return host::OriginOf(url).value_or(""); }

/// Whether a list has lost so much that somebody should look at it first.
bool HasShrunk(std::size_t wallets, std::size_t before) { return wallets * 2 < before; }

std::size_t WalletsIn(const Snapshot& snapshot) {
  const auto list = ReadList(snapshot.list, OriginOf(snapshot.source));
  return list ? list->wallets.size() : 0;
}

}  // namespace

/// A transfer under way.
struct Puller::Part {
  explicit Part(DownloadRequest request, std::size_t at = 0)
      : download(std::move(request)), index(at) {}

  Download download;
  std::size_t index;  ///< of its wallet
};

/// The icons of one list.
struct Puller::Round {
  const std::vector<List::Wallet>& wallets;
  const Snapshot* before;  ///< null: nothing was pulled yet
  std::string own_origin;
  Pulled& pulled;
  std::map<std::string, Icon, std::less<>> icons{};
  std::size_t next = 0;  ///< wallet
  std::size_t active = 0;

  [[nodiscard]] const Icon* Older(std::size_t index) const {
    if (before == nullptr) return nullptr;
    const auto found = before->icons.find(wallets[index].app_name);
    return found == before->icons.end() ? nullptr : &found->second;
  }

  void Fail(std::size_t index, Failure failure) {
    const auto* older = Older(index);
    if (older != nullptr) icons.emplace(wallets[index].app_name, *older);
    pulled.icon_failures.push_back({.app_name = wallets[index].app_name,
                                    .failure = std::move(failure),
                                    .has_older = older != nullptr});
  }

  void Take(std::size_t index, Result<Downloaded, DownloadFailure> downloaded) {
    if (!downloaded) return Fail(index, std::move(downloaded.error()));
    const auto& wallet = wallets[index];
    if (downloaded->is_known) {
      // Only what is here was asked for so.
      icons.emplace(wallet.app_name, *Older(index));
      return;
    }
    auto webp = image::MakeIcon(downloaded->body);
    if (!webp) {
      return Fail(index, {Reason::kMalformed, std::string(image::WordsOf(webp.error()))});
    }
    icons.emplace(wallet.app_name, Icon{.image = wallet.image,
                                        .validators = std::move(downloaded->validators),
                                        .webp = *std::move(webp)});
  }
};

Puller::Puller(PullOptions options) : options_(std::move(options)) {}

Puller::~Puller() = default;

void Puller::Stop() {
  stopped_ = true;
  transfers_.Wake();
}

Result<Downloaded, DownloadFailure> Puller::Fetch(DownloadRequest request) {
  auto part = std::make_unique<Part>(std::move(request));
  CURL* const easy = part->download.Prepare();
  if (!transfers_.Begin(easy, part)) {
    return prichal::Fail(DownloadFailure{{Reason::kUnreachable, "the request cannot be made"}});
  }
  std::optional<Result<Downloaded, DownloadFailure>> result;
  while (!result && !stopped_) {
    const bool any = transfers_.Advance([&](const std::unique_ptr<Part>& ended, CURLcode code) {
      result.emplace(ended->download.Finish(code));
    });
    if (!any) transfers_.Wait(kLongestSleep);
  }
  if (result) return *std::move(result);
  transfers_.GiveUp([](const auto&) {});
  return prichal::Fail(Stopped());
}

Result<List, DownloadFailure> Puller::FetchList(const Snapshot* before, Validators& validators) {
  const auto own_origin = OriginOf(options_.source);
  auto answer = Fetch({.url = options_.source,
                       .accept_line = "Accept: application/json",
                       .named_by = NamedBy::kOperator,
                       .known = before == nullptr ? Validators() : before->validators,
                       .most_bytes = kMostListBytes,
                       .timeout = options_.list_timeout});
  if (!answer) return prichal::Fail(std::move(answer.error()));
  validators = answer->is_known ? before->validators : answer->validators;
  auto list = ReadList(answer->is_known ? before->list : answer->body, own_origin);
  if (!list) return prichal::Fail(DownloadFailure{{Reason::kMalformed, list.error()}});
  return *std::move(list);
}

Result<Pulled, DownloadFailure> Puller::Pull(const Snapshot* before, Millis now) {
  if (stopped_) return prichal::Fail(Stopped());
  // Another source's list is another list; its icons may still be those of the same wallets.
  const auto* same = before != nullptr && before->source == options_.source ? before : nullptr;
  Validators validators;
  auto list = FetchList(same, validators);
  if (!list) return prichal::Fail(std::move(list.error()));
  const std::size_t wallets = list->wallets.size();
  if (const auto had = same == nullptr ? 0 : WalletsIn(*same);
      HasShrunk(wallets, had) && !options_.accepts_shrunk) {
    return prichal::Fail(DownloadFailure{
        {Reason::kShrunk, fmt::format("the list has {} wallets that can be used, and had {}; "
                                      "`prichal wallets pull --force` takes it",
                                      wallets, had)}});
  }
  Pulled pulled{.snapshot = nullptr,
                .wallets = wallets,
                .dropped = std::move(list->dropped),
                .icon_failures = {}};
  Round round{.wallets = list->wallets,
              .before = before,
              .own_origin = OriginOf(options_.source),
              .pulled = pulled};
  FetchIcons(round);
  if (stopped_) return prichal::Fail(Stopped());
  auto snapshot = std::make_shared<Snapshot>(Snapshot{.source = options_.source,
                                                      .validators = std::move(validators),
                                                      .pulled_at = now,
                                                      .list = std::move(list->json),
                                                      .icons = std::move(round.icons)});
  pulled.changed = before == nullptr || before->list != snapshot->list ||
                   !std::equal(before->icons.begin(), before->icons.end(), snapshot->icons.begin(),
                               snapshot->icons.end(), [](const auto& a, const auto& b) {
                                 return a.first == b.first && a.second.webp == b.second.webp;
                               });
  pulled.snapshot = std::move(snapshot);
  return pulled;
}

void Puller::Begin(Round& round, std::size_t index) {
  const auto& wallet = round.wallets[index];
  const auto* older = round.Older(index);
  if (wallet.image.empty()) {
    if (older != nullptr) round.icons.emplace(wallet.app_name, *older);
    return;
  }
  const bool same = older != nullptr && older->image == wallet.image;
  const bool own = OriginOf(wallet.image) == round.own_origin;
  auto part = std::make_unique<Part>(
      DownloadRequest{.url = wallet.image,
                      .accept_line = "Accept: image/png, image/webp, image/jpeg",
                      .named_by = own ? NamedBy::kOperator : NamedBy::kStranger,
                      .known = same ? older->validators : Validators(),
                      .most_bytes = kMostImageBytes,
                      .timeout = options_.icon_timeout},
      index);
  CURL* const easy = part->download.Prepare();
  if (transfers_.Begin(easy, part)) {
    ++round.active;
  } else {
    round.Fail(index, {Reason::kUnreachable, "the request cannot be made"});
  }
}

void Puller::FetchIcons(Round& round) {
  const auto end = steady_clock::now() + options_.round_timeout;
  const auto left = [&] { return std::chrono::duration_cast<Millis>(end - steady_clock::now()); };
  const auto goes_on = [&] { return !stopped_ && left() > Millis(0); };
  while (goes_on() && (round.active > 0 || round.next < round.wallets.size())) {
    while (round.active < options_.most_parallel && round.next < round.wallets.size()) {
      Begin(round, round.next++);
    }
    const bool any = transfers_.Advance([&](const std::unique_ptr<Part>& ended, CURLcode code) {
      --round.active;
      round.Take(ended->index, ended->download.Finish(code));
    });
    if (!any && round.active > 0) {
      transfers_.Wait(std::clamp(left(), Millis(1), kLongestSleep));
    }
  }
  const Failure late{Reason::kTimeout, "the time for all icons together is over"};
  transfers_.GiveUp([&](const auto& part) { round.Fail(part->index, late); });
  for (; round.next < round.wallets.size(); ++round.next) round.Fail(round.next, late);
}

}  // namespace prichal::wallets
