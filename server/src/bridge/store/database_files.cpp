// Database's functions for its files: identity and truncation, checkpoints, unused space, and the
// copy of a file that was removed.

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "bridge/store/database.h"

namespace prichal::store {
namespace {

/// Less unused space than this is left to be used again.
constexpr std::int64_t kUnusedPages = 2'048;
constexpr std::int64_t kShrinkPages = 1'024;  // at once

/// Of the write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::uint64_t kLogHeader = 32;
constexpr std::uint64_t kLogFrame = 24;  // before each page
constexpr std::uint64_t kPageSize = 4'096;

/// Where Salvage() leaves what it has saved.
std::string SalvageOf(const std::string& path) { return path + "-copy"; }

/// As a text in SQL.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += c;
    quoted += c;
  }
  return quoted + "'";
}

}  // namespace

Result<void, std::string> Database::InstallSalvage() {
  if (!sqlite::Identify(SalvageOf(path_))) return {};
  std::error_code error;
  // A log belongs to the file that it was written for: SQLite would apply it to this one.
  std::filesystem::remove(wal_path_, error);
  if (!error) std::filesystem::rename(SalvageOf(path_), path_, error);
  if (error) return Fail(fmt::format("cannot write {}: {}", path_, error.message()));
  return {};
}

Result<void, sqlite::Error> Database::CheckFiles() {
  const std::uint64_t file_was = file_.bytes;
  if (!HasSameIdentity()) {
    return Fail(sqlite::Error{.code = SQLITE_READONLY_DBMOVED,
                              .message = "the file was removed or replaced while it was open"});
  }
  // It grows and shrinks only when the log is moved into it, and Checkpoint() has looked then.
  if (file_.bytes < file_was) cut_ = "the file was cut short while it was open";
  if (wal_pages_ > 0 && wal_.bytes < kLogHeader + wal_pages_ * (kPageSize + kLogFrame)) {
    cut_ = "its log was cut short while it was open";
  }
  if (cut_ != nullptr) return Fail(sqlite::Error{.code = SQLITE_CORRUPT, .message = cut_});
  return {};
}

void Database::CheckPageOfLog(std::size_t page) {
  if (page == 0) return;
  std::ifstream log(wal_path_, std::ios::binary);
  log.seekg(static_cast<std::streamoff>(kLogHeader + (page - 1) * (kPageSize + kLogFrame)));
  // Each frame begins with the number of its page, from 1 on. What was cut off reads as zeros.
  std::array<char, 4> number{};
  if (!log.read(number.data(), number.size())) return;
  if (number == std::array<char, 4>{}) cut_ = "its log was cut short while it was open";
}

Result<void, sqlite::Error> Database::Checkpoint(bool cut) {
  if (auto found = CheckFiles(); !found && found.error().IsBroken()) return found;
  const int mode = cut ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
  const int code = sqlite3_wal_checkpoint_v2(connection_->raw(), nullptr, mode, nullptr, nullptr);
  if (code != SQLITE_OK) {
    return Fail(sqlite::Error{.code = code, .message = sqlite3_errmsg(connection_->raw())});
  }
  wal_pages_ = 0;
  const auto pages = connection_->QueryNumber("PRAGMA page_count");
  if (!pages) return Fail(pages.error());
  // A disk takes milliseconds to have it all: time enough for the file to be cut again.
  if (HasSameIdentity() && file_.bytes < static_cast<std::uint64_t>(*pages) * kPageSize) {
    cut_ = "the file was cut short while it was open";
    return Fail(sqlite::Error{.code = SQLITE_CORRUPT, .message = cut_});
  }
  return {};
}

Result<bool, sqlite::Error> Database::Shrink() {
  const auto unused = connection_->QueryNumber("PRAGMA freelist_count");
  if (!unused) return Fail(unused.error());
  const auto pages = connection_->QueryNumber("PRAGMA page_count");
  if (!pages) return Fail(pages.error());
  // Half of the file is left for the next rush.
  if (*unused < kUnusedPages || *unused < *pages / 2) return false;
  auto shrunk = connection_->Run(fmt::format("PRAGMA incremental_vacuum({})", kShrinkPages));
  if (!shrunk) return Fail(shrunk.error());
  return true;
}

bool Database::HasSameIdentity() {
  const auto file = sqlite::Identify(path_);
  const auto wal = sqlite::Identify(wal_path_);
  if (!file || !wal || !file->Same(file_) || !wal->Same(wal_)) return false;
  file_.bytes = file->bytes;
  wal_.bytes = wal->bytes;
  return true;
}

Result<void, FileError> Database::Salvage() {
  const auto found = sqlite::Identify(path_);
  if (found && !found->Same(file_)) {
    return Fail(FileError{
        .message = fmt::format("{} was replaced while it was open; restart the server", path_)});
  }
  const std::string unfinished = path_ + "-unfinished";
  std::error_code error;
  std::filesystem::remove(unfinished, error);
  auto prepared = sqlite::DataFolder::Prepare(folder_);
  if (prepared) prepared = sqlite::DataFolder::PrepareFile(unfinished);
  if (!prepared) return Fail(FileError{.message = prepared.error()});
  auto copied = connection_->Run(fmt::format("VACUUM INTO {}", Quoted(unfinished)));
  if (!copied) return Fail(Explain(copied.error()));
  const auto cannot = [](const std::string& path, const std::string& why) {
    return Fail(FileError{.message = fmt::format("cannot write {}{}", path, why)});
  };
  if (!sqlite::DataFolder::Sync(unfinished)) return cannot(unfinished, "");
  std::filesystem::rename(unfinished, SalvageOf(path_), error);
  if (error) return cannot(SalvageOf(path_), ": " + error.message());
  return {};
}

}  // namespace prichal::store
