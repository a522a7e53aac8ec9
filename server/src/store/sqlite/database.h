#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/data_folder.h"
#include "store/store.h"

namespace prichal::store {

/// Messages in one SQLite file, `bridge.db`, with its write-ahead log beside it.
///
/// The file is ours alone while it is open: another process that opens it is told that it is
/// locked. A commit is all or nothing, also when the process or the machine dies in it. Knows no
/// thread: used by one at a time.
///
/// What it cannot do: notice bits that a disk has changed inside a message.
class Database {
 public:
  /// Makes folder and file where they are missing. The error is a line that names the path, the
  /// reason and the way out.
  static Result<std::unique_ptr<Database>, std::string> Open(const std::string& folder);

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() = default;

  /// See Store::Load(). What has expired leaves the file.
  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take);

  /// Whether Commit() returns only when the disk has it. True from the start.
  Result<void, SqliteError> SetSync(bool every_commit);

  /// Keeps `kept` (null frames: only their ids), drops `gone`; nothing of both when it fails, but
  /// for a file that is not InPlace(). Writes to the disk even when both are empty.
  Result<void, SqliteError> Commit(std::span<const Record* const> kept,
                                   std::span<const std::int64_t> gone);

  /// Pages in the write-ahead log that the file has not got yet.
  [[nodiscard]] std::size_t wal_pages() const { return wal_pages_; }
  /// Moves them into the file. `cut`: and gives the log's space back to the disk.
  Result<void, SqliteError> Checkpoint(bool cut);
  /// Gives some of the file's unused space back to the disk, when there is much. True: there is
  /// more to give.
  Result<bool, SqliteError> Shrink();

  /// False when one of the files was removed or replaced while it is open: what is written then
  /// would be gone after a restart.
  [[nodiscard]] bool InPlace();
  /// For one that is not InPlace(): saves what the open file still has beside its place, from
  /// where the next Open() takes it. Refuses where another file has taken the place.
  Result<void, std::string> CopyBack();

  /// As InPlace() saw them last.
  [[nodiscard]] std::uint64_t file_bytes() const { return file_.bytes; }
  [[nodiscard]] std::uint64_t wal_bytes() const { return wal_.bytes; }

 private:
  explicit Database(std::string folder);

  Result<void, std::string> OpenFile();
  /// A file that has none gets one.
  Result<void, SqliteError> ReadFingerprintKey();
  Result<void, std::string> TakeCopy();
  Result<void, SqliteError> Write(std::span<const Record* const> kept,
                                  std::span<const std::int64_t> gone);
  Result<void, SqliteError> Begin();
  Result<void, SqliteError> End(Result<void, SqliteError> written);
  /// The words for a start that fails with this.
  [[nodiscard]] std::string Explain(const SqliteError& error) const;

  const std::string folder_;
  const std::string path_;
  const std::string wal_path_;
  FileIdentity file_;
  FileIdentity wal_;
  std::int64_t last_id_ = 0;
  Fingerprints fingerprints_;
  std::size_t wal_pages_ = 0;
  bool sync_ = true;

  // Statements go before their connection.
  std::unique_ptr<Connection> connection_;
  Statement begin_;
  Statement commit_;
  Statement rollback_;
  Statement insert_;
  Statement remove_;
  Statement set_state_;
};

}  // namespace prichal::store
