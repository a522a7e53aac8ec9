#include "bridge/store/schema.h"

#include <fmt/format.h>

namespace prichal::store {
namespace {

// https://www.sqlite.org/pragma.html#pragma_application_id: "Prch", so that file(1) and we know it.
constexpr std::int64_t kApplicationId = 0x50726368;
constexpr std::int64_t kVersion = 3;

// A message is found by its id alone: the mailboxes are in memory, and only they are read while the
// server runs. Ids grow, so new rows go to the end, and what expires together lies together: whole
// pages become free. `state` has one row.
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

Result<FileKind, sqlite::Error> KindOf(sqlite::Connection& connection) {
  const auto application = connection.QueryNumber("PRAGMA application_id");
  if (!application) return Fail(application.error());
  const auto version = connection.QueryNumber("PRAGMA user_version");
  if (!version) return Fail(version.error());
  const auto tables = connection.QueryNumber("SELECT count(*) FROM sqlite_schema");
  if (!tables) return Fail(tables.error());
  if (*application == kApplicationId) {
    return *version == kVersion ? FileKind::kOurs : FileKind::kOtherVersion;
  }
  return *application == 0 && *version == 0 && *tables == 0 ? FileKind::kEmpty : FileKind::kForeign;
}

Result<void, sqlite::Error> Configure(sqlite::Connection& connection, FileKind kind) {
  std::string sql;
  // Free pages can be given back; only possible before the first table.
  if (kind == FileKind::kEmpty) sql += "PRAGMA auto_vacuum = INCREMENTAL;";
  // FULL: a commit returns when the log is on the disk. The log's own size is bounded by the
  // checkpoints, which the writer calls between two commits instead of inside one; its file is cut
  // back when it has been larger. FAST: what is removed is overwritten where that costs no writing.
  sql +=
      "PRAGMA journal_mode = WAL;"
      "PRAGMA synchronous = FULL;"
      "PRAGMA wal_autocheckpoint = 0;"
      "PRAGMA journal_size_limit = 33554432;"
      "PRAGMA secure_delete = FAST;"
      "PRAGMA cache_size = -8192;"
      "PRAGMA temp_store = MEMORY;"
      // What a changed file says must not make SQLite run anything.
      "PRAGMA trusted_schema = OFF;";
  return connection.Run(sql);
}

Result<void, sqlite::Error> CreateTables(sqlite::Connection& connection) {
  return connection.Run(fmt::format(
      "BEGIN IMMEDIATE; {} {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT;",
      kMessageTable, kStateTable, kApplicationId, kVersion));
}

}  // namespace prichal::store
