#include "chaos/disk/power_loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <utility>

#include "bridge/store/database.h"
#include "chaos/disk/ledger.h"

namespace prichal::chaos {
namespace {

using bridge::store::Database;

/// Runs one database through several power losses.
class Player {
 public:
  Player(const PowerLossOptions& options, std::uint64_t seed)
      : options_(options), seed_(seed), chance_(seed), interval_(chance_() % 8 == 0) {
    SystemCalls::Instance().Watch(options.folder, options.lie, seed);
    SystemCalls::Instance().Restart({});
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player() { SystemCalls::Instance().Unwatch(); }

  DiskReport Play(std::uint64_t losses) {
    for (std::uint64_t loss = 0; loss < losses && report_.wrong.empty(); ++loss) {
      SystemCalls::Instance().LosePowerAt(Moment());
      Live();
      ++report_.losses;
      if (database_ != nullptr) Database::Abandon(std::exchange(database_, nullptr));
      // The process is dead, and its unfinished work is not recorded.
      SystemCalls::Instance().Restart(SystemCalls::Instance().Lose(chance_));
    }
    // Check the content after the last power loss.
    if (report_.wrong.empty() && Open()) report_.checks = ledger_.checks();
    database_ = nullptr;
    report_.acknowledged = ledger_.kept();
    return std::move(report_);
  }

 private:
  /// Chooses the call of the power loss, among those that change the disk: during start-up or
  /// during later work.
  std::uint64_t Moment() { return 1 + chance_() % (chance_() % 3 == 0 ? 24 : 600); }

  [[nodiscard]] static bool powerless() { return SystemCalls::Instance().powerless(); }

  void Wrong(const std::string& what) {
    report_.wrong.push_back(fmt::format("seed {}, loss {}: {}", seed_, report_.losses, what));
  }
  void Saw(const char* what) { ++report_.seen[what]; }

  bool Open() {
    auto opened = Database::Open(
        options_.folder, interval_ ? Database::DamagedLog::kAccept : Database::DamagedLog::kRefuse);
    if (!opened) {
      if (powerless()) {
        Saw("power lost in a start");
      } else {
        Wrong(opened.error().message);
      }
      return false;
    }
    database_ = *std::move(opened);
    if (database_->log_damage()) Saw("a log that was found damaged");
    std::vector<bridge::store::Record> records;
    const auto loaded = database_->Load(
        now_, [&](bridge::store::Record record) { records.push_back(std::move(record)); });
    if (!loaded) {
      if (!powerless()) Wrong(loaded.error().message);
      return false;
    }
    for (std::string& what : ledger_.Check(records, *loaded, now_)) Wrong(what);
    unsynced_.clear();
    next_id_ = std::max(next_id_, loaded->last_id);
    return true;
  }

  void Live() {
    if (!Open()) return;
    Saw("starts that gave everything owed");
    for (int step = 0; step < 400 && !powerless() && report_.wrong.empty(); ++step) Step();
    if (!powerless()) Saw("power lost at rest");
  }

  void Step() {
    switch (chance_() % 32) {
      case 0:
        Checkpoint(true);
        break;
      case 1:
      case 2:
        Checkpoint(false);
        break;
      case 3:
        Shrink();
        break;
      case 4:
        if (chance_() % 4 == 0) Reopen();
        break;
      case 5:
        now_ += Millis(chance_() % 4'000);
        break;
      case 6:
        RemoveMost();
        break;
      default:
        Commit();
    }
  }

  void Checkpoint(bool cut) {
    const bool much = database_->wal_pages() > 0;
    const auto done = database_->Checkpoint(cut);
    if (!done && !powerless()) Wrong(done.error().message);
    if (powerless() && much) Saw("power lost in a checkpoint");
    if (done && much) Saw("checkpoints");
  }

  void Shrink() {
    const auto more = database_->Shrink();
    if (!more && !powerless()) Wrong(more.error().message);
    if (more && *more) Saw("files that gave space back");
  }

  void Reopen() {
    database_ = nullptr;
    if (powerless()) return Saw("power lost in an orderly end");
    (void)Open();
  }

  void Commit() {
    std::vector<bridge::store::Record> records;
    const std::size_t count = chance_() % 4 == 0 ? chance_() % 40 : 1 + chance_() % 3;
    for (std::size_t i = 0; i < count; ++i) records.push_back(Message());
    std::vector<std::int64_t> gone;
    if (chance_() % 3 == 0) {
      std::ranges::copy_if(ledger_.owed(), std::back_inserter(gone),
                           [this](std::int64_t) { return chance_() % 4 == 0; });
    }
    if (database_ != nullptr) (void)Write(records, gone);
  }

  /// Removes enough to leave half of a file unused.
  void RemoveMost() {
    if (chance_() % 8 != 0) return;
    std::vector<bridge::store::Record> records;
    records.reserve(50);
    for (int i = 0; i < 50; ++i) {
      records.push_back(MakeRecord(NextId(), now_ + Millis(60'000), 250'000, chance_));
      ledger_.Offer(records.back());
    }
    if (Write(records, {})) (void)Write({}, ledger_.owed());
  }

  bridge::store::Record Message() {
    const auto owed = chance_() % 16 == 0 ? ledger_.owed() : std::vector<std::int64_t>();
    const bool again = !owed.empty();
    const std::int64_t id = again ? owed[chance_() % owed.size()] : NextId();
    const std::size_t bytes = chance_() % 20 == 0 ? chance_() % 60'000 : 64 + chance_() % 1'500;
    // A rewritten message gets a longer TTL.
    const Millis lives(again ? 20'000 : 1 + chance_() % 20'000);
    bridge::store::Record record = MakeRecord(id, now_ + lives, bytes, chance_);
    record.replaces = again;
    if (!again && chance_() % 20 == 0) record.envelope = {};
    ledger_.Offer(record);
    return record;
  }

  bool Write(const std::vector<bridge::store::Record>& records,
             const std::vector<std::int64_t>& gone) {
    std::vector<const bridge::store::Record*> kept;
    kept.reserve(records.size());
    for (const bridge::store::Record& record : records) kept.push_back(&record);
    for (const std::int64_t id : gone) ledger_.Release(id);
    const bool sync = !interval_ || chance_() % 4 == 0;
    auto done = database_->SetSync(sync);
    if (done) done = database_->Commit(kept, gone);
    if (!done) {
      if (!powerless()) Wrong(done.error().message);
      if (powerless()) Saw("power lost in a commit");
      return false;
    }
    Saw(sync ? "commits on the disk" : "commits in memory");
    for (const bridge::store::Record& record : records) unsynced_.push_back(record.event_id);
    if (!sync) return true;
    for (const std::int64_t id : std::exchange(unsynced_, {})) ledger_.Keep(id);
    return true;
  }

  std::int64_t NextId() {
    next_id_ += 1 + static_cast<std::int64_t>(chance_() % 1'000);
    return next_id_;
  }

  const PowerLossOptions& options_;
  const std::uint64_t seed_;
  std::mt19937_64 chance_;
  /// True to sync only sometimes, as with store.fsync = "interval".
  const bool interval_;
  std::unique_ptr<Database> database_;
  Ledger ledger_;
  std::vector<std::int64_t> unsynced_;  ///< committed but not synced, so not acknowledged
  Millis now_ = kBegin;
  std::int64_t next_id_ = 0;
  DiskReport report_;
};

}  // namespace

DiskReport LosePowerOfDatabase(const PowerLossOptions& options) {
  DiskReport report;
  for (std::uint64_t seed = options.seed; report.losses < options.losses && report.wrong.empty();
       ++seed) {
    report.Add(
        Player(options, seed).Play(std::min(kLossesAFolder, options.losses - report.losses)));
  }
  return report;
}

}  // namespace prichal::chaos
