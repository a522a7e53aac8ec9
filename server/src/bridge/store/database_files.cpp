// The files of a Database: identity and truncation, checkpoints, unused space, the copy of a file
// that was removed, damage of the log, and the tables.

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>
#include <vector>

#include "bridge/store/database.h"

namespace prichal::bridge::store {
namespace {

/// Unused space below this is kept for later use.
constexpr std::int64_t kUnusedPages = 2'048;
constexpr std::int64_t kShrinkPages = 1'024;  // pages per call

/// Format of the write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::uint64_t kLogHeader = 32;
constexpr std::uint64_t kLogFrame = 24;  // before each page
constexpr std::uint64_t kPageSize = 4'096;

/// Path of the copy that Salvage() writes.
std::string SalvageOf(const std::string& path) { return path + "-copy"; }

/// Quotes a text for SQL.
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
  if (!Identify(SalvageOf(path_))) return {};
  std::error_code error;
  // The old log belongs to the old file: SQLite would apply it to this one.
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
  // The file changes its size only in a checkpoint, and Checkpoint() updates file_.bytes.
  if (file_.bytes < file_was) cut_ = "the file was truncated while it was open";
  if (wal_pages_ > 0 && wal_.bytes < kLogHeader + wal_pages_ * (kPageSize + kLogFrame)) {
    cut_ = "its log was truncated while it was open";
  }
  if (cut_ != nullptr) return Fail(sqlite::Error{.code = SQLITE_CORRUPT, .message = cut_});
  return {};
}

void Database::CheckPageOfLog(std::size_t page) {
  if (page == 0) return;
  std::ifstream log(wal_path_, std::ios::binary);
  log.seekg(static_cast<std::streamoff>(kLogHeader + (page - 1) * (kPageSize + kLogFrame)));
  // Each frame begins with the number of its page, from 1. A truncated part reads as zeros.
  std::array<char, 4> number{};
  if (!log.read(number.data(), number.size())) return;
  if (number == std::array<char, 4>{}) cut_ = "its log was truncated while it was open";
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
  // The sync of a checkpoint takes milliseconds, in which the file may be truncated again.
  if (HasSameIdentity() && file_.bytes < static_cast<std::uint64_t>(*pages) * kPageSize) {
    cut_ = "the file was truncated while it was open";
    return Fail(sqlite::Error{.code = SQLITE_CORRUPT, .message = cut_});
  }
  return {};
}

Result<bool, sqlite::Error> Database::Shrink() {
  const auto unused = connection_->QueryNumber("PRAGMA freelist_count");
  if (!unused) return Fail(unused.error());
  const auto pages = connection_->QueryNumber("PRAGMA page_count");
  if (!pages) return Fail(pages.error());
  // Half of the file is kept for the next peak.
  if (*unused < kUnusedPages || *unused < *pages / 2) return false;
  auto shrunk = connection_->Run(fmt::format("PRAGMA incremental_vacuum({})", kShrinkPages));
  if (!shrunk) return Fail(shrunk.error());
  return true;
}

bool Database::HasSameIdentity() {
  const auto file = Identify(path_);
  const auto wal = Identify(wal_path_);
  if (!file || !wal || !file->Same(file_) || !wal->Same(wal_)) return false;
  file_.bytes = file->bytes;
  wal_.bytes = wal->bytes;
  return true;
}

Result<void, FileError> Database::Salvage() {
  const auto found = Identify(path_);
  if (found && !found->Same(file_)) {
    return Fail(
        FileError{.message = fmt::format(
                      "\"{}\" was replaced while it was open. Fix: restart the server.", path_)});
  }
  const std::string unfinished = path_ + "-unfinished";
  std::error_code error;
  std::filesystem::remove(unfinished, error);
  auto prepared = DataFolder::Prepare(folder_);
  if (prepared) prepared = DataFolder::PrepareFile(unfinished);
  if (!prepared) return Fail(FileError{.message = prepared.error()});
  auto copied = connection_->Run(fmt::format("VACUUM INTO {}", Quoted(unfinished)));
  if (!copied) return Fail(Explain(copied.error()));
  const auto cannot = [](const std::string& path, const std::string& why) {
    return Fail(FileError{.message = fmt::format("cannot write {}{}", path, why)});
  };
  if (!DataFolder::Sync(unfinished)) return cannot(unfinished, "");
  std::filesystem::rename(unfinished, SalvageOf(path_), error);
  if (error) return cannot(SalvageOf(path_), ": " + error.message());
  return {};
}

namespace {

constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrameHeader = 24;
/// The last bit is the byte order of the checksums.
constexpr std::uint32_t kMagic = 0x377f0682;
constexpr std::size_t kLeastPage = 512;
constexpr std::size_t kLargestPage = 65'536;
constexpr std::size_t kSector = 512;  // sector of a disk; larger ones are a multiple

using boost::endian::load_big_u32;

/// The running checksum over header and frames.
class Sum {
 public:
  explicit Sum(bool big_endian) : big_endian_(big_endian) {}

  /// `bytes`: a multiple of 8.
  void Add(std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
      first_ += Word(&bytes[at]) + second_;
      second_ += Word(&bytes[at + 4]) + first_;
    }
  }
  /// Continues from the checksum that a frame contains.
  void Resume(const unsigned char* written) {
    first_ = load_big_u32(written);
    second_ = load_big_u32(written + 4);
  }
  [[nodiscard]] bool Is(const unsigned char* written) const {
    return first_ == load_big_u32(written) && second_ == load_big_u32(written + 4);
  }

 private:
  [[nodiscard]] std::uint32_t Word(const unsigned char* bytes) const {
    return big_endian_ ? load_big_u32(bytes) : boost::endian::load_little_u32(bytes);
  }

  const bool big_endian_;
  std::uint32_t first_ = 0;
  std::uint32_t second_ = 0;
};

bool Read(std::ifstream& file, std::span<unsigned char> into) {
  file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
  return file.gcount() == static_cast<std::streamsize>(into.size());
}

}  // namespace

std::optional<std::string> DamageOfLog(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, kHeader> header{};
  if (!file || !Read(file, header)) return std::nullopt;
  const std::uint32_t magic = load_big_u32(header.data());
  const std::size_t page = load_big_u32(&header[8]);
  Sum sum((magic & 1U) != 0);
  sum.Add(std::span(header).first(kFrameHeader));
  if ((magic & ~1U) != kMagic || page < kLeastPage || page > kLargestPage || page % 8 != 0 ||
      !sum.Is(&header[kFrameHeader])) {
    // The header is synced before the first commit, so a log that has only a broken header contains
    // no commit.
    if (file.peek() == std::ifstream::traits_type::eof()) return std::nullopt;
    return "its log has an unreadable header";
  }
  std::vector<unsigned char> frame(kFrameHeader + page);
  bool whole = true;
  int commits_behind = 0;
  int commits_in_row = 0;
  for (std::size_t at = kHeader; Read(file, frame); at += frame.size()) {
    // Frames from before the log was restarted have another salt. No current frame follows them.
    if (!std::equal(&frame[8], &frame[16], &header[16])) {
      whole = false;
      commits_in_row = 0;
      continue;
    }
    sum.Add(std::span(frame).first(8));
    sum.Add(std::span(frame).subspan(kFrameHeader));
    const bool follows = sum.Is(&frame[16]);
    whole = whole && follows;
    if (whole) continue;
    // Commits that failed leave consecutive fragments. Each fragment ends a row.
    if (!follows) commits_in_row = 0;
    sum.Resume(&frame[16]);
    // The last frame of each commit contains the size of the database. If a sector ends after that
    // field, the field may be old although the salt in the next sector is current.
    const bool is_torn = (at + 8) % kSector == 0;
    if (!is_torn && load_big_u32(&frame[4]) != 0) ++commits_in_row;
    commits_behind = std::max(commits_behind, commits_in_row);
  }
  // The last commit may have been in progress, and its pages reach the disk in any order.
  if (commits_behind < 2) return std::nullopt;
  return fmt::format("its log has {} unreadable commits", commits_behind);
}

namespace {

// https://www.sqlite.org/pragma.html#pragma_application_id: "Prch", so that file(1) and this server
// recognize the file.
constexpr std::int64_t kApplicationId = 0x50726368;
constexpr std::int64_t kVersion = 3;

// Messages are found only by ID: while the server runs, all reads use the mailboxes in memory. IDs
// grow, so new rows are appended, and rows that expire together are in the same pages, which become
// free as a whole. `state` has one row.
constexpr const char* kMessageTable = R"(
  CREATE TABLE message(
    id          INTEGER PRIMARY KEY,  -- event id
    expires     INTEGER NOT NULL,     -- milliseconds since 1970
    receiver    BLOB NOT NULL,        -- client id
    fingerprint BLOB NOT NULL,        -- of sender, receiver and body
    sender      BLOB NOT NULL,        -- client id
    trace_id    BLOB NOT NULL,
    text        BLOB NOT NULL,        -- what it says: a string in JSON, with its quotation marks
    source      BLOB NOT NULL         -- of the request, in base64; empty: none
  ) STRICT;
)";
constexpr const char* kStateTable = R"(
  CREATE TABLE state(
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    last_id  INTEGER NOT NULL,     -- the largest event id ever given
    commits  INTEGER NOT NULL,     -- grows, so that a commit without messages writes something too
    key      BLOB NOT NULL DEFAULT x''  -- of the fingerprints
  ) STRICT;
  INSERT INTO state(only, last_id, commits) VALUES (1, 0, 0);
)";

}  // namespace

Result<bool, FileError> Database::CheckKind() {
  const auto application = connection_->QueryNumber("PRAGMA application_id");
  if (!application) return Fail(Explain(application.error()));
  const auto version = connection_->QueryNumber("PRAGMA user_version");
  if (!version) return Fail(Explain(version.error()));
  const auto tables = connection_->QueryNumber("SELECT count(*) FROM sqlite_schema");
  if (!tables) return Fail(Explain(tables.error()));
  if (*application == kApplicationId && *version == kVersion) return false;
  if (*application == 0 && *version == 0 && *tables == 0) return true;
  return Fail(FileError{
      .message = fmt::format(
          "\"{}\" was written by {}. Fix: name another folder with --data.", path_,
          *application == kApplicationId ? "another version of this server" : "another program")});
}

Result<void, sqlite::Error> Database::SetUp(bool is_new) {
  std::string sql;
  // Allows Shrink(). Only possible before the first table.
  if (is_new) sql += "PRAGMA auto_vacuum = INCREMENTAL;";
  // FULL: a commit returns when the log is synced. Checkpoints bound the log's size; the writer
  // calls them between commits, not inside one, and truncates the file if it was large. FAST:
  // removed content is overwritten if that costs no extra write.
  sql +=
      "PRAGMA journal_mode = WAL;"
      "PRAGMA synchronous = FULL;"
      "PRAGMA wal_autocheckpoint = 0;"
      "PRAGMA journal_size_limit = 33554432;"
      "PRAGMA secure_delete = FAST;"
      "PRAGMA cache_size = -8192;"
      "PRAGMA temp_store = MEMORY;"
      // A manipulated file must not make SQLite execute anything.
      "PRAGMA trusted_schema = OFF;";
  if (auto configured = connection_->Run(sql); !configured) return configured;
  if (is_new) {
    return connection_->Run(fmt::format(
        "BEGIN IMMEDIATE; {} {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT;",
        kMessageTable, kStateTable, kApplicationId, kVersion));
  }
  // A crash may leave parts of the last commit in the log. With the parts of the next crash they
  // would look like damaged commits. If the disk has no space for the checkpoint, they stay.
  sqlite3_wal_checkpoint_v2(connection_->raw(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr,
                            nullptr);
  return {};
}

}  // namespace prichal::bridge::store
