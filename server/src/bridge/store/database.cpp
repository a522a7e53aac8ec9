#include "bridge/store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace prichal::bridge::store {
namespace {

/// JavaScript represents integers exactly below this.
constexpr std::int64_t kIdBound = std::int64_t{1} << 53;
/// Time in which a server that is shutting down may still hold the file.
constexpr int kWaitForLockMs = 2'000;
bool IsOneLine(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

bool HasQuotationMarks(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

/// Returns the message in a row of `message`, from its fifth column on. Empty if it is damaged.
std::optional<Envelope> EnvelopeOf(const sqlite::Statement& row) {
  const auto from = ClientId::Parse(row.Bytes(4));
  const std::string_view trace_id = row.Bytes(5);
  const std::string_view message = row.Bytes(6);
  const std::string_view source = row.Bytes(7);
  if (!from || trace_id.size() > Envelope::kMostTraceId || !HasQuotationMarks(message)) {
    return std::nullopt;
  }
  // A line break would end the server-sent event.
  if (!IsOneLine(trace_id) || !IsOneLine(message) || !IsOneLine(source)) return std::nullopt;
  return Envelope(*from, trace_id, message, source.empty() ? nullptr : Share(std::string(source)));
}

}  // namespace

Database::Database(std::string folder)
    : folder_(std::move(folder)),
      path_(PathIn(folder_)),
      wal_path_(path_ + "-wal"),
      backup_(path_) {}

Result<std::unique_ptr<Database>, FileError> Database::Open(const std::string& folder,
                                                            DamagedLog damaged_log) {
  std::unique_ptr<Database> database(new Database(folder));
  if (const auto opened = database->OpenFile(damaged_log); !opened) {
    Abandon(std::move(database));
    return Fail(opened.error());
  }
  return database;
}

Result<void, FileError> Database::Check(const std::string& folder) {
  std::unique_ptr<Database> database(new Database(folder));
  const auto usable = DataFolder::Check(folder);
  if (!usable) return Fail(FileError{.message = usable.error()});
  if (!Identify(database->path_)) return {};
  Result<void, FileError> checked;
  if (const auto connected = database->Connect(); !connected) {
    checked = Fail(database->Explain(connected.error()));
  } else if (const auto kind = database->CheckKind(); !kind) {
    checked = Fail(kind.error());
  }
  Abandon(std::move(database));
  return checked;
}

std::string Database::PathIn(const std::string& folder) { return folder + "/bridge.db"; }

void Database::Abandon(std::unique_ptr<Database> database) {
  if (database == nullptr || database->connection_ == nullptr) return;
  sqlite3_db_config(database->connection_->raw(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

FileError Database::Broken(const std::string& reason, std::string_view is) const {
  return {.message = fmt::format(
              "\"{}\" is {} ({}). Fix: move it away to start with an empty one, or name another "
              "folder with --data.",
              path_, is, reason),
          .broken = true,
          .reason = reason};
}

FileError Database::Explain(const sqlite::Error& error) const {
  if (error.IsLocked()) {
    return {.message = fmt::format(
                "another process uses \"{}\". Fix: stop that process, or name another folder with "
                "--data.",
                path_)};
  }
  // SQLITE_ERROR: a table is missing.
  if (error.IsBroken() || error.code == SQLITE_ERROR)
    return Broken(error.message, "damaged or not a database");
  return {.message = fmt::format(
              "cannot write \"{}\": {}. Fix: repair or free the disk, or name another folder with "
              "--data.",
              path_, error.message)};
}

Result<void, FileError> Database::OpenFile(DamagedLog damaged_log) {
  if (auto prepared = PrepareFiles(); !prepared) return prepared;
  if (auto connected = Connect(); !connected) return Fail(Explain(connected.error()));
  const auto is_new = CheckKind();
  if (!is_new) return Fail(is_new.error());
  if (auto checked = CheckLog(damaged_log); !checked) return checked;
  auto ready = SetUp(*is_new);
  if (ready) ready = ReadState();
  if (ready) ready = PrepareStatements();
  if (ready) ready = ProbeDisk();
  if (!ready) return Fail(Explain(ready.error()));
  return IdentifyFiles();
}

Result<void, FileError> Database::PrepareFiles() {
  auto prepared = DataFolder::Prepare(folder_);
  if (prepared) prepared = InstallSalvage();
  // SQLite would treat such a file as new and remove the log.
  if (const auto wal = Identify(wal_path_); prepared && wal && wal->bytes > 0) {
    const auto file = Identify(path_);
    if (!file || file->bytes == 0)
      return Fail(Broken("the log has content, but the database does not"));
  }
  if (prepared) prepared = DataFolder::PrepareFile(path_);
  if (!prepared) return Fail(FileError{.message = prepared.error()});
  return {};
}

Result<void, sqlite::Error> Database::Connect() {
  auto opened = sqlite::Connection::Open(path_, kWaitForLockMs);
  if (!opened) return Fail(opened.error());
  connection_ = std::make_unique<sqlite::Connection>(*std::move(opened));
  // Before the first read: it locks out other processes, and SQLite then uses no shared memory
  // file.
  return connection_->Run("PRAGMA locking_mode = EXCLUSIVE");
}

Result<void, FileError> Database::CheckLog(DamagedLog damaged_log) {
  const auto damage = DamageOfLog(wal_path_);
  if (!damage) return {};
  if (damaged_log == DamagedLog::kRefuse) return Fail(Broken(*damage));
  log_damage_ = {.reason = *damage,
                 .kept_as = DataFolder::CopyLogAside(path_, MachineClock().Now().unix_time)};
  return {};
}

Result<void, sqlite::Error> Database::ReadState() {
  if (auto key = ReadFingerprintKey(); !key) return key;
  const auto last_id = connection_->QueryNumber("SELECT last_id FROM state");
  if (!last_id) return Fail(last_id.error());
  last_id_ = *last_id;
  return {};
}

Result<void, sqlite::Error> Database::PrepareStatements() {
  constexpr std::string_view kValues =
      "INTO message(id, expires, receiver, fingerprint, sender, trace_id, text, source) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  const std::array<std::pair<sqlite::Statement*, std::string>, 7> statements{{
      {&begin_, "BEGIN IMMEDIATE"},
      {&commit_, "COMMIT"},
      {&rollback_, "ROLLBACK"},
      {&insert_, fmt::format("INSERT {}", kValues)},
      {&replace_, fmt::format("INSERT OR REPLACE {}", kValues)},
      {&remove_, "DELETE FROM message WHERE id = ?"},
      {&set_state_, "UPDATE state SET last_id = ?, commits = commits + 1"},
  }};
  for (const auto& [statement, sql] : statements) {
    auto made = connection_->Prepare(sql);
    if (!made) return Fail(made.error());
    *statement = *std::move(made);
  }
  return {};
}

Result<void, sqlite::Error> Database::ProbeDisk() {
  wal_pages_ = 0;
  sqlite3_wal_hook(
      connection_->raw(),
      [](void* self, sqlite3* /*handle*/, const char* /*name*/, int pages) {
        static_cast<Database*>(self)->wal_pages_ = static_cast<std::size_t>(pages);
        return SQLITE_OK;
      },
      this);
  auto begun = Begin();
  if (!begun) return begun;
  return End(set_state_.Bind(1, last_id_).Run());
}

Result<void, FileError> Database::IdentifyFiles() {
  const auto file = Identify(path_);
  const auto wal = Identify(wal_path_);
  if (!file || !wal) {
    return Fail(
        FileError{.message = fmt::format("\"{}\" was removed while it was being opened", path_)});
  }
  file_ = *file;
  wal_ = *wal;
  // After all files have been created: SQLite itself continues if it cannot sync the folder.
  if (DataFolder::Sync(folder_)) return {};
  return Fail(FileError{.message = fmt::format("cannot sync the folder \"{}\": {}. Fix: repair or "
                                               "free the disk, or name another folder with --data.",
                                               folder_, strerrordesc_np(errno))});
}

Result<void, sqlite::Error> Database::ReadFingerprintKey() {
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

std::optional<Record> Database::RecordIn(const sqlite::Statement& rows) {
  const std::int64_t id = rows.Number(0);
  const auto to = ClientId::Parse(rows.Bytes(2));
  auto envelope = EnvelopeOf(rows);
  if (id <= 0 || id >= kIdBound || !to || !envelope) return std::nullopt;
  return Record{.to = *to,
                .event_id = id,
                .expires = Millis(rows.Number(1)),
                .envelope = *std::move(envelope),
                .fingerprint = Fingerprint::FromBytes(rows.Bytes(3))};
}

Result<Loaded, FileError> Database::Load(Millis now, const std::function<void(Record)>& take) {
  Loaded loaded;
  if (last_id_ < 0 || last_id_ >= kIdBound) {
    const std::int64_t impossible = std::exchange(last_id_, 0);
    return Fail(Broken(fmt::format("message {}", impossible)));
  }
  const auto give = [&](Record record) {
    last_id_ = std::max(last_id_, record.event_id);
    if (record.expires <= now) {
      ++loaded.expired;
      return;
    }
    ++loaded.messages;
    take(std::move(record));
  };
  /// Reads the messages after `after` in this order, until one is damaged.
  const auto read = [&](std::int64_t after, const char* order,
                        const std::function<void(Record)>& give_on) -> Result<void, FileError> {
    auto rows = connection_->Prepare(
        fmt::format("SELECT id, expires, receiver, fingerprint, sender, trace_id, text, source "
                    "FROM message WHERE id > {} ORDER BY id {}",
                    after, order));
    if (!rows) return Fail(Explain(rows.error()));
    while (true) {
      const auto row = rows->Next();
      if (!row) return Fail(Explain(row.error()));
      if (!*row) return {};
      auto record = RecordIn(*rows);
      if (!record) return Fail(Broken(fmt::format("message {}", rows->Number(0))));
      give_on(*std::move(record));
    }
  };
  std::int64_t last_read = 0;
  const auto done = read(0, "ASC", [&](Record record) {
    last_read = record.event_id;
    give(std::move(record));
  });
  if (!done && done.error().broken) {
    // Messages after the damaged place are read from the other end.
    std::vector<Record> newest;
    (void)read(last_read, "DESC", [&](Record record) {
      const bool in_order = newest.empty() || record.event_id < newest.back().event_id;
      if (in_order && record.event_id > last_read) newest.push_back(std::move(record));
    });
    std::for_each(newest.rbegin(), newest.rend(), [&](Record& record) { give(std::move(record)); });
  }
  if (!done) return Fail(done.error());
  if (loaded.expired > 0) {
    auto gone =
        connection_->Run(fmt::format("DELETE FROM message WHERE expires <= {}", now.count()));
    if (!gone) return Fail(Explain(gone.error()));
  }
  loaded.last_id = last_id_;
  loaded.fingerprints = fingerprints_;
  return loaded;
}

Result<void, sqlite::Error> Database::Inherit(const Heritage& heritage) {
  auto key = connection_->Prepare("UPDATE state SET key = ?, last_id = ?");
  if (!key) return Fail(key.error());
  const auto& bytes = heritage.fingerprints.key();
  auto done = key->BindBytes(1, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})
                  .Bind(2, heritage.last_id)
                  .Run();
  if (!done) return done;
  fingerprints_ = heritage.fingerprints;
  last_id_ = heritage.last_id;
  return {};
}

Result<void, sqlite::Error> Database::SetSync(bool every_commit) {
  if (every_commit == sync_) return {};
  auto set =
      connection_->Run(every_commit ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (set) sync_ = every_commit;
  return set;
}

Result<void, sqlite::Error> Database::Begin() {
  // The rollback of the failed commit may have failed as well.
  if (connection_->in_transaction()) (void)rollback_.Run();
  return begin_.Run();
}

Result<void, sqlite::Error> Database::End(Result<void, sqlite::Error> written) {
  if (written) written = commit_.Run();
  // After some errors SQLite has already rolled back.
  if (!written && connection_->in_transaction()) (void)rollback_.Run();
  return written;
}

Result<void, sqlite::Error> Database::Write(std::span<const Record* const> kept,
                                            std::span<const std::int64_t> gone) {
  std::int64_t last_id = last_id_;
  for (const Record* record : kept) {
    last_id = std::max(last_id, record->event_id);
    const Envelope& envelope = record->envelope;
    if (envelope.empty()) continue;
    const SharedBytes& source = envelope.request_source();
    // An ID that is used twice must not replace the earlier message: the commit fails instead.
    sqlite::Statement& keep = record->replaces ? replace_ : insert_;
    auto inserted = keep.Bind(1, record->event_id)
                        .Bind(2, record->expires.count())
                        .BindBytes(3, record->to.text())
                        .BindBytes(4, record->fingerprint.bytes())
                        .BindBytes(5, envelope.from())
                        .BindBytes(6, envelope.trace_id())
                        .BindBytes(7, envelope.message())
                        .BindBytes(8, source == nullptr ? std::string_view("") : *source)
                        .Run();
    if (!inserted) return inserted;
  }
  for (const std::int64_t id : gone) {
    if (auto removed = remove_.Bind(1, id).Run(); !removed) return removed;
  }
  return set_state_.Bind(1, last_id).Run();
}

Result<void, sqlite::Error> Database::Commit(std::span<const Record* const> kept,
                                             std::span<const std::int64_t> gone) {
  // Check first: after another write, a truncated log looks intact again.
  if (auto found = CheckFiles(); !found && found.error().IsBroken()) return found;
  const std::size_t pages_before = wal_pages_;
  auto done = Begin();
  if (done) done = End(Write(kept, gone));
  if (wal_pages_ > pages_before) CheckPageOfLog(pages_before);
  // If a file was truncated meanwhile, SQLite reports an arbitrary error.
  auto found = CheckFiles();
  if (!done && (found || !found.error().IsBroken())) return done;
  for (const Record* record : kept) last_id_ = std::max(last_id_, record->event_id);
  return found;
}

}  // namespace prichal::bridge::store
