// Power losses of a whole store: its queue, its writer thread and its completions.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <random>
#include <utility>

#include "bridge/store/store.h"
#include "chaos/disk/ledger.h"
#include "chaos/disk/power_loss.h"
#include "chaos/disk/task_queue.h"

namespace prichal::chaos {
namespace {

using bridge::PublishResult;

constexpr std::size_t kQueueBytes = 1U << 28U;

/// Runs one store through several power losses.
class StorePlayer {
 public:
  StorePlayer(const PowerLossOptions& options, std::uint64_t seed)
      : options_(options), seed_(seed), chance_(seed) {
    SystemCalls::Instance().Watch(options.folder, options.lie, seed);
    SystemCalls::Instance().Restart({});
  }
  StorePlayer(const StorePlayer&) = delete;
  StorePlayer& operator=(const StorePlayer&) = delete;
  ~StorePlayer() { SystemCalls::Instance().Unwatch(); }

  DiskReport Play(std::uint64_t losses) {
    for (std::uint64_t loss = 0; loss < losses && report_.wrong.empty(); ++loss) {
      SystemCalls::Instance().LosePowerAt(1 + chance_() % (chance_() % 3 == 0 ? 24 : 200));
      if (Open()) Live();
      Close();
      ++report_.losses;
      SystemCalls::Instance().Restart(SystemCalls::Instance().Lose(chance_));
    }
    if (report_.wrong.empty() && Open()) Close();
    report_.checks = ledger_.checks();
    report_.acknowledged = ledger_.kept();
    return std::move(report_);
  }

 private:
  [[nodiscard]] static bool powerless() { return SystemCalls::Instance().powerless(); }
  void Wrong(const std::string& what) {
    report_.wrong.push_back(fmt::format("seed {}, loss {}: {}", seed_, report_.losses, what));
  }

  bool Open() {
    auto opened = bridge::store::MakeStore({.folder = options_.folder,
                                            .queue_bytes = kQueueBytes,
                                            .on_corrupt = bridge::store::OnCorrupt::kStop});
    if (!opened) {
      if (!powerless()) Wrong(opened.error());
      if (powerless()) ++report_.seen["power lost in a start"];
      return false;
    }
    store_ = *std::move(opened);
    std::vector<bridge::store::Record> records;
    const auto loaded = store_->Load(
        now_, [&](bridge::store::Record record) { records.push_back(std::move(record)); });
    if (!loaded) {
      if (!powerless()) Wrong(loaded.error());
      store_ = nullptr;
      return false;
    }
    for (std::string& what : ledger_.Check(records, *loaded, now_)) Wrong(what);
    ++report_.seen["starts that gave everything owed"];
    next_id_ = std::max(next_id_, loaded->last_id);
    store_->Start(tasks_.Port());
    return true;
  }

  void Live() {
    for (int step = 0; step < 200 && !powerless() && report_.wrong.empty(); ++step) {
      if (chance_() % 8 == 0) now_ += Millis(chance_() % 4'000);
      if (chance_() % 3 == 0) Remove();
      Append(chance_() % 4 == 0 ? chance_() % 100 : 1 + chance_() % 3);
      // Waits only sometimes, so that batches contain both messages and removals.
      if (chance_() % 2 == 0) Await();
    }
    Await();
    if (powerless()) ++report_.seen["power lost while it was used"];
  }

  void Append(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      next_id_ += 1 + static_cast<std::int64_t>(chance_() % 1'000);
      const std::size_t bytes = chance_() % 30 == 0 ? chance_() % 60'000 : 64 + chance_() % 1'500;
      bridge::store::Record record =
          MakeRecord(next_id_, now_ + Millis(1 + chance_() % 20'000), bytes, chance_);
      if (chance_() % 20 == 0) record.envelope = {};
      ledger_.Offer(record);
      ++under_way_;
      store_->Append(
          static_cast<std::uint32_t>(chance_() % 2), record,
          [this, id = next_id_](bridge::PublishResult outcome) { Complete(id, outcome); });
    }
  }

  void Complete(std::int64_t id, bridge::PublishResult outcome) {
    --under_way_;
    if (outcome == PublishResult::kStored) {
      ledger_.Keep(id);
    } else if (!powerless()) {
      Wrong(fmt::format("{} was refused", id));
    }
  }

  void Remove() {
    std::vector<std::int64_t> gone;
    std::ranges::copy_if(ledger_.owed(), std::back_inserter(gone),
                         [this](std::int64_t) { return chance_() % 4 == 0; });
    for (const std::int64_t id : gone) ledger_.Release(id);
    store_->Remove(std::move(gone));
  }

  void Await() {
    if (!tasks_.RunUntil([this] { return under_way_ == 0; })) Wrong("no completion came");
  }

  void Close() {
    if (store_ == nullptr) return;
    store_->Stop();
    Await();
    store_ = nullptr;
  }

  const PowerLossOptions& options_;
  const std::uint64_t seed_;
  std::mt19937_64 chance_;
  TaskQueue tasks_;
  std::unique_ptr<bridge::store::Store> store_;
  Ledger ledger_;
  std::size_t under_way_ = 0;
  Millis now_ = kBegin;
  std::int64_t next_id_ = 0;
  DiskReport report_;
};

}  // namespace

DiskReport LosePowerOfStore(const PowerLossOptions& options) {
  DiskReport report;
  for (std::uint64_t seed = options.seed; report.losses < options.losses && report.wrong.empty();
       ++seed) {
    report.Add(
        StorePlayer(options, seed).Play(std::min(kLossesAFolder, options.losses - report.losses)));
  }
  return report;
}

}  // namespace prichal::chaos
