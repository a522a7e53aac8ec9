#include "site/wallets/refresher.h"

#include <pthread.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/background_thread.h"
#include "base/data_folder.h"
#include "base/descriptor.h"
#include "base/random.h"
#include "base/secret.h"
#include "site/wallets/list.h"

namespace prichal::site::wallets {
namespace {

using telemetry::Level;

constexpr Millis kFirstPause{30'000};
constexpr Millis kLongestPause{3'600'000};
constexpr std::uint64_t kMostDoublings = 7;
/// Jitter: largest relative deviation of a pause from the interval.
constexpr double kUneven = 0.1;

Millis Times(Millis pause, double by) {
  return Millis(static_cast<std::int64_t>(static_cast<double>(pause.count()) * by));
}

/// Limit of log lines per list, because the source determines the number of problems.
constexpr std::size_t kMostLines = 8;

}  // namespace

Millis FirstPause(const RefresherOptions& options, const Snapshot* last, Millis now) {
  const bool is_ours = last != nullptr && last->source == options.pull.source;
  // If the clock was set back, the age is unknown.
  if (!is_ours || last->pulled_at > now) return Millis(0);
  return std::max(Millis(0), last->pulled_at + options.interval - now);
}

Millis PauseAfterFailures(std::uint64_t failures, Millis interval,
                          std::optional<std::chrono::seconds> retry_after, double chance) {
  const auto doublings = std::min(std::max<std::uint64_t>(failures, 1) - 1, kMostDoublings);
  const Millis pause =
      std::min({Millis(kFirstPause * (1LL << doublings)), kLongestPause, interval});
  const Millis uneven = Times(pause, 0.5 + chance / 2);
  return retry_after ? std::max(uneven, Millis(*retry_after)) : uneven;
}

/// Refreshes a list periodically. It has its own thread, because decoding pictures and writing the
/// result take too long for a loop or for the HTTPS client. Failures are retried sooner, with
/// growing pauses, and all pauses have jitter, so that instances do not refresh at the same time.
class WalletsRefresh::Refresher {
 public:
  /// Starts at once if `last` is null, from another source or older than the interval. Calls
  /// OnPulled() and OnFailed() of `owner` on its thread.
  Refresher(WalletsRefresh& owner, const RefresherOptions& options,
            std::shared_ptr<const Snapshot> last)
      : owner_(owner),
        options_(options),
        last_(std::move(last)),
        puller_(owner.https_, options.pull) {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "wallets");
  }
  Refresher(const Refresher&) = delete;
  Refresher& operator=(const Refresher&) = delete;
  /// Cancels pending requests; waits for no server.
  ~Refresher() {
    puller_.Stop();
    thread_.join();
  }

 private:
  void Run() {
    Millis pause = FirstPause(options_, last_.get(), MachineClock().Now().unix_time);
    while (puller_.Wait(pause)) {
      auto pulled = puller_.Pull(last_.get(), MachineClock().Now().unix_time);
      if (puller_.IsStopped()) return;
      if (pulled) {
        failures_ = 0;
        last_ = pulled->snapshot;
        owner_.OnPulled(*pulled);
        pause = Times(options_.interval, 1 - kUneven + 2 * kUneven * Chance());
      } else {
        owner_.OnFailed(pulled.error());
        pause = PauseAfterFailures(++failures_, options_.interval, pulled.error().retry_after,
                                   Chance());
      }
    }
  }

  double Chance() {
    constexpr std::uint64_t kSteps = 1'000'000;
    return static_cast<double>(random_.Below(kSteps)) / static_cast<double>(kSteps);
  }

  WalletsRefresh& owner_;
  const RefresherOptions options_;

  // Used on the refresher's thread, except Puller::Stop().
  std::shared_ptr<const Snapshot> last_;
  std::uint64_t failures_ = 0;
  RandomSource random_;
  Puller puller_;
  std::thread thread_;
};

WalletsRefresh::WalletsRefresh(std::string folder, outbound::HttpsClient& https,
                               telemetry::Log& log)
    : folder_(std::move(folder)), https_(https), log_(log) {}

WalletsRefresh::~WalletsRefresh() = default;

void WalletsRefresh::Stop() { refresher_.reset(); }

std::string WalletsRefresh::Path() const {
  return (std::filesystem::path(folder_) / kSnapshotFile).string();
}

void WalletsRefresh::Load() {
  if (folder_.empty() || !Identify(Path())) return;
  const auto bytes = ReadSmallFile(Path(), kMostSnapshotBytes);
  auto snapshot = bytes ? ParseSnapshot(*bytes)
                        : Result<Snapshot, std::string>(Fail("cannot be read: " + bytes.error()));
  if (!snapshot) {
    log_.Write(Level::kWarn, "the saved wallets list is not used",
               {{"file", Path()}, {"problem", snapshot.error()}});
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    // Another process may have stored an older list than this one has.
    if (last_ != nullptr && last_->pulled_at >= snapshot->pulled_at) return;
  }
  SetServing(std::make_shared<const Snapshot>(*std::move(snapshot)));
  was_replaced_ = true;
}

void WalletsRefresh::SetOptions(const config::Settings::Wallets& settings) {
  const bool same = settings_.refresh == settings.refresh && settings_.source == settings.source;
  if (same && !std::exchange(was_replaced_, false)) return;
  refresher_.reset();
  settings_ = settings;
  {
    const std::lock_guard lock(mutex_);
    stats_.refresh_seconds = SecondsOf(settings.refresh).count();
  }
  if (settings.refresh == Millis(0)) return;
  std::shared_ptr<const Snapshot> last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  refresher_ = std::make_unique<Refresher>(
      *this, RefresherOptions{.pull = {.source = settings.source}, .interval = settings.refresh},
      std::move(last));
}

void WalletsRefresh::SetServing(std::shared_ptr<const Snapshot> snapshot) {
  const auto list = ReadList(snapshot->list, OriginOf(snapshot->source).value_or(""));
  const std::lock_guard lock(mutex_);
  stats_.pulled_at = SecondsOf(snapshot->pulled_at).count();
  stats_.wallets = list ? list->wallets.size() : 0;
  stats_.icons = snapshot->icons.size();
  last_ = std::move(snapshot);
  is_new_ = true;
}

WalletsRefresh::Serving WalletsRefresh::TakeNew() {
  std::shared_ptr<const Snapshot> snapshot;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(is_new_, false)) return nullptr;
    snapshot = last_;
  }
  serving_ = std::make_shared<const PulledWallets>(ToServe(*snapshot));
  return serving_;
}

void WalletsRefresh::Keep(const Snapshot& snapshot) {
  if (folder_.empty()) return;
  auto kept = DataFolder::Prepare(folder_);
  if (kept) kept = PrivateFile::Write(Path(), Serialize(snapshot));
  if (kept) return;
  log_.Write(Level::kWarn,
             "cannot save the wallets list; after a restart the list of the build is served",
             {{"problem", kept.error()}});
  const std::lock_guard lock(mutex_);
  ++stats_.keep_failures;
}

void WalletsRefresh::OnPulled(const Pulled& pulled) {
  Keep(*pulled.snapshot);
  bool was_failing = false;
  {
    const std::lock_guard lock(mutex_);
    was_failing = std::exchange(is_failing_, false);
    ++(pulled.changed ? stats_.changed : stats_.unchanged);
    stats_.dropped = pulled.dropped.size();
    for (const auto& failed : pulled.icon_failures) {
      ++stats_.icon_failures.at(static_cast<std::size_t>(failed.failure.reason));
    }
    if (!pulled.changed) {
      stats_.pulled_at = SecondsOf(pulled.snapshot->pulled_at).count();
      last_ = pulled.snapshot;
    }
  }
  if (was_failing) log_.Write(Level::kInfo, "the wallets list can be fetched again");
  if (!pulled.changed) return;
  SetServing(pulled.snapshot);
  log_.Write(Level::kInfo, "a new wallets list is served",
             {{"wallets", pulled.wallets},
              {"icons", pulled.snapshot->icons.size()},
              {"dropped", pulled.dropped.size()}});
  for (std::size_t i = 0; i < std::min(pulled.dropped.size(), kMostLines); ++i) {
    log_.Write(Level::kWarn, "a wallet of the list is ignored", {{"reason", pulled.dropped[i]}});
  }
  for (std::size_t i = 0; i < std::min(pulled.icon_failures.size(), kMostLines); ++i) {
    const auto& failed = pulled.icon_failures[i];
    log_.Write(Level::kWarn, "cannot fetch a wallet's picture",
               {{"wallet", failed.app_name},
                {"reason", failed.failure.words},
                {"serves", failed.has_older ? "the old one" : "none"}});
  }
}

void WalletsRefresh::OnFailed(const DownloadFailure& failure) {
  bool was_failing = false;
  {
    const std::lock_guard lock(mutex_);
    was_failing = std::exchange(is_failing_, true);
    ++stats_.failures.at(static_cast<std::size_t>(failure.reason));
  }
  if (was_failing) return;
  log_.Write(Level::kWarn, "cannot fetch the wallets list; the last one stays in use",
             {{"source", settings_.source}, {"reason", failure.words}});
}

WalletsStats WalletsRefresh::Stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace prichal::site::wallets
