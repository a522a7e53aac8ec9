#include "chaos/disk/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <string_view>
#include <utility>

#include "bridge/store/database.h"
#include "chaos/disk/ledger.h"
#include "chaos/disk/sqlite_faults.h"
#include "chaos/disk/system_calls.h"

namespace prichal::chaos {
namespace {

using bridge::store::Database;

constexpr Millis kNow{1'700'000'000'000};
constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
/// Attempts that a store has to recover after the failure.
constexpr int kTries = 3;
constexpr std::uint64_t kStrideOfMany = 101;

/// A kind of failure.
struct Way {
  std::string_view name;
  std::function<void(std::uint64_t first, std::uint64_t count)> fail;
  std::function<std::uint64_t()> failed;
  bool lasts = true;  ///< can fail permanently
};

Way CallFails(std::string_view name, std::uint32_t calls, int error, bool half_written = false) {
  return {.name = name,
          .fail =
              [=](std::uint64_t first, std::uint64_t count) {
                SystemCalls::Instance().Fail({.calls = calls,
                                              .first = first,
                                              .count = count,
                                              .error = error,
                                              .half_written = half_written});
              },
          .failed = [] { return SystemCalls::Instance().failed(); }};
}

/// EINTR is retried until it succeeds, so it cannot be permanent.
Way Interrupted() {
  Way way = CallFails("write: EINTR", kWrite, EINTR);
  way.lasts = false;
  return way;
}

std::array<Way, 13> Ways() {
  return {{
      CallFails("open: EIO", kOpen, EIO),
      CallFails("open: EMFILE", kOpen, EMFILE),
      CallFails("read: EIO", kRead, EIO),
      CallFails("write: EIO", kWrite, EIO),
      CallFails("write: ENOSPC", kWrite, ENOSPC),
      CallFails("write: half, then ENOSPC", kWrite, ENOSPC, true),
      Interrupted(),
      CallFails("truncate: EIO", kTruncate, EIO),
      CallFails("sync: EIO, and its pages are forgotten", kSync, EIO),
      CallFails("unlink: EIO", kUnlink, EIO),
      CallFails("rename: EIO", kRename, EIO),
      Way{.name = "an allocation of SQLite",
          .fail = SqliteFaults::FailAllocations,
          .failed = SqliteFaults::failed},
      Way{.name = "a step of SQLite's machine",
          .fail = SqliteFaults::InterruptSteps,
          .failed = SqliteFaults::failed},
  }};
}

void Heal() {
  SystemCalls::Instance().Fail({});
  SqliteFaults::Stop();
}

/// One run of the work.
class Run {
 public:
  /// `shrinks`: stores and removes enough that space is returned to the disk.
  Run(const FailureOptions& options, std::string name, bool shrinks)
      : options_(options), name_(std::move(name)), shrinks_(shrinks), chance_(options.seed) {
    SystemCalls::Instance().Watch(options.folder, Lie::kNone, options.seed);
    SystemCalls::Instance().Restart({});
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    database_ = nullptr;
    SystemCalls::Instance().Unwatch();
  }

  /// Returns true if a failure was injected.
  bool Do(const Way& way, std::uint64_t first, std::uint64_t count) {
    way.fail(first, count);
    Work();
    const bool failed = way.failed() > 0;
    Heal();
    Recover();
    return failed;
  }

  [[nodiscard]] DiskReport Report() {
    report_.acknowledged = ledger_.kept();
    report_.checks = ledger_.checks();
    return std::move(report_);
  }

 private:
  void Wrong(const std::string& what) { report_.wrong.push_back(name_ + ": " + what); }

  /// The work of a server: open a database, write, close it and open it again.
  void Work() {
    if (Open()) {
      for (int i = 0; i < 6; ++i) Commit(1 + chance_() % 4, 200);
      Commit(2, 40'000);
      Remove(2);
      (void)database_->Checkpoint(false);
      for (int i = 0; i < 3; ++i) Commit(2, 300);
      (void)database_->Checkpoint(true);
      if (shrinks_) {
        Commit(40, 250'000);
        Remove(40);
        (void)database_->Checkpoint(false);
        (void)database_->Shrink();
        Commit(3, 300);
      }
      (void)database_->Checkpoint(true);
      Commit(3, 300);
      database_ = nullptr;
    }
    if (Open()) Commit(2, 300);
  }

  bool Open() {
    auto opened = Database::Open(options_.folder);
    if (!opened) {
      Told(opened.error().broken, opened.error().message);
      return false;
    }
    database_ = *std::move(opened);
    if (!Look(/*settles=*/false)) database_ = nullptr;
    return database_ != nullptr;
  }

  /// Checks that all acknowledged messages are there.
  bool Look(bool settles) {
    std::vector<bridge::store::Record> records;
    const auto loaded = database_->Load(
        kNow, [&](bridge::store::Record record) { records.push_back(std::move(record)); });
    if (!loaded) {
      Told(loaded.error().broken, loaded.error().message);
      return false;
    }
    for (std::string& what : settles ? ledger_.Check(records, *loaded, kNow)
                                     : ledger_.Compare(records, *loaded, kNow)) {
      Wrong(what);
    }
    next_id_ = std::max(next_id_, loaded->last_id);
    return true;
  }

  /// Records a reported error; all errors are allowed. SQLite treats some failed reads as a corrupt
  /// file: the store then sets the file aside and writes a new one from memory, which loses nothing
  /// and is counted.
  void Told(bool broken, const std::string& message) {
    ++report_.seen[broken ? "failures that were taken for damage" : "failures that were told"];
    last_error_ = message;
  }

  bool Write(const std::vector<bridge::store::Record>& records,
             const std::vector<std::int64_t>& gone) {
    std::vector<const bridge::store::Record*> kept;
    for (const bridge::store::Record& record : records) {
      ledger_.Offer(record);
      kept.push_back(&record);
    }
    for (const std::int64_t id : gone) ledger_.Release(id);
    if (const auto done = database_->Commit(kept, gone); !done) {
      Told(done.error().IsBroken(), done.error().message);
      return false;
    }
    for (const bridge::store::Record& record : records) ledger_.Keep(record.event_id);
    return true;
  }

  bool Commit(std::uint64_t count, std::size_t bytes) {
    std::vector<bridge::store::Record> records;
    for (std::uint64_t i = 0; i < count; ++i) {
      records.push_back(MakeRecord(++next_id_, kNow + Millis(60'000), bytes, chance_));
    }
    return Write(records, {});
  }

  void Remove(std::size_t count) {
    auto gone = ledger_.owed();
    if (gone.size() > count)
      gone.erase(gone.begin(), gone.end() - static_cast<std::ptrdiff_t>(count));
    (void)Write({}, gone);
  }

  /// Ends the failure and checks that the database works again.
  void Recover() {
    bool works = false;
    for (int i = 0; i < kTries && !works && report_.wrong.empty(); ++i) {
      works = (database_ != nullptr || Open()) && Commit(2, 300);
    }
    if (!report_.wrong.empty()) return;
    if (!works) return Wrong("it does not work again: " + last_error_);
    (void)Look(/*settles=*/false);
    if (const auto done = database_->Checkpoint(chance_() % 2 == 0); !done) {
      Wrong(done.error().message);
    }
    Commit(1, 300);
    Database::Abandon(std::exchange(database_, nullptr));
    SystemCalls::Instance().Restart(SystemCalls::Instance().Lose(chance_));
    ++report_.losses;
    if (auto opened = Database::Open(options_.folder); opened) {
      database_ = *std::move(opened);
      (void)Look(/*settles=*/true);
    } else {
      Wrong(opened.error().message);
    }
  }

  const FailureOptions& options_;
  const std::string name_;
  const bool shrinks_;
  std::mt19937_64 chance_;
  std::unique_ptr<Database> database_;
  Ledger ledger_;
  std::int64_t next_id_ = 0;
  std::string last_error_;
  DiskReport report_;
};

}  // namespace

DiskReport FailEveryCall(const FailureOptions& options) {
  DiskReport report;
  for (const bool shrinks : {false, true}) {
    // Thousands of similar pages, so a sample is enough.
    const std::uint64_t stride = options.stride * (shrinks ? kStrideOfMany : 1);
    for (const Way& way : Ways()) {
      for (const std::uint64_t count : {std::uint64_t{1}, kForever}) {
        if (count == kForever && !way.lasts) continue;
        std::uint64_t first = 1 + options.seed % stride;
        for (bool failed = true; failed && report.wrong.empty(); first += stride) {
          Run run(options,
                  fmt::format("{}, {} from number {}{}, seed {}", way.name,
                              count == 1 ? "once" : "lastingly", first,
                              shrinks ? ", shrinking" : "", options.seed),
                  shrinks);
          failed = run.Do(way, first, count);
          report.Add(run.Report());
          report.failures += failed ? 1 : 0;
          if (failed) ++report.seen[std::string(way.name)];
        }
      }
    }
  }
  return report;
}

}  // namespace prichal::chaos
