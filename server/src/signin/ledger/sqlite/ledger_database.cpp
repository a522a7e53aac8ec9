#include "signin/ledger/sqlite/ledger_database.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/data_folder.h"

namespace prichal::signin {
namespace {

// https://www.sqlite.org/pragma.html#pragma_application_id: "Prau".
constexpr std::int64_t kApplicationId = 0x50726175;
constexpr std::int64_t kVersion = 2;

// Times are Unix times in milliseconds. IDs are 16 random bytes. Rows arrive in random order, so
// the tables have no rowid. `session.expires` is the expiry without a renewal.
constexpr const char* kTables = R"(
  CREATE TABLE user(
    id      BLOB PRIMARY KEY,
    created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE identity(
    kind     INTEGER NOT NULL,
    key      BLOB NOT NULL,
    user     BLOB NOT NULL,
    verified INTEGER NOT NULL,
    details  TEXT NOT NULL,  -- see TextOf()
    linked   INTEGER NOT NULL,  -- 0: the user began with it
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identity_by_user ON identity(user);
  CREATE TABLE session(
    id         BLOB PRIMARY KEY,
    user       BLOB NOT NULL,
    created    INTEGER NOT NULL,
    auth_time  INTEGER NOT NULL,
    expires    INTEGER NOT NULL,
    ends       INTEGER NOT NULL,
    amr        INTEGER NOT NULL,
    jkt        BLOB NOT NULL,
    generation INTEGER NOT NULL,  -- of the refresh token that holds
    refresh    BLOB NOT NULL,     -- its SHA-256
    renewed    INTEGER NOT NULL,  -- when it was given out
    sealed     BLOB NOT NULL,     -- it, for who has the one before it
    proofs     BLOB NOT NULL      -- see TextOf()
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_by_user ON session(user);
  CREATE INDEX session_by_end ON session(expires);
  CREATE TABLE used(
    key     BLOB PRIMARY KEY,     -- of a challenge, or the SHA-256 of init data
    jkt     BLOB NOT NULL,
    expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX used_by_end ON used(expires);
)";

/// The error that SQLite has for foreign files: https://www.sqlite.org/rescode.html#notadb
sqlite::Error NotOurs(const char* why) { return {.code = SQLITE_NOTADB, .message = why}; }

}  // namespace

Result<void, sqlite::Error> PrepareLedger(sqlite::Connection& connection, std::size_t page_bytes) {
  const auto application = connection.QueryNumber("PRAGMA application_id");
  if (!application) return Fail(application.error());
  const auto version = connection.QueryNumber("PRAGMA user_version");
  if (!version) return Fail(version.error());
  const auto tables = connection.QueryNumber("SELECT count(*) FROM sqlite_schema");
  if (!tables) return Fail(tables.error());
  const bool empty = *application == 0 && *version == 0 && *tables == 0;
  if (!empty && *application != kApplicationId)
    return Fail(NotOurs("it was written by another program"));
  if (*version > kVersion) return Fail(NotOurs("it was written by a newer version of this server"));
  if (!empty && *version < kVersion) {
    return Fail(NotOurs("it was written by an older version of this server"));
  }
  std::string sql;
  if (empty) sql += "PRAGMA auto_vacuum = INCREMENTAL;";
  // FULL: confirmed changes survive a power loss. secure_delete: deleted sessions and users are
  // overwritten.
  sql +=
      "PRAGMA journal_mode = WAL;"
      "PRAGMA synchronous = FULL;"
      "PRAGMA journal_size_limit = 33554432;"
      "PRAGMA secure_delete = ON;"
      "PRAGMA temp_store = MEMORY;"
      "PRAGMA trusted_schema = OFF;";
  sql += fmt::format("PRAGMA cache_size = -{};", page_bytes / 1'024);
  if (auto set = connection.Run(sql); !set) return set;
  if (!empty) return {};
  return connection.Run(fmt::format(
      "BEGIN IMMEDIATE; {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT;", kTables,
      kApplicationId, kVersion));
}

namespace {

/// The longest wait for a server that is shutting down and still has the file open.
constexpr int kWaitForLockMs = 2'000;

/// Reads the columns id, user, created, auth_time, expires, ends, amr, jkt, proofs.
Session SessionIn(const sqlite::Statement& row) {
  return {.id = SessionId::FromBytes(row.Bytes(0)).value_or(SessionId()),
          .user = UserId::FromBytes(row.Bytes(1)).value_or(UserId()),
          .created = Millis(row.Number(2)),
          .auth_time = Millis(row.Number(3)),
          .proofs = ProofsIn(row.Bytes(8)),
          .expires = Millis(row.Number(4)),
          .ends = Millis(row.Number(5)),
          .amr = static_cast<std::uint32_t>(row.Number(6)),
          .jkt = std::string(row.Bytes(7))};
}

}  // namespace

std::string LedgerDatabase::PathIn(const std::string& folder) { return folder + "/auth.db"; }

LedgerDatabase::LedgerDatabase(std::string path, sqlite::Connection connection)
    : path_(std::move(path)), connection_(std::move(connection)), backup_(path_) {}

Result<std::unique_ptr<LedgerDatabase>, std::string> LedgerDatabase::Open(const std::string& folder,
                                                                          std::size_t page_bytes) {
  if (folder.empty()) return OpenInMemory();
  const std::string path = PathIn(folder);
  const auto cannot = [&](const sqlite::Error& error) {
    const char* fix = error.IsLocked() ? "stop the process that uses it"
                      : error.IsBroken()
                          ? "restore a backup, or move the file away (all users then "
                            "have to sign in again)"
                          : "repair or free the disk";
    return Fail(fmt::format("cannot use \"{}\": {}. Fix: {}, or name another folder with --data.",
                            path, error.message, fix));
  };
  auto prepared = DataFolder::Prepare(folder);
  if (prepared) prepared = DataFolder::PrepareFile(path);
  if (!prepared) return Fail(prepared.error());
  auto connection = sqlite::Connection::Open(path, kWaitForLockMs);
  if (!connection) return cannot(connection.error());
  // Before the first read of the file: excludes other processes, and needs no shared memory file.
  if (auto alone = connection->Run("PRAGMA locking_mode = EXCLUSIVE"); !alone) {
    return cannot(alone.error());
  }
  if (auto ready = PrepareLedger(*connection, page_bytes); !ready) return cannot(ready.error());
  std::unique_ptr<LedgerDatabase> database(new LedgerDatabase(path, *std::move(connection)));
  if (auto ready = database->PrepareStatements(); !ready) return cannot(ready.error());
  if (!DataFolder::Sync(folder)) {
    return Fail(
        fmt::format("cannot sync the folder \"{}\". Fix: repair or free the disk, or name another "
                    "folder with --data.",
                    folder));
  }
  return database;
}

Result<std::unique_ptr<LedgerDatabase>, std::string> LedgerDatabase::OpenInMemory() {
  const auto cannot = [](const sqlite::Error& error) {
    return Fail(fmt::format("cannot keep sessions in memory: {}", error.message));
  };
  auto connection = sqlite::Connection::Open(":memory:", 0);
  if (!connection) return cannot(connection.error());
  if (auto ready = PrepareLedger(*connection, kPageBytes); !ready) return cannot(ready.error());
  std::unique_ptr<LedgerDatabase> database(
      new LedgerDatabase(std::string(), *std::move(connection)));
  if (auto ready = database->PrepareStatements(); !ready) return cannot(ready.error());
  return database;
}

Result<void, sqlite::Error> LedgerDatabase::PrepareStatements() {
  const std::array<std::pair<sqlite::Statement*, const char*>, 22> statements{{
      {&begin_, "BEGIN"},
      {&commit_, "COMMIT"},
      {&rollback_, "ROLLBACK"},
      {&find_used_, "SELECT jkt FROM used WHERE key = ? AND expires > ?"},
      {&keep_used_, "INSERT OR REPLACE INTO used(key, jkt, expires) VALUES (?, ?, ?)"},
      {&sweep_used_,
       "DELETE FROM used WHERE key IN (SELECT key FROM used WHERE expires <= ? LIMIT ?)"},
      {&owner_, "SELECT user FROM identity WHERE kind = ? AND key = ?"},
      {&keep_user_, "INSERT INTO user(id, created) VALUES (?, ?)"},
      {&delete_user_, "DELETE FROM user WHERE id = ?"},
      {&keep_identity_,
       // The details are an object of strings, so json_patch replaces those of the same source.
       "INSERT INTO identity(kind, key, user, verified, details, linked) "
       "VALUES (?, ?, ?, ?, CAST(? AS TEXT), ?) "
       "ON CONFLICT DO UPDATE SET verified = max(verified, excluded.verified), "
       "details = json_patch(details, excluded.details)"},
      {&identities_of_,
       "SELECT kind, key, verified, details, linked FROM identity WHERE user = ? ORDER BY kind, "
       "key"},
      {&delete_identity_, "DELETE FROM identity WHERE kind = ? AND key = ?"},
      {&delete_identities_, "DELETE FROM identity WHERE user = ?"},
      {&move_identities_, "UPDATE identity SET user = ?, linked = ? WHERE user = ?"},
      {&keep_session_,
       "INSERT INTO session(id, user, created, auth_time, expires, ends, amr, jkt, proofs, "
       "generation, refresh, renewed, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, x'')"},
      {&find_session_,
       "SELECT id, user, created, auth_time, expires, ends, amr, jkt, proofs, generation, "
       "refresh, renewed, sealed FROM session WHERE id = ? AND expires > ?"},
      {&sessions_of_,
       "SELECT id, user, created, auth_time, expires, ends, amr, jkt, proofs FROM session WHERE "
       "user = ? AND expires > ? ORDER BY auth_time DESC, id"},
      {&renew_,
       "UPDATE session SET generation = generation + 1, refresh = ?, renewed = ?, sealed = ?, "
       "expires = min(ends, ?) WHERE id = ?"},
      {&touch_, "UPDATE session SET auth_time = ?, amr = amr | ?, proofs = ? WHERE id = ?"},
      {&delete_session_, "DELETE FROM session WHERE id = ?"},
      {&delete_sessions_, "DELETE FROM session WHERE user = ?"},
      {&sweep_sessions_,
       "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= ? LIMIT ?)"},
  }};
  for (const auto& [statement, sql] : statements) {
    auto made = connection_.Prepare(sql);
    if (!made) return Fail(made.error());
    *statement = *std::move(made);
  }
  return {};
}

void LedgerDatabase::Run(sqlite::Statement& statement) {
  const auto done = statement.Run();
  if (!done && !error_) error_ = done.error();
}

bool LedgerDatabase::Next(sqlite::Statement& statement) {
  const auto more = statement.Next();
  if (!more && !error_) error_ = more.error();
  return more && *more;
}

Result<void, sqlite::Error> LedgerDatabase::Begin() {
  // The rollback of the previous batch may have failed too.
  if (connection_.in_transaction()) (void)rollback_.Run();
  return begin_.Run();
}

Result<void, sqlite::Error> LedgerDatabase::Commit() { return commit_.Run(); }

void LedgerDatabase::Rollback() {
  // After some errors SQLite rolls back by itself.
  if (connection_.in_transaction()) (void)rollback_.Run();
}

// Used proofs.

std::string LedgerDatabase::Claim(const RefreshToken::Hash& bytes, std::string_view jkt,
                                  Millis expires, Millis now) {
  if (!Next(find_used_.BindBytes(1, BytesOf(bytes)).Bind(2, now.count()))) {
    Run(keep_used_.BindBytes(1, BytesOf(bytes)).BindBytes(2, jkt).Bind(3, expires.count()));
    return std::string(jkt);
  }
  std::string first(find_used_.Bytes(0));
  find_used_.Reset();
  return first;
}

// Sessions.

std::optional<LedgerDatabase::Row> LedgerDatabase::ReadSession(const SessionId& session,
                                                               Millis now) {
  find_session_.BindBytes(1, session.bytes()).Bind(2, now.count());
  if (!Next(find_session_)) return std::nullopt;
  Row row{.session = SessionIn(find_session_),
          .generation = static_cast<std::uint32_t>(find_session_.Number(9)),
          .refresh = std::string(find_session_.Bytes(10)),
          .renewed = Millis(find_session_.Number(11)),
          .sealed = std::string(find_session_.Bytes(12))};
  find_session_.Reset();
  return row;
}

bool LedgerDatabase::IsRefreshOf(const Row& row, const RefreshToken::Hash& presented) {
  return row.refresh.size() == presented.size() &&
         sodium_memcmp(row.refresh.data(), presented.data(), presented.size()) == 0;
}

std::optional<SignedIn> LedgerDatabase::WithIdentities(std::optional<Row> row) {
  if (!row) return std::nullopt;
  SignedIn found{.session = std::move(row->session), .identities = {}};
  found.identities = IdentitiesOf(found.session.user);
  return found;
}

std::optional<SignedIn> LedgerDatabase::Find(const SessionId& session, Millis now) {
  return WithIdentities(ReadSession(session, now));
}

std::optional<SignedIn> LedgerDatabase::FindByRefresh(const SessionId& session,
                                                      const RefreshToken::Hash& refresh,
                                                      Millis now) {
  auto row = ReadSession(session, now);
  if (row && !IsRefreshOf(*row, refresh)) row.reset();
  return WithIdentities(std::move(row));
}

RenewalAnswer LedgerDatabase::Renew(const Renewal& request, Millis now) {
  using Outcome = RenewalAnswer::Status;
  auto row = ReadSession(request.session, now);
  if (!row) return RenewalAnswer{};
  RenewalAnswer answer;
  answer.state.session = row->session;
  if (!row->session.jkt.empty() && row->session.jkt != request.jkt) {
    answer.outcome = Outcome::kWrongKey;
    return answer;
  }
  const bool holds = request.generation == row->generation && IsRefreshOf(*row, request.presented);
  // Without a grace time no token is repeated, even at the same millisecond: the loops' clocks may
  // differ by one turn.
  const bool just_before = request.grace > Millis(0) && request.generation + 1 == row->generation &&
                           now - row->renewed <= request.grace;
  if (holds) {
    answer.outcome = Outcome::kRenewed;
    answer.state.session.expires = std::min(row->session.ends, now + request.lifetimes.idle);
    Run(renew_.BindBytes(1, BytesOf(request.successor))
            .Bind(2, now.count())
            .BindBytes(3, request.sealed)
            .Bind(4, (now + request.lifetimes.idle).count())
            .BindBytes(5, request.session.bytes()));
  } else if (just_before) {
    answer.outcome = Outcome::kRepeated;
    answer.sealed = std::move(row->sealed);
  } else {
    answer.outcome = Outcome::kReused;
    Run(delete_session_.BindBytes(1, request.session.bytes()));
    news_.ended.push_back(request.session);
    return answer;
  }
  answer.state.identities = IdentitiesOf(row->session.user);
  return answer;
}

std::vector<Session> LedgerDatabase::SessionsOf(const UserId& user, Millis now) {
  std::vector<Session> sessions;
  sessions_of_.BindBytes(1, user.bytes()).Bind(2, now.count());
  while (Next(sessions_of_)) sessions.push_back(SessionIn(sessions_of_));
  return sessions;
}

bool LedgerDatabase::End(const UserId& user, const SessionId& session, Millis now) {
  const auto row = ReadSession(session, now);
  const bool is_his = row && row->session.user == user;
  if (!is_his) return false;
  Run(delete_session_.BindBytes(1, session.bytes()));
  news_.ended.push_back(session);
  return true;
}

std::vector<SessionId> LedgerDatabase::EndAll(const UserId& user, Millis now) {
  std::vector<SessionId> ended;
  sessions_of_.BindBytes(1, user.bytes()).Bind(2, now.count());
  while (Next(sessions_of_)) ended.push_back(SessionIn(sessions_of_).id);
  Run(delete_sessions_.BindBytes(1, user.bytes()));
  news_.ended.insert(news_.ended.end(), ended.begin(), ended.end());
  return ended;
}

bool LedgerDatabase::Sweep(Millis now, std::size_t most) {
  const auto limit = static_cast<std::int64_t>(most);
  Run(sweep_sessions_.Bind(1, now.count()).Bind(2, limit));
  const int sessions = sqlite3_changes(connection_.raw());
  Run(sweep_used_.Bind(1, now.count()).Bind(2, limit));
  return std::max(sessions, sqlite3_changes(connection_.raw())) >= static_cast<int>(most);
}

}  // namespace prichal::signin
