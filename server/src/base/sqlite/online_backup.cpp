#include "base/sqlite/online_backup.h"

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/data_folder.h"

namespace prichal::sqlite {
namespace {

/// Pages (4 KiB) per step. Writers wait for the duration of a step.
constexpr int kPagesAtOnce = 512;

}  // namespace

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

BackupFiles BackupFiles::Make(const std::string& database) {
  return {.wanted = database + "-backup-wanted",
          .unfinished = database + "-backup-unfinished",
          .copy = database + "-backup",
          .failed = database + "-backup-failed"};
}

bool RequestedBackup::Step(Connection& source) {
  std::error_code error;
  if (!backup_) {
    if (!Identify(files_.wanted)) return false;
    for (const std::string& path : {files_.unfinished, files_.copy, files_.failed}) {
      std::filesystem::remove(path, error);
    }
    const auto made = DataFolder::PrepareFile(files_.unfinished);
    if (!made) {
      Abort(made.error());
      return false;
    }
    auto begun = OnlineBackup::Begin(source, files_.unfinished);
    if (!begun) {
      Abort(begun.error().message);
      return false;
    }
    backup_.emplace(*std::move(begun));
  }
  const auto done = backup_->Step(kPagesAtOnce);
  if (done && !*done) return true;
  backup_.reset();
  if (!done) {
    Abort(done.error().message);
    return false;
  }
  std::filesystem::rename(files_.unfinished, files_.copy, error);
  if (error) {
    Abort(error.message());
  } else {
    std::filesystem::remove(files_.wanted, error);
  }
  return false;
}

void RequestedBackup::Abort(const std::string& reason) {
  std::error_code error;
  std::filesystem::remove(files_.unfinished, error);
  std::ofstream(files_.failed) << reason << '\n';
  std::filesystem::remove(files_.wanted, error);
}

}  // namespace prichal::sqlite
