#include "bridge/store/store.h"

#include <pthread.h>

#include <thread>
#include <utility>

#include "base/telemetry/counter_sum.h"
#include "bridge/store/database.h"
#include "bridge/store/group_commit.h"

namespace prichal::bridge::store {
namespace {

/// The store that stores nothing: mailboxes are the only copy, and a restart loses them. Append()
/// completes before it returns.
class MemoryStore final : public Store {
 public:
  Result<Loaded, std::string> Load(Millis /*now*/,
                                   const std::function<void(Record)>& /*take*/) override {
    return Loaded{};
  }
  void Start(PostTo /*post*/) override {}
  void Append(std::uint32_t /*loop*/, Record /*record*/, Done done) override {
    done(PublishResult::kStored);
  }
  void Remove(std::vector<std::int64_t> /*event_ids*/) override {}
  void Stop() override {}
  [[nodiscard]] bool healthy() const override { return true; }
  [[nodiscard]] Stats Snapshot() const override { return {}; }
};

/// The store in a SQLite file. A stored message survives the end of the process and, with
/// `sync_every_commit`, a power cut. Owns the CommitQueue, the Writer and its thread; loops only
/// push to the queue and never wait.
class SqliteStore final : public Store {
 public:
  explicit SqliteStore(const StoreOptions& options)
      : queue_(options.queue_bytes), writer_(options, queue_) {}
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;
  ~SqliteStore() override { SqliteStore::Stop(); }

  /// Opens the file.
  Result<void, std::string> Open() { return writer_.Open(); }

  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) override {
    writer_.OnLost(lost_);
    return writer_.Load(now, take);
  }

  void Start(PostTo post) override {
    thread_ = std::thread([this, to = std::move(post)] { writer_.Run(to); });
    pthread_setname_np(thread_.native_handle(), "store");
  }

  void Append(std::uint32_t loop, Record record, Done done) override {
    Request request{.loop = loop,
                    .record = std::make_unique<Record>(std::move(record)),
                    .done = std::move(done)};
    if (!queue_.Push(request)) request.done(PublishResult::kStoreBusy);
  }

  void Remove(std::vector<std::int64_t> event_ids) override {
    if (!event_ids.empty()) queue_.PushAlways({.gone = std::move(event_ids)});
  }

  void Stop() override {
    if (!thread_.joinable()) return;
    writer_.Stop();
    thread_.join();
  }

  [[nodiscard]] bool healthy() const override { return writer_.healthy(); }

  [[nodiscard]] Stats Snapshot() const override {
    Stats stats;
    telemetry::AddTo(static_cast<WriterNumbers<std::uint64_t>&>(stats), writer_.counters());
    stats.queued_messages = queue_.messages();
    stats.queued_bytes = queue_.bytes();
    return stats;
  }

 private:
  CommitQueue queue_;
  Writer writer_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options) {
  if (options.kind == Kind::kMemory) return std::make_unique<MemoryStore>();
  auto store = std::make_unique<SqliteStore>(options);
  if (auto opened = store->Open(); !opened) return Fail(opened.error());
  return store;
}

Result<void, std::string> CheckStore(const StoreOptions& options) {
  if (options.kind == Kind::kMemory) return {};
  const auto checked = Database::Check(options.folder);
  // The server would set a damaged file aside.
  if (checked || (checked.error().broken && options.on_corrupt == OnCorrupt::kSetAside)) return {};
  return Fail(checked.error().message);
}

}  // namespace prichal::bridge::store
