#include "site/wallets/wallets_refresh.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/private_file.h"
#include "base/small_file.h"
#include "site/wallet_entry.h"
#include "base/data_folder.h"
#include "site/wallets/list.h"

namespace prichal::app {
namespace {

using telemetry::Level;

/// Lines for one list; a stranger decides how many there could be.
constexpr std::size_t kMostLines = 8;

std::int64_t SecondsOf(Millis time) { return time / std::chrono::seconds(1); }

}  // namespace

WalletsRefresh::WalletsRefresh(std::string folder, curl::HttpsClient& https, telemetry::Log& log)
    : folder_(std::move(folder)), https_(https), log_(log) {}

std::string WalletsRefresh::Path() const {
  return (std::filesystem::path(folder_) / wallets::kSnapshotFile).string();
}

void WalletsRefresh::Load() {
  if (folder_.empty() || !sqlite::Identify(Path())) return;
  const auto bytes = ReadSmallFile(Path(), wallets::kMostSnapshotBytes);
  auto snapshot =
      bytes ? wallets::ParseSnapshot(*bytes)
            : Result<wallets::Snapshot, std::string>(Fail("cannot be read: " + bytes.error()));
  if (!snapshot) {
    log_.Write(Level::kWarn, "the wallets list that was kept is not used",
               {{"file", Path()}, {"problem", snapshot.error()}});
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    // Somebody else may have put an older one there than this process has.
    if (last_ != nullptr && last_->pulled_at >= snapshot->pulled_at) return;
  }
  SetServing(std::make_shared<const wallets::Snapshot>(*std::move(snapshot)));
  (void)TakeNew();
  was_replaced_ = true;
}

void WalletsRefresh::SetOptions(const config::Settings::Wallets& settings) {
  const bool same = settings_.refresh == settings.refresh && settings_.source == settings.source;
  if (same && !std::exchange(was_replaced_, false)) return;
  refresher_.reset();
  settings_ = settings;
  {
    const std::lock_guard lock(mutex_);
    stats_.refresh_seconds = SecondsOf(settings.refresh);
  }
  if (settings.refresh == Millis(0)) return;
  std::shared_ptr<const wallets::Snapshot> last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  refresher_ = std::make_unique<wallets::Refresher>(
      https_,
      wallets::RefresherOptions{.pull = {.source = settings.source}, .interval = settings.refresh},
      std::move(last),
      wallets::Refresher::Hooks{
          .on_pulled = [this](const wallets::Pulled& pulled) { OnPulled(pulled); },
          .on_failed = [this](const wallets::DownloadFailure& failure) { OnFailed(failure); }});
}

void WalletsRefresh::Stop() { refresher_.reset(); }

void WalletsRefresh::SetServing(std::shared_ptr<const wallets::Snapshot> snapshot) {
  const auto list =
      wallets::ReadList(snapshot->list, host::OriginOf(snapshot->source).value_or(""));
  const std::lock_guard lock(mutex_);
  stats_.pulled_at = SecondsOf(snapshot->pulled_at);
  stats_.wallets = list ? list->wallets.size() : 0;
  stats_.icons = snapshot->icons.size();
  last_ = std::move(snapshot);
  is_new_ = true;
}

WalletsRefresh::Serving WalletsRefresh::TakeNew() {
  std::shared_ptr<const wallets::Snapshot> snapshot;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(is_new_, false)) return nullptr;
    snapshot = last_;
  }
  serving_ = std::make_shared<const host::PulledWallets>(wallets::ToServe(*snapshot));
  return serving_;
}

void WalletsRefresh::Keep(const wallets::Snapshot& snapshot) {
  if (folder_.empty()) return;
  auto kept = sqlite::DataFolder::Prepare(folder_);
  if (kept) kept = auth::PrivateFile::Write(Path(), wallets::Serialize(snapshot));
  if (kept) return;
  log_.Write(Level::kWarn, "the wallets list cannot be kept, a restart begins without it",
             {{"problem", kept.error()}});
  const std::lock_guard lock(mutex_);
  ++stats_.keep_failures;
}

void WalletsRefresh::OnPulled(const wallets::Pulled& pulled) {
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
      stats_.pulled_at = SecondsOf(pulled.snapshot->pulled_at);
      last_ = pulled.snapshot;
    }
  }
  if (was_failing) log_.Write(Level::kInfo, "the wallets list is fetched again");
  if (!pulled.changed) return;
  SetServing(pulled.snapshot);
  log_.Write(Level::kInfo, "another wallets list is served",
             {{"wallets", pulled.wallets},
              {"icons", pulled.snapshot->icons.size()},
              {"dropped", pulled.dropped.size()}});
  for (std::size_t i = 0; i < std::min(pulled.dropped.size(), kMostLines); ++i) {
    log_.Write(Level::kWarn, "a wallet of the list is left out", {{"reason", pulled.dropped[i]}});
  }
  for (std::size_t i = 0; i < std::min(pulled.icon_failures.size(), kMostLines); ++i) {
    const auto& failed = pulled.icon_failures[i];
    log_.Write(Level::kWarn, "a wallet's picture cannot be had",
               {{"wallet", failed.app_name},
                {"reason", failed.failure.words},
                {"serves", failed.has_older ? "the one from before" : "none"}});
  }
}

void WalletsRefresh::OnFailed(const wallets::DownloadFailure& failure) {
  bool was_failing = false;
  {
    const std::lock_guard lock(mutex_);
    was_failing = std::exchange(is_failing_, true);
    ++stats_.failures.at(static_cast<std::size_t>(failure.reason));
  }
  if (was_failing) return;
  log_.Write(Level::kWarn, "the wallets list cannot be fetched, the last one goes on",
             {{"source", settings_.source}, {"reason", failure.words}});
}

WalletsStats WalletsRefresh::Stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace prichal::app
