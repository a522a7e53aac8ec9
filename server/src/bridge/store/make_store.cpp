#include "bridge/store/make_store.h"

#include <pthread.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bridge/store/database.h"

namespace prichal::bridge::store {

Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options) {
  if (options.kind == Kind::kMemory) return std::make_unique<MemoryStore>();
  return SqliteStore::Open({.folder = options.folder,
                            .sync_every_commit = options.sync_every_commit,
                            .sync_interval = options.sync_interval,
                            .set_aside = options.on_corrupt == OnCorrupt::kSetAside,
                            .on_broken = options.on_broken,
                            .on_health = options.on_health},
                           options.queue_bytes);
}

Result<void, std::string> CheckStore(const StoreOptions& options) {
  if (options.kind == Kind::kMemory) return {};
  const auto checked = Database::Check(options.folder);
  // The server would set a damaged file aside.
  if (checked || (checked.error().broken && options.on_corrupt == OnCorrupt::kSetAside)) return {};
  return Fail(checked.error().message);
}

Result<Loaded, std::string> MemoryStore::Load(Millis /*now*/,
                                              const std::function<void(Record)>& /*take*/) {
  return Loaded{};
}

void MemoryStore::Start(PostTo /*post*/) {}

void MemoryStore::Append(std::uint32_t /*loop*/, Record /*record*/, Done done) {
  done(PublishResult::kStored);
}

void MemoryStore::Remove(std::vector<std::int64_t> /*event_ids*/) {}

void MemoryStore::Stop() {}

Result<std::unique_ptr<Store>, std::string> SqliteStore::Open(const WriterOptions& options,
                                                              std::size_t queue_bytes) {
  std::unique_ptr<SqliteStore> store(new SqliteStore(options, queue_bytes));
  if (auto opened = store->writer_.Open(); !opened) return Fail(opened.error());
  return store;
}

SqliteStore::SqliteStore(const WriterOptions& options, std::size_t queue_bytes)
    : queue_(queue_bytes), writer_(options, queue_) {}

SqliteStore::~SqliteStore() { SqliteStore::Stop(); }

Result<Loaded, std::string> SqliteStore::Load(Millis now, const std::function<void(Record)>& take) {
  writer_.OnLost(lost_);
  return writer_.Load(now, take);
}

void SqliteStore::Start(PostTo post) {
  thread_ = std::thread([this, to = std::move(post)] { writer_.Run(to); });
  pthread_setname_np(thread_.native_handle(), "store");
}

void SqliteStore::Append(std::uint32_t loop, Record record, Done done) {
  Request request{
      .loop = loop, .record = std::make_unique<Record>(std::move(record)), .done = std::move(done)};
  if (!queue_.Push(request)) request.done(PublishResult::kStoreBusy);
}

void SqliteStore::Remove(std::vector<std::int64_t> event_ids) {
  if (!event_ids.empty()) queue_.PushAlways({.gone = std::move(event_ids)});
}

void SqliteStore::Stop() {
  if (!thread_.joinable()) return;
  writer_.Stop();
  thread_.join();
}

Stats SqliteStore::Snapshot() const {
  const WriterCounters& counters = writer_.counters();
  Stats stats{
      .queued_messages = queue_.messages(),
      .queued_bytes = queue_.bytes(),
      .file_bytes = counters.file_bytes.Get(),
      .wal_bytes = counters.wal_bytes.Get(),
      .stored = counters.stored.Get(),
      .removed = counters.removed.Get(),
      .failures = counters.failures.Get(),
      .set_aside = counters.set_aside.Get(),
      .commit_micros = counters.commit_micros.Get(),
  };
  const auto get = [](const Counter& counter) { return counter.Get(); };
  std::transform(counters.commits_by_micros.begin(), counters.commits_by_micros.end(),
                 stats.commits_by_micros.begin(), get);
  std::transform(counters.commits_by_messages.begin(), counters.commits_by_messages.end(),
                 stats.commits_by_messages.begin(), get);
  return stats;
}

}  // namespace prichal::bridge::store
