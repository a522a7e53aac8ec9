#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "sqlite/connection.h"

struct sqlite3_backup;

namespace prichal::sqlite {

/// A copy of an open database that is made a piece at a time. Between two pieces the connection
/// goes on as before, and what it commits is in the copy too: it is as the database is when it ends
/// (https://www.sqlite.org/backup.html). Ends before its source is closed; one thread at a time.
class OnlineBackup {
 public:
  /// `path`: an empty file, which this user alone may read.
  static Result<OnlineBackup, Error> Begin(Connection& source, const std::string& path);

  /// Copies so many pages more. True: all of it is there, and on the disk; nothing else may be
  /// called then. The source must not be inside of a transaction.
  Result<bool, Error> Step(int pages);

 private:
  struct End {
    void operator()(sqlite3_backup* backup) const;
  };
  OnlineBackup(std::string path, Connection copy)
      : path_(std::move(path)), copy_(std::move(copy)) {}

  std::string path_;
  Connection copy_;
  std::unique_ptr<sqlite3_backup, End> backup_;  // goes before its connection
};

/// Whether what lies there is a whole database, by SQLite's own check of all of it. The error says
/// what is wrong.
Result<void, Error> CheckCopy(const std::string& path);

}  // namespace prichal::sqlite
