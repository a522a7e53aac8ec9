#include "signin/ledger/sqlite/ledger_schema.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdint>

namespace prichal::auth {
namespace {

// https://www.sqlite.org/pragma.html#pragma_application_id: "Prau".
constexpr std::int64_t kApplicationId = 0x50726175;
constexpr std::int64_t kVersion = 2;

// Times are milliseconds since 1970. Ids are 16 random bytes, so rows come in any order: the tables
// are their own index. `session.expires` is when it is over unless somebody renews it.
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

/// As SQLite says it of others: https://www.sqlite.org/rescode.html#notadb
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
  if (!empty && *application != kApplicationId) return Fail(NotOurs("written by another program"));
  if (*version > kVersion) return Fail(NotOurs("written by a newer version of this server"));
  if (!empty && *version < kVersion) {
    return Fail(NotOurs("written by an older version of this server"));
  }
  std::string sql;
  if (empty) sql += "PRAGMA auto_vacuum = INCREMENTAL;";
  // FULL: what was answered outlives a power cut. What is removed, sessions and whoever asked to
  // be forgotten, is overwritten.
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

}  // namespace prichal::auth
