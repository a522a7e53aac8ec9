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
#include "base/result.h"
#include "sqlite/connection.h"
#include "sqlite/data_folder.h"
#include "sqlite/requested_backup.h"
#include "store/sqlite/schema.h"
#include "store/store.h"

namespace prichal::store {

/// Why a file could not be opened or read.
struct FileError {
  std::string message;      ///< names the path, the reason and the way out
  bool broken = false;      ///< what is in it makes no sense; else it may well be whole
  std::string reason = {};  ///< with `broken`: what is wrong with it
};

/// Messages in one SQLite file, `bridge.db`, with its write-ahead log beside it.
///
/// The file is ours alone while it is open: another process that opens it is told that it is
/// locked. A commit is all or nothing, also when the process or the machine dies in it. Knows no
/// thread: used by one at a time.
///
/// What it cannot do: notice bits that a disk has changed inside a message.
class Database {
 public:
  enum class DamagedLog {
    kRefuse,  ///< such a file is broken
    kAccept,  ///< what can be read of it is taken, and a copy of it kept
  };
  /// Makes folder and file where they are missing.
  static Result<std::unique_ptr<Database>, FileError> Open(
      const std::string& folder, DamagedLog damaged_log = DamagedLog::kRefuse);
  /// The file that Open() opens.
  static std::string PathIn(const std::string& folder);

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() = default;

  /// Of a log that was damaged when it was opened: what was wrong, and the path of its copy.
  struct LogDamage {
    std::string reason;
    std::string kept_as;
  };
  [[nodiscard]] const std::optional<LogDamage>& log_damage() const { return log_damage_; }

  /// See Store::Load(). What has expired leaves the file. Of a broken one `take` gets what can be
  /// read from either end.
  Result<Loaded, FileError> Load(Millis now, const std::function<void(Record)>& take);

  /// What a file that takes the place of a broken one goes on with.
  struct Heritage {
    std::int64_t last_id = 0;
    Fingerprints fingerprints;
  };
  [[nodiscard]] Heritage heritage() const { return {last_id_, fingerprints_}; }
  Result<void, sqlite::Error> Inherit(const Heritage& heritage);
  /// Closes it without writing to it any more: its log stays beside it.
  static void Abandon(std::unique_ptr<Database> database);

  /// Whether Commit() returns only when the disk has it. True from the start.
  Result<void, sqlite::Error> SetSync(bool every_commit);

  /// Keeps `kept` (empty envelopes: only their ids), drops `gone`; nothing of both when it fails,
  /// but for a file without HasSameIdentity(). Writes to the disk even when both are empty.
  Result<void, sqlite::Error> Commit(std::span<const Record* const> kept,
                                     std::span<const std::int64_t> gone);

  /// Pages in the write-ahead log that the file has not got yet.
  [[nodiscard]] std::size_t wal_pages() const { return wal_pages_; }
  /// Moves them into the file. `cut`: and gives the log's space back to the disk. Of a file that
  /// another process has made shorter IsBroken() is the error; not of one that is cut while this
  /// runs and filled up again by the pages that come.
  Result<void, sqlite::Error> Checkpoint(bool cut);
  /// Gives some of the file's unused space back to the disk, when there is much. True: there is
  /// more to give.
  Result<bool, sqlite::Error> Shrink();

  /// Begins a copy of the file where one is wanted (sqlite/requested_backup.h), or makes a piece of
  /// it. True: there is more of it to make.
  bool AdvanceBackup() { return backup_.Advance(*connection_); }

  /// Whether the paths still lead to the files that are open (by device and inode). False when one
  /// of them was removed or replaced: what is written then would be gone after a restart.
  [[nodiscard]] bool HasSameIdentity();
  /// The error of a file without HasSameIdentity(), or that another process has made shorter (then
  /// it IsBroken()): its pages are still in memory here, and would be missed after a restart.
  Result<void, sqlite::Error> CheckFiles();
  /// Of a file without HasSameIdentity(): saves what is still open beside its place, from where the
  /// next Open() adopts it. Refuses where another file has taken the place.
  Result<void, FileError> Salvage();

  /// As HasSameIdentity() saw them last.
  [[nodiscard]] std::uint64_t file_bytes() const { return file_.bytes; }
  [[nodiscard]] std::uint64_t wal_bytes() const { return wal_.bytes; }

 private:
  explicit Database(std::string folder);

  // The steps of OpenFile(), in this order.
  Result<void, FileError> OpenFile(DamagedLog damaged_log);
  /// Makes the folder and an empty file where they are missing, after AdoptSalvage().
  Result<void, FileError> PrepareFiles();
  /// Opens the file and locks it for this process.
  Result<void, sqlite::Error> Connect();
  /// Refuses a file of another program or another version. Changes nothing.
  Result<FileKind, FileError> CheckKind();
  /// Refuses a damaged log, or copies it aside, before anything is written after its readable part.
  Result<void, FileError> CheckLog(DamagedLog damaged_log);
  /// Configures the connection. Makes the tables of an empty file; empties the log of another.
  Result<void, sqlite::Error> SetUp(FileKind kind);
  /// Reads the last event ID and the key of the fingerprints.
  Result<void, sqlite::Error> ReadState();
  Result<void, sqlite::Error> PrepareStatements();
  /// Commits, so that a disk that refuses writes is found at the start and not at the first
  /// message.
  Result<void, sqlite::Error> ProbeDisk();
  /// Remembers device and inode of the files, and syncs their names.
  Result<void, FileError> IdentifyFiles();
  /// A file that has none gets one.
  Result<void, sqlite::Error> ReadFingerprintKey();
  /// Puts what Salvage() has saved in the place of the file.
  Result<void, std::string> AdoptSalvage();
  Result<void, sqlite::Error> Write(std::span<const Record* const> kept,
                                    std::span<const std::int64_t> gone);
  Result<void, sqlite::Error> Begin();
  Result<void, sqlite::Error> End(Result<void, sqlite::Error> written);
  /// Notices for CheckFiles() that the log was cut short and filled up again behind `page`, counted
  /// from 1; 0: there is none.
  void CheckPageOfLog(std::size_t page);
  /// The words for a start that fails with this.
  [[nodiscard]] FileError Explain(const sqlite::Error& error) const;
  [[nodiscard]] FileError Broken(const std::string& reason, std::string_view is = "broken") const;
  /// The row that `rows` stands at; nothing when it is no message.
  [[nodiscard]] static std::optional<Record> RecordIn(const sqlite::Statement& rows);

  const std::string folder_;
  const std::string path_;
  const std::string wal_path_;
  sqlite::FileIdentity file_;
  sqlite::FileIdentity wal_;
  std::int64_t last_id_ = 0;
  Fingerprints fingerprints_;
  std::optional<LogDamage> log_damage_;
  const char* cut_ = nullptr;  ///< what CheckFiles() has found once
  std::size_t wal_pages_ = 0;
  bool sync_ = true;

  // Statements and a copy that is under way go before their connection.
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

}  // namespace prichal::store
