#include "base/sqlite/requested_backup.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/data_folder.h"

namespace prichal::sqlite {
namespace {

/// Pages (4 KiB) per step. Writers wait for the duration of a step.
constexpr int kPagesAtOnce = 512;

}  // namespace

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
