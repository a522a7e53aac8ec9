#include "store/sqlite/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "store/sqlite/schema.h"

namespace prichal::store {
namespace {

/// JavaScript keeps whole numbers below this.
constexpr std::int64_t kIdBound = std::int64_t{1} << 53;
/// A server that is going down may still have the file for as long as this.
constexpr int kWaitForLockMs = 2'000;
/// Less unused space than this is left to be used again.
constexpr std::int64_t kUnusedPages = 2'048;
constexpr std::int64_t kShrinkPages = 1'024;  // at once

/// Where CopyBack() leaves what it has saved.
std::string CopyOf(const std::string& path) { return path + "-copy"; }

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

Database::Database(std::string folder)
    : folder_(std::move(folder)), path_(folder_ + "/bridge.db"), wal_path_(path_ + "-wal") {}

Result<std::unique_ptr<Database>, std::string> Database::Open(const std::string& folder) {
  std::unique_ptr<Database> database(new Database(folder));
  if (const auto opened = database->OpenFile(); !opened) return Fail(opened.error());
  return database;
}

std::string Database::Explain(const SqliteError& error) const {
  if (error.IsLocked()) {
    return fmt::format(
        "{} is in use by another process; stop that one, or name another folder with --data",
        path_);
  }
  if (error.IsBroken() || error.code == SQLITE_ERROR) {  // the latter: a table is not there
    return fmt::format(
        "{} is broken or no database ({}); move it away to start with an empty one, or name "
        "another folder with --data",
        path_, error.message);
  }
  return fmt::format("cannot write to {}: {}; see to the disk, or name another folder with --data",
                     path_, error.message);
}

Result<void, std::string> Database::TakeCopy() {
  if (!Identify(CopyOf(path_))) return {};
  std::error_code error;
  // A log belongs to the file that it was written for: SQLite would apply it to this one.
  std::filesystem::remove(wal_path_, error);
  if (!error) std::filesystem::rename(CopyOf(path_), path_, error);
  if (error) return Fail(fmt::format("cannot write {}: {}", path_, error.message()));
  return {};
}

Result<void, std::string> Database::OpenFile() {
  if (auto made = DataFolder::Prepare(folder_); !made) return made;
  if (auto taken = TakeCopy(); !taken) return taken;
  if (auto made = DataFolder::PrepareFile(path_); !made) return made;
  auto opened = Connection::Open(path_, kWaitForLockMs);
  if (!opened) return Fail(Explain(opened.error()));
  connection_ = std::make_unique<Connection>(*std::move(opened));

  // Before the first look into the file: no other process beside us, and no shared memory file.
  if (auto alone = connection_->Run("PRAGMA locking_mode = EXCLUSIVE"); !alone) {
    return Fail(Explain(alone.error()));
  }
  const auto kind = KindOf(*connection_);
  if (!kind) return Fail(Explain(kind.error()));
  if (*kind == FileKind::kNewer || *kind == FileKind::kForeign) {
    return Fail(fmt::format(
        "{} was written by {}; name another folder with --data", path_,
        *kind == FileKind::kNewer ? "a newer version of this server" : "another program"));
  }
  auto ready = Configure(*connection_, *kind);
  if (ready) ready = *kind == FileKind::kEmpty ? CreateTables(*connection_) : Upgrade(*connection_);
  if (ready) ready = ReadFingerprintKey();
  if (!ready) return Fail(Explain(ready.error()));

  const std::array<std::pair<Statement*, const char*>, 6> statements{{
      {&begin_, "BEGIN IMMEDIATE"},
      {&commit_, "COMMIT"},
      {&rollback_, "ROLLBACK"},
      {&insert_,
       "INSERT INTO message(id, expires, receiver, origin, frame) VALUES (?, ?, ?, ?, ?)"},
      {&remove_, "DELETE FROM message WHERE id = ?"},
      {&set_state_, "UPDATE state SET last_id = ?, commits = commits + 1"},
  }};
  for (const auto& [statement, sql] : statements) {
    auto prepared = connection_->Prepare(sql);
    if (!prepared) return Fail(Explain(prepared.error()));
    *statement = *std::move(prepared);
  }
  const auto last_id = connection_->Ask("SELECT last_id FROM state");
  if (!last_id) return Fail(Explain(last_id.error()));
  last_id_ = *last_id;
  wal_pages_ = 0;
  sqlite3_wal_hook(
      connection_->raw(),
      [](void* self, sqlite3* /*handle*/, const char* /*name*/, int pages) {
        static_cast<Database*>(self)->wal_pages_ = static_cast<std::size_t>(pages);
        return SQLITE_OK;
      },
      this);
  // Writes, so that a disk that takes nothing is known now and not at the first message.
  auto written = Begin();
  if (written) written = End(set_state_.Bind(1, last_id_).Run());
  if (!written) return Fail(Explain(written.error()));
  const auto file = Identify(path_);
  const auto wal = Identify(wal_path_);
  if (!file || !wal) return Fail(fmt::format("{} was removed while it was opened", path_));
  file_ = *file;
  wal_ = *wal;
  DataFolder::Sync(folder_);
  return {};
}

Result<void, SqliteError> Database::ReadFingerprintKey() {
  auto row = connection_->Prepare("SELECT key FROM state");
  if (!row) return Fail(row.error());
  const auto found = row->Next();
  if (!found) return Fail(found.error());
  const std::string_view kept = *found ? row->Bytes(0) : std::string_view();
  Fingerprints::Key key{};
  if (kept.size() == key.size()) {
    std::copy(kept.begin(), kept.end(), key.begin());
    fingerprints_ = Fingerprints(key);
    return {};
  }
  auto written = connection_->Prepare("UPDATE state SET key = ?");
  if (!written) return Fail(written.error());
  const auto& fresh = fingerprints_.key();
  return written->BindBytes(1, {reinterpret_cast<const char*>(fresh.data()), fresh.size()}).Run();
}

Result<Loaded, std::string> Database::Load(Millis now, const std::function<void(Record)>& take) {
  Loaded loaded;
  const auto broken = [this](std::int64_t id) {
    return fmt::format(
        "{} is broken (message {}); move it away to start with an empty one, or name another "
        "folder with --data",
        path_, id);
  };
  if (last_id_ < 0 || last_id_ >= kIdBound) return Fail(broken(last_id_));
  auto rows =
      connection_->Prepare("SELECT id, expires, receiver, origin, frame FROM message ORDER BY id");
  if (!rows) return Fail(Explain(rows.error()));
  while (true) {
    const auto row = rows->Next();
    if (!row) return Fail(Explain(row.error()));
    if (!*row) break;
    const std::int64_t id = rows->Number(0);
    const auto to = ClientId::Parse(rows->Bytes(2));
    const std::string_view frame = rows->Bytes(4);
    if (id <= 0 || id >= kIdBound || !to || frame.empty()) return Fail(broken(id));
    last_id_ = std::max(last_id_, id);
    const Millis expires(rows->Number(1));
    if (expires <= now) {
      ++loaded.expired;
      continue;
    }
    ++loaded.messages;
    take({.to = *to,
          .event_id = id,
          .expires = expires,
          .frame = Share(std::string(frame)),
          .fingerprint = Fingerprint::FromBytes(rows->Bytes(3))});
  }
  if (loaded.expired > 0) {
    auto gone =
        connection_->Run(fmt::format("DELETE FROM message WHERE expires <= {}", now.count()));
    if (!gone) return Fail(Explain(gone.error()));
  }
  loaded.last_id = last_id_;
  loaded.fingerprints = fingerprints_;
  return loaded;
}

Result<void, SqliteError> Database::SetSync(bool every_commit) {
  if (every_commit == sync_) return {};
  auto set =
      connection_->Run(every_commit ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (set) sync_ = every_commit;
  return set;
}

Result<void, SqliteError> Database::Begin() { return begin_.Run(); }

Result<void, SqliteError> Database::End(Result<void, SqliteError> written) {
  if (written) written = commit_.Run();
  // After some errors SQLite has rolled back by itself.
  if (!written && connection_->in_transaction()) (void)rollback_.Run();
  return written;
}

Result<void, SqliteError> Database::Write(std::span<const Record* const> kept,
                                          std::span<const std::int64_t> gone) {
  std::int64_t last_id = last_id_;
  for (const Record* record : kept) {
    last_id = std::max(last_id, record->event_id);
    if (record->frame == nullptr) continue;
    auto inserted = insert_.Bind(1, record->event_id)
                        .Bind(2, record->expires.count())
                        .BindBytes(3, record->to.text())
                        .BindBytes(4, record->fingerprint.bytes())
                        .BindBytes(5, *record->frame)
                        .Run();
    if (!inserted) return inserted;
  }
  for (const std::int64_t id : gone) {
    if (auto removed = remove_.Bind(1, id).Run(); !removed) return removed;
  }
  return set_state_.Bind(1, last_id).Run();
}

Result<void, SqliteError> Database::Commit(std::span<const Record* const> kept,
                                           std::span<const std::int64_t> gone) {
  auto done = Begin();
  if (done) done = End(Write(kept, gone));
  if (!done) return done;
  for (const Record* record : kept) last_id_ = std::max(last_id_, record->event_id);
  if (!InPlace()) {
    return Fail(SqliteError{.code = SQLITE_READONLY_DBMOVED,
                            .message = "the file was removed or replaced while it was open"});
  }
  return done;
}

Result<void, SqliteError> Database::Checkpoint(bool cut) {
  const int mode = cut ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
  const int code = sqlite3_wal_checkpoint_v2(connection_->raw(), nullptr, mode, nullptr, nullptr);
  if (code != SQLITE_OK) {
    return Fail(SqliteError{.code = code, .message = sqlite3_errmsg(connection_->raw())});
  }
  wal_pages_ = 0;
  return {};
}

Result<bool, SqliteError> Database::Shrink() {
  const auto unused = connection_->Ask("PRAGMA freelist_count");
  if (!unused) return Fail(unused.error());
  const auto pages = connection_->Ask("PRAGMA page_count");
  if (!pages) return Fail(pages.error());
  // Half of the file is left for the next rush.
  if (*unused < kUnusedPages || *unused < *pages / 2) return false;
  auto shrunk = connection_->Run(fmt::format("PRAGMA incremental_vacuum({})", kShrinkPages));
  if (!shrunk) return Fail(shrunk.error());
  return true;
}

bool Database::InPlace() {
  const auto file = Identify(path_);
  const auto wal = Identify(wal_path_);
  if (!file || !wal || !file->Same(file_) || !wal->Same(wal_)) return false;
  file_.bytes = file->bytes;
  wal_.bytes = wal->bytes;
  return true;
}

Result<void, std::string> Database::CopyBack() {
  const auto found = Identify(path_);
  if (found && !found->Same(file_)) {
    return Fail(fmt::format("{} was replaced while it was open; restart the server", path_));
  }
  const std::string unfinished = path_ + "-unfinished";
  std::error_code error;
  std::filesystem::remove(unfinished, error);
  if (auto made = DataFolder::Prepare(folder_); !made) return made;
  if (auto made = DataFolder::PrepareFile(unfinished); !made) return made;
  auto copied = connection_->Run(fmt::format("VACUUM INTO {}", Quoted(unfinished)));
  if (!copied) return Fail(Explain(copied.error()));
  if (!DataFolder::Sync(unfinished)) return Fail(fmt::format("cannot write {}", unfinished));
  std::filesystem::rename(unfinished, CopyOf(path_), error);
  if (error) return Fail(fmt::format("cannot write {}: {}", CopyOf(path_), error.message()));
  return {};
}

}  // namespace prichal::store
