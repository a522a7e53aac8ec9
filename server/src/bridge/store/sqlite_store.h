#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <thread>

#include "bridge/store/commit_queue.h"
#include "bridge/store/writer.h"
#include "bridge/store/store.h"

namespace prichal::store {

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

}  // namespace prichal::store
