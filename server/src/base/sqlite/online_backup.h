#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/sqlite/connection.h"

struct sqlite3_backup;

namespace prichal::sqlite {

/// A backup of an open database, copied in parts. Between two parts the connection commits as
/// usual; the backup then has the state at its end (https://www.sqlite.org/backup.html). Must be
/// destroyed before its source. One thread at a time.
class OnlineBackup {
 public:
  /// Starts a backup to `path`, an empty file that only this user may read.
  static Result<OnlineBackup, Error> Begin(Connection& source, const std::string& path);

  /// Copies `pages` more pages. True if the backup is complete and synced; it must not be used
  /// again. The source must not be in a transaction.
  Result<bool, Error> Step(int pages);

 private:
  struct End {
    void operator()(sqlite3_backup* backup) const;
  };
  OnlineBackup(std::string path, Connection copy)
      : path_(std::move(path)), copy_(std::move(copy)) {}

  std::string path_;
  Connection copy_;
  std::unique_ptr<sqlite3_backup, End> backup_;  // destroyed before its connection
};

/// Checks a backup by SQLite's integrity check. The error is the damage.
Result<void, Error> CheckCopy(const std::string& path);

/// Files by which `prichal backup` requests a backup from the server process, which has the
/// database locked. They are next to the database, and their paths begin with its path.
struct BackupFiles {
  std::string wanted;      ///< created to request a backup; the server removes it at the end
  std::string unfinished;  ///< backup under way
  std::string copy;        ///< complete backup
  std::string failed;      ///< reason of a failure: one line

  static BackupFiles Make(const std::string& database);
};

/// The server's side of a requested backup. Must be destroyed before its connection. One thread at
/// a time.
class RequestedBackup {
 public:
  /// Intervals of Step(): without a backup under way, and with one.
  static constexpr std::chrono::milliseconds kLookEvery{1'000};
  static constexpr std::chrono::milliseconds kStepEvery{20};

  explicit RequestedBackup(const std::string& database) : files_(BackupFiles::Make(database)) {}

  /// Starts a backup if one is requested, or copies its next part. True if a backup is under way.
  /// Call it outside of transactions.
  bool Step(Connection& source);

 private:
  void Abort(const std::string& reason);

  BackupFiles files_;
  std::optional<OnlineBackup> backup_;
};

}  // namespace prichal::sqlite
