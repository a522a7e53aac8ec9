#include "base/sqlite/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>

namespace prichal::sqlite {
namespace {

constexpr int kPrimaryCode = 0xff;  // the higher bits are the extended code

/// Replaces control characters: for a broken file SQLite's message can contain parts of it.
std::string OneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

Error ErrorOf(sqlite3* handle) {
  Error error{.code = sqlite3_extended_errcode(handle), .message = OneLine(sqlite3_errmsg(handle))};
  // "disk I/O error" is not specific, so add the code (https://www.sqlite.org/rescode.html).
  if ((error.code & kPrimaryCode) == SQLITE_IOERR) {
    error.message += fmt::format(" (SQLite {})", error.code);
    const int number = sqlite3_system_errno(handle);
    if (number != 0) error.message += fmt::format(": {}", strerrordesc_np(number));
  }
  return error;
}

}  // namespace

bool Error::IsBroken() const {
  const int primary = code & kPrimaryCode;
  return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
}

bool Error::IsLocked() const {
  const int primary = code & kPrimaryCode;
  return primary == SQLITE_BUSY || primary == SQLITE_LOCKED;
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement& Statement::Bind(int number, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), number, value);
  return *this;
}

Statement& Statement::BindBytes(int number, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), number, bytes.data(), bytes.size(), SQLITE_STATIC);
  return *this;
}

Result<void, Error> Statement::Run() {
  while (true) {
    const auto more = Next();
    if (!more) return Fail(more.error());
    if (!*more) return {};
  }
}

Result<bool, Error> Statement::Next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  const Error error = ErrorOf(sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());
  return Fail(error);
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::Number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::Bytes(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

void Connection::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Result<Connection, Error> Connection::Open(const std::string& path, int wait_ms) {
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  Connection connection(handle);
  if (handle == nullptr) return Fail(Error{.code = code, .message = sqlite3_errstr(code)});
  if (code != SQLITE_OK) return Fail(ErrorOf(handle));
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, wait_ms);
  return connection;
}

Result<void, Error> Connection::Run(const std::string& sql) {
  if (sqlite3_exec(raw(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return Fail(ErrorOf(raw()));
}

Result<std::int64_t, Error> Connection::QueryNumber(const std::string& sql) {
  auto statement = Prepare(sql);
  if (!statement) return Fail(statement.error());
  const auto row = statement->Next();
  if (!row) return Fail(row.error());
  return *row ? statement->Number(0) : 0;
}

Result<Statement, Error> Connection::Prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(raw(), sql.c_str(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return Fail(ErrorOf(raw()));
  return Statement(statement);
}

bool Connection::in_transaction() const { return sqlite3_get_autocommit(raw()) == 0; }

}  // namespace prichal::sqlite
