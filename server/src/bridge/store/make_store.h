#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/result.h"
#include "bridge/store/group_commit.h"
#include "bridge/store/store.h"

namespace prichal::bridge::store {

/// Kind of store; `store.kind` of the configuration.
enum class Kind { kMemory, kSqlite };

/// Action for a broken database file; `store.on_corrupt` of the configuration.
enum class OnCorrupt {
  kSetAside,  ///< rename it and continue with a new one
  kStop,      ///< leave it to the operator
};

/// Options of the store; `store.*` of the configuration. All except `kind` are for kSqlite.
struct StoreOptions {
  Kind kind = Kind::kSqlite;
  std::string folder;                  ///< created if only its last part is missing
  bool sync_every_commit = true;       ///< fsync before each acknowledgement
  Millis sync_interval{0};             ///< time between two fsyncs otherwise
  std::size_t queue_bytes = SIZE_MAX;  ///< limit of bytes to be written; above it kStoreBusy
  OnCorrupt on_corrupt = OnCorrupt::kSetAside;
  /// Called for each broken file, on the thread that finds it: the caller of MakeStore() or Load(),
  /// or the store's thread. With kStop, MakeStore() and Load() return an error instead.
  OnBrokenFile on_broken = {};
  /// Called on the store's thread when writing starts to fail or works again. `reason`: of the
  /// failure.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// Creates the store that the options name, ready for Store::Load(). Call it on the main thread
/// before the loops run. The error is one line with path, reason and fix.
Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options);

/// Checks whether MakeStore() would succeed. Changes nothing. The error is one line with path,
/// reason and fix.
[[nodiscard]] Result<void, std::string> CheckStore(const StoreOptions& options);

/// The store that stores nothing: mailboxes are the only copy, and a restart loses them. Append()
/// completes before it returns. See Store for lifecycle and threads.
class MemoryStore final : public Store {
 public:
  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) override;
  void Start(PostTo post) override;
  void Append(std::uint32_t loop, Record record, Done done) override;
  void Remove(std::vector<std::int64_t> event_ids) override;
  void Stop() override;
  [[nodiscard]] bool healthy() const override { return true; }
  [[nodiscard]] Stats Snapshot() const override { return {}; }
};

/// The store in a SQLite file. A stored message survives the end of the process and, with
/// `sync_every_commit`, a power cut. Owns the CommitQueue, the Writer and its thread; loops only
/// push to the queue and never wait. See Store for lifecycle and threads.
class SqliteStore final : public Store {
 public:
  /// Opens the file. `queue_bytes`: limit of the queue; above it Append() completes with
  /// kStoreBusy. The error is one line with path, reason and fix.
  static Result<std::unique_ptr<Store>, std::string> Open(const WriterOptions& options,
                                                          std::size_t queue_bytes);
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;
  ~SqliteStore() override;

  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) override;
  void Start(PostTo post) override;
  void Append(std::uint32_t loop, Record record, Done done) override;
  void Remove(std::vector<std::int64_t> event_ids) override;
  void Stop() override;
  [[nodiscard]] bool healthy() const override { return writer_.healthy(); }
  [[nodiscard]] Stats Snapshot() const override;

 private:
  SqliteStore(const WriterOptions& options, std::size_t queue_bytes);

  CommitQueue queue_;
  Writer writer_;
  std::thread thread_;
};

}  // namespace prichal::bridge::store
