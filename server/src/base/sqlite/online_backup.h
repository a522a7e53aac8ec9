#pragma once

#include <memory>
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

}  // namespace prichal::sqlite
