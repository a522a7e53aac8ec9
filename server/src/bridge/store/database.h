#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/data_folder.h"
#include "base/result.h"
#include "base/sqlite/connection.h"
#include "base/sqlite/online_backup.h"
#include "bridge/store/store.h"

namespace prichal::bridge::store {

/// Reason for which a database file could not be opened or read. A plain value.
struct FileError {
  std::string message;      ///< one line with path, reason and fix
  bool broken = false;      ///< the content is damaged; otherwise the file may be intact
  std::string reason = {};  ///< of the damage, if `broken`
};

/// Checks a write-ahead log that no process has open. Returns a description of its damage, or
/// nullopt if the log is intact, empty or missing. SQLite silently ignores a log from its first bad
/// byte on. That is right for a commit that a crash has cut off, but loses messages if synced
/// commits follow.
///
/// The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
[[nodiscard]] std::optional<std::string> DamageOfLog(const std::string& path);

/// The database file of messages, `bridge.db`, with its write-ahead log.
///
/// Owned by a Writer, which opens it before the loops run and replaces it when it is broken. Used
/// by one thread at a time. While it is open, the file is locked for other processes. A commit is
/// atomic, also if the process or the machine dies.
///
/// @warning Bits that a disk has changed inside a message are not detected.
class Database {
 public:
  /// Action for a damaged write-ahead log.
  enum class DamagedLog {
    kRefuse,  ///< treat the file as broken
    kAccept,  ///< read its intact part and keep a copy of the log
  };
  /// Opens the file. Creates folder and file if they are missing.
  static Result<std::unique_ptr<Database>, FileError> Open(
      const std::string& folder, DamagedLog damaged_log = DamagedLog::kRefuse);
  /// Checks whether Open() would succeed: access to the folder, and that no other process holds the
  /// file. Creates nothing and changes nothing. A file that does not exist is valid.
  static Result<void, FileError> Check(const std::string& folder);
  /// Path of the file that Open() opens.
  static std::string PathIn(const std::string& folder);

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() = default;

  /// Damage of the log that Open() has accepted: the reason, and the path of the copy.
  struct LogDamage {
    std::string reason;
    std::string kept_as;
  };
  [[nodiscard]] const std::optional<LogDamage>& log_damage() const { return log_damage_; }

  /// See Store::Load(). Removes expired messages from the file. If the file is broken, `take` gets
  /// all messages that can be read from either end, and the error follows.
  Result<Loaded, FileError> Load(Millis now, const std::function<void(Record)>& take);

  /// State that a new file takes over from the broken file that it replaces.
  struct Heritage {
    std::int64_t last_id = 0;
    Fingerprints fingerprints;
  };
  [[nodiscard]] Heritage heritage() const { return {last_id_, fingerprints_}; }
  /// Writes that state into a new file.
  Result<void, sqlite::Error> Inherit(const Heritage& heritage);
  /// Closes a file without a further write. Its log stays.
  static void Abandon(std::unique_ptr<Database> database);

  /// Sets whether Commit() waits for the disk (fsync). Initially true.
  Result<void, sqlite::Error> SetSync(bool every_commit);

  /// Stores `kept` and removes `gone` in one transaction. A record with an empty envelope stores
  /// only its event ID. Writes also if both are empty. An error means that nothing was
  /// written, except if !HasSameIdentity().
  Result<void, sqlite::Error> Commit(std::span<const Record* const> kept,
                                     std::span<const std::int64_t> gone);

  /// Number of pages in the write-ahead log that are not in the file yet.
  [[nodiscard]] std::size_t wal_pages() const { return wal_pages_; }
  /// Moves the pages of the log into the file. `cut`: also truncates the log. Fails with an
  /// error that IsBroken() if another process has truncated the file. Cannot detect a file that is
  /// truncated during the call and extended again by the moved pages.
  Result<void, sqlite::Error> Checkpoint(bool cut);
  /// Returns some unused space of the file to the disk, if there is much. True if there is more.
  Result<bool, sqlite::Error> Shrink();

  /// Starts a requested backup (base/sqlite/online_backup.h) or copies its next part. True if a
  /// backup is under way.
  bool StepBackup() { return backup_.Step(*connection_); }

  /// True if the paths still lead to the open files (device and inode). If not, one of them was
  /// removed or replaced, and later writes would be lost after a restart.
  [[nodiscard]] bool HasSameIdentity();
  /// Returns an error if !HasSameIdentity(), or if another process has truncated a file (the error
  /// then IsBroken()). SQLite does not notice that, because the pages are in its cache.
  Result<void, sqlite::Error> CheckFiles();
  /// If !HasSameIdentity(): writes the open database to a copy, which the next Open() puts in its
  /// place. Fails if another file is in its place.
  Result<void, FileError> Salvage();

  /// Sizes at the last call of HasSameIdentity().
  [[nodiscard]] std::uint64_t file_bytes() const { return file_.bytes; }
  [[nodiscard]] std::uint64_t wal_bytes() const { return wal_.bytes; }

 private:
  explicit Database(std::string folder);

  // The steps of OpenFile(), in this order.
  Result<void, FileError> OpenFile(DamagedLog damaged_log);
  /// Makes the folder and an empty file where they are missing, after InstallSalvage().
  Result<void, FileError> PrepareFiles();
  /// Opens the file and locks it for this process.
  Result<void, sqlite::Error> Connect();
  /// Returns whether the file is new and has no tables. Refuses a file of another program or
  /// another version. Changes nothing.
  Result<bool, FileError> CheckKind();
  /// Refuses a damaged log, or copies it aside, before anything is written after its readable part.
  Result<void, FileError> CheckLog(DamagedLog damaged_log);
  /// Configures the connection. Makes the tables of an empty file; empties the log of another.
  Result<void, sqlite::Error> SetUp(bool is_new);
  /// Reads the last event ID and the key of the fingerprints.
  Result<void, sqlite::Error> ReadState();
  Result<void, sqlite::Error> PrepareStatements();
  /// Commits, so that a disk that refuses writes is found at the start and not at the first
  /// message.
  Result<void, sqlite::Error> ProbeDisk();
  /// Remembers device and inode of the files, and syncs their names.
  Result<void, FileError> IdentifyFiles();
  /// Reads the key of the fingerprints, or writes a new one to a new file.
  Result<void, sqlite::Error> ReadFingerprintKey();
  /// Puts the copy that Salvage() has written in the place of the file.
  Result<void, std::string> InstallSalvage();
  Result<void, sqlite::Error> Write(std::span<const Record* const> kept,
                                    std::span<const std::int64_t> gone);
  Result<void, sqlite::Error> Begin();
  Result<void, sqlite::Error> End(Result<void, sqlite::Error> written);
  /// Detects for CheckFiles() a log that was truncated and filled up again after `page`. Pages
  /// count from 1; 0: none to check.
  void CheckPageOfLog(std::size_t page);
  /// Makes the error line of a failed Open().
  [[nodiscard]] FileError Explain(const sqlite::Error& error) const;
  [[nodiscard]] FileError Broken(const std::string& reason, std::string_view is = "damaged") const;
  /// The message in the current row. Empty if the row is damaged.
  [[nodiscard]] static std::optional<Record> RecordIn(const sqlite::Statement& rows);

  const std::string folder_;
  const std::string path_;
  const std::string wal_path_;
  FileIdentity file_;
  FileIdentity wal_;
  std::int64_t last_id_ = 0;
  Fingerprints fingerprints_;
  std::optional<LogDamage> log_damage_;
  const char* cut_ = nullptr;  ///< the truncation that CheckFiles() has found; null: none
  std::size_t wal_pages_ = 0;
  bool sync_ = true;

  // Destroyed after the statements and the backup that use it.
  std::unique_ptr<sqlite::Connection> connection_;
  sqlite::RequestedBackup backup_;
  sqlite::Statement begin_;
  sqlite::Statement commit_;
  sqlite::Statement rollback_;
  sqlite::Statement insert_;
  sqlite::Statement replace_;
  sqlite::Statement remove_;
  sqlite::Statement set_state_;
};

}  // namespace prichal::bridge::store
