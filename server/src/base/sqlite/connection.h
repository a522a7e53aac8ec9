#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace prichal::sqlite {

/// An error of SQLite. A plain value.
struct Error {
  int code = 0;         ///< extended result code
  std::string message;  ///< such as "database or disk is full"

  /// True if the file is damaged or is not a database.
  [[nodiscard]] bool IsBroken() const;
  /// True if another process has locked the file.
  [[nodiscard]] bool IsLocked() const;
};

/// A prepared statement, reusable after each run. Must be destroyed before its Connection. One
/// thread at a time.
class Statement {
 public:
  Statement() = default;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  /// Sets parameter `number`, counted from 1. Bytes must live until Run() returns or the rows end.
  Statement& Bind(int number, std::int64_t value);
  Statement& BindBytes(int number, std::string_view bytes);

  /// Runs the statement to its end, ignores its rows, and resets it.
  Result<void, Error> Run();

  /// Steps to the next row. False at the end. Resets the statement at the end and after an error.
  Result<bool, Error> Next();
  /// Resets the statement before the end of its rows.
  void Reset();
  /// Returns a column of the current row, counted from 0. Bytes live until the next call.
  [[nodiscard]] std::int64_t Number(int column) const;
  [[nodiscard]] std::string_view Bytes(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// An open SQLite database; closes it when destroyed. One thread at a time: SQLite's mutexes are
/// off.
class Connection {
 public:
  /// Opens an existing file. `wait_ms`: milliseconds to wait for a lock of another process.
  static Result<Connection, Error> Open(const std::string& path, int wait_ms);

  /// Runs statements and ignores their rows.
  Result<void, Error> Run(const std::string& sql);
  /// Returns the number in the first column of the first row. 0 if there is no row.
  Result<std::int64_t, Error> QueryNumber(const std::string& sql);
  /// Prepares a statement to be run many times.
  Result<Statement, Error> Prepare(const std::string& sql);

  [[nodiscard]] bool in_transaction() const;
  /// For functions of SQLite that this class does not wrap.
  [[nodiscard]] sqlite3* raw() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  explicit Connection(sqlite3* handle) : handle_(handle) {}

  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace prichal::sqlite
