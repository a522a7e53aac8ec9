#include "site/wallets/pull.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/encoding.h"
#include "site/wallets/icon.h"
#include "site/wallets_list.h"

namespace prichal::site::wallets {
namespace {

using outbound::Trouble;
using std::chrono::steady_clock;

constexpr std::size_t kMostHead = 32UL * 1024;
constexpr long kMostRedirects = 3;
constexpr Millis kConnectTimeout{8'000};
constexpr std::size_t kMostValidator = 256;
constexpr int kNotModified = 304;
constexpr std::chrono::seconds kLongestWait{24L * 3600};

/// Origin of a URL.
enum class NamedBy {
  kStranger,  ///< HTTPS and public addresses only, also for redirects
  kOperator,  ///< also plain HTTP to internal addresses; no redirects
};

struct Downloaded {
  bool is_known = false;  ///< not modified (304); the body is empty
  std::string body{};
  Validators validators{};
};

outbound::Request RequestFor(std::string url, const char* accept, NamedBy named_by,
                             const Validators& known, std::size_t most_bytes, Millis timeout) {
  const bool is_ours = named_by == NamedBy::kOperator;
  outbound::Request request{
      .url = std::move(url),
      .lines = {accept},
      .most_bytes = most_bytes,
      .timeout = timeout,
      .connect_timeout = kConnectTimeout,
      .most_head = kMostHead,
      .allows_http = is_ours,
      // The operator trusts this URL, not the target of its redirects.
      .most_redirects = is_ours ? 0 : kMostRedirects,
      .reach = is_ours ? outbound::Reach::kHttpIfInternal : outbound::Reach::kPublic};
  if (!known.etag.empty()) request.lines.push_back("If-None-Match: " + known.etag);
  if (!known.last_modified.empty()) {
    request.lines.push_back("If-Modified-Since: " + known.last_modified);
  }
  return request;
}

/// Returns a validator if it can be sent in a header. Empty otherwise.
std::string Validator(std::string_view text) {
  const bool fits =
      text.size() <= kMostValidator &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c != 0x7f; });
  return fits ? std::string(text) : std::string();
}

/// Returns the value of Retry-After in seconds. Empty if it is missing, zero or a date: the usual
/// pause is longer than most dates.
std::optional<std::chrono::seconds> RetryAfterOf(std::string_view value) {
  const auto seconds = ParseNumber<std::int64_t>(value);
  if (!seconds || *seconds <= 0) return std::nullopt;
  return std::min(std::chrono::seconds(*seconds), kLongestWait);
}

Reason ReasonOf(Trouble trouble) {
  switch (trouble) {
    case Trouble::kName:
    case Trouble::kAddress:
      return Reason::kAddress;
    case Trouble::kTls:
      return Reason::kTls;
    case Trouble::kTimeout:
      return Reason::kTimeout;
    case Trouble::kTooLong:
      return Reason::kTooLarge;
    case Trouble::kRedirects:
      return Reason::kStatus;
    default:
      return Reason::kUnreachable;
  }
}

Result<Downloaded, DownloadFailure> Read(outbound::Response response, const Validators& known,
                                         std::size_t most_bytes) {
  if (!response.came()) {
    const bool is_large = response.trouble == Trouble::kTooLong;
    return Fail(DownloadFailure{
        {ReasonOf(response.trouble), is_large ? fmt::format("has more than {} bytes", most_bytes)
                                              : std::move(response.words)}});
  }
  if (response.status == kNotModified && known != Validators()) {
    return Downloaded{.is_known = true};
  }
  if (response.status != 200) {
    DownloadFailure failure{{Reason::kStatus, fmt::format("is answered with {}", response.status)}};
    failure.retry_after = RetryAfterOf(response.Header("retry-after"));
    return Fail(std::move(failure));
  }
  Validators validators{.etag = Validator(response.Header("etag")),
                        .last_modified = Validator(response.Header("last-modified"))};
  return Downloaded{.body = std::move(response.body), .validators = std::move(validators)};
}

DownloadFailure Stopped() { return {{Reason::kTimeout, "the server is shutting down"}}; }

std::string OriginPartOf(const std::string& url) { return OriginOf(url).value_or(""); }

/// Returns whether a list has lost so many wallets that an operator should check it before it is
/// served.
bool HasShrunk(std::size_t wallets, std::size_t before) { return wallets * 2 < before; }

std::size_t WalletsIn(const Snapshot& snapshot) {
  const auto list = ReadList(snapshot.list, OriginPartOf(snapshot.source));
  return list ? list->wallets.size() : 0;
}

}  // namespace

/// The pictures of one list, while they are fetched.
struct Puller::Round {
  const std::vector<List::Wallet>& wallets;
  const Snapshot* before;  ///< null if none
  std::string own_origin;
  Pulled& pulled;
  std::map<std::string, Icon, std::less<>> icons{};
  std::size_t next = 0;  ///< index of the next wallet
  std::size_t active = 0;

  [[nodiscard]] const Icon* Older(std::size_t index) const {
    if (before == nullptr) return nullptr;
    const auto found = before->icons.find(wallets[index].app_name);
    return found == before->icons.end() ? nullptr : &found->second;
  }

  /// Returns whether the picture has the origin of the list, which the operator has chosen.
  [[nodiscard]] bool IsOwn(std::size_t index) const {
    return OriginPartOf(wallets[index].image) == own_origin;
  }

  /// Returns the validators to send. Empty if none.
  [[nodiscard]] Validators Known(std::size_t index) const {
    const auto* older = Older(index);
    const bool same = older != nullptr && older->image == wallets[index].image;
    return same ? older->validators : Validators();
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
      // The request had validators only because an icon exists.
      icons.emplace(wallet.app_name, *Older(index));
      return;
    }
    auto webp = MakeIcon(downloaded->body);
    if (!webp) {
      return Fail(index, {Reason::kMalformed, std::string(WordsOf(webp.error()))});
    }
    icons.emplace(wallet.app_name, Icon{.image = wallet.image,
                                        .validators = std::move(downloaded->validators),
                                        .webp = *std::move(webp)});
  }
};

Puller::Puller(outbound::HttpsClient& https, PullOptions options)
    : https_(https), options_(std::move(options)) {}

void Puller::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool Puller::IsStopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

bool Puller::Wait(Millis pause) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, pause, [this] { return stopped_; });
}

void Puller::Send(outbound::RequestGroup& requests, outbound::Request request, std::size_t index) {
  requests.Send(std::move(request), [this, index](outbound::Response response) {
    const std::lock_guard lock(mutex_);
    arrivals_.emplace_back(index, std::move(response));
    changed_.notify_all();
  });
}

std::optional<Puller::Arrival> Puller::Await(steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, until, [this] { return stopped_ || !arrivals_.empty(); });
  if (stopped_ || arrivals_.empty()) return std::nullopt;
  auto arrival = std::move(arrivals_.front());
  arrivals_.pop_front();
  return arrival;
}

Result<List, DownloadFailure> Puller::FetchList(const Snapshot* before, Validators& validators) {
  const auto own_origin = OriginPartOf(options_.source);
  const Validators known = before == nullptr ? Validators() : before->validators;
  std::optional<Arrival> arrival;
  {
    outbound::RequestGroup requests(https_);
    Send(requests,
         RequestFor(options_.source, "Accept: application/json", NamedBy::kOperator, known,
                    kMostListBytes, options_.list_timeout),
         0);
    // The request's own timeout ends it.
    arrival = Await(steady_clock::time_point::max());
  }
  if (!arrival) return prichal::Fail(Stopped());
  auto answer = Read(std::move(arrival->second), known, kMostListBytes);
  if (!answer) return prichal::Fail(std::move(answer.error()));
  validators = answer->is_known ? before->validators : answer->validators;
  auto list = ReadList(answer->is_known ? before->list : answer->body, own_origin);
  if (!list) return prichal::Fail(DownloadFailure{{Reason::kMalformed, list.error()}});
  return *std::move(list);
}

Result<Pulled, DownloadFailure> Puller::Pull(const Snapshot* before, Millis now) {
  if (IsStopped()) return prichal::Fail(Stopped());
  // The list of another source is unrelated, but its icons may belong to the same wallets.
  const auto* same = before != nullptr && before->source == options_.source ? before : nullptr;
  Validators validators;
  auto list = FetchList(same, validators);
  if (!list) return prichal::Fail(std::move(list.error()));
  const std::size_t wallets = list->wallets.size();
  if (const auto had = same == nullptr ? 0 : WalletsIn(*same);
      HasShrunk(wallets, had) && !options_.accepts_shrunk) {
    return prichal::Fail(DownloadFailure{
        {Reason::kShrunk, fmt::format("the list has only {} valid wallets, the previous one had "
                                      "{}. Fix: run `prichal wallets pull --force` to accept it.",
                                      wallets, had)}});
  }
  Pulled pulled{.snapshot = nullptr,
                .wallets = wallets,
                .dropped = std::move(list->dropped),
                .icon_failures = {}};
  Round round{.wallets = list->wallets,
              .before = before,
              .own_origin = OriginPartOf(options_.source),
              .pulled = pulled};
  FetchIcons(round);
  if (IsStopped()) return prichal::Fail(Stopped());
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

void Puller::Begin(Round& round, outbound::RequestGroup& requests, std::size_t index) {
  const auto& wallet = round.wallets[index];
  if (wallet.image.empty()) {
    if (const auto* older = round.Older(index)) round.icons.emplace(wallet.app_name, *older);
    return;
  }
  ++round.active;
  Send(requests,
       RequestFor(wallet.image, "Accept: image/png, image/webp, image/jpeg",
                  round.IsOwn(index) ? NamedBy::kOperator : NamedBy::kStranger, round.Known(index),
                  kMostImageBytes, options_.icon_timeout),
       index);
}

void Puller::FetchIcons(Round& round) {
  const auto end = steady_clock::now() + options_.round_timeout;
  std::vector<bool> is_pending(round.wallets.size());
  {
    outbound::RequestGroup requests(https_);
    while (true) {
      while (round.active < options_.most_parallel && round.next < round.wallets.size()) {
        is_pending[round.next] = !round.wallets[round.next].image.empty();
        Begin(round, requests, round.next++);
      }
      if (round.active == 0 || steady_clock::now() >= end) break;
      auto arrival = Await(end);
      if (!arrival) break;
      --round.active;
      const auto index = arrival->first;
      is_pending[index] = false;
      round.Take(index, Read(std::move(arrival->second), round.Known(index), kMostImageBytes));
    }
  }
  {
    const std::lock_guard lock(mutex_);
    arrivals_.clear();
  }
  const Failure late{Reason::kTimeout, "timeout of all icons together"};
  for (std::size_t index = 0; index < is_pending.size(); ++index) {
    if (is_pending[index] || index >= round.next) round.Fail(index, late);
  }
}

}  // namespace prichal::site::wallets
