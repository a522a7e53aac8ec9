#include "base/sqlite/online_backup.h"

#include <sqlite3.h>

#include <utility>

#include "base/data_folder.h"

namespace prichal::sqlite {

void OnlineBackup::End::operator()(sqlite3_backup* backup) const { sqlite3_backup_finish(backup); }

Result<OnlineBackup, Error> OnlineBackup::Begin(Connection& source, const std::string& path) {
  auto copy = Connection::Open(path, 0);
  if (!copy) return Fail(copy.error());
  // An incomplete copy is discarded, so it needs no journal. It is synced when it is complete.
  if (auto plain = copy->Run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"); !plain) {
    return Fail(plain.error());
  }
  OnlineBackup backup(path, *std::move(copy));
  backup.backup_.reset(sqlite3_backup_init(backup.copy_.raw(), "main", source.raw(), "main"));
  if (backup.backup_ == nullptr) {
    return Fail(Error{.code = sqlite3_extended_errcode(backup.copy_.raw()),
                      .message = sqlite3_errmsg(backup.copy_.raw())});
  }
  return backup;
}

Result<bool, Error> OnlineBackup::Step(int pages) {
  const int code = sqlite3_backup_step(backup_.get(), pages);
  if (code == SQLITE_OK) return false;
  const int ended = sqlite3_backup_finish(backup_.release());
  if (code != SQLITE_DONE || ended != SQLITE_OK) {
    const int failed = code == SQLITE_DONE ? ended : code;
    return Fail(Error{.code = failed, .message = sqlite3_errstr(failed)});
  }
  { const Connection closed = std::move(copy_); }
  if (!DataFolder::Sync(path_)) {
    return Fail(Error{.code = SQLITE_IOERR_FSYNC, .message = "cannot sync it to the disk"});
  }
  return true;
}

Result<void, Error> CheckCopy(const std::string& path) {
  auto copy = Connection::Open(path, 0);
  if (!copy) return Fail(copy.error());
  // Exclusive mode creates no -wal and -shm files next to the copy.
  if (auto alone = copy->Run("PRAGMA locking_mode = EXCLUSIVE"); !alone) return alone;
  auto check = copy->Prepare("PRAGMA integrity_check(1)");
  if (!check) return Fail(check.error());
  const auto row = check->Next();
  if (!row) return Fail(row.error());
  if (check->Bytes(0) == "ok") return {};
  return Fail(Error{.code = SQLITE_CORRUPT, .message = std::string(check->Bytes(0))});
}

}  // namespace prichal::sqlite
