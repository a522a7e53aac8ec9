#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace prichal::sqlite {

/// What SQLite said.
struct Error {
  int code = 0;         ///< extended result code
  std::string message;  ///< for people, such as "database or disk is full"

  /// Not a database, or a damaged one.
  [[nodiscard]] bool IsBroken() const;
  /// Another process has locked the file.
  [[nodiscard]] bool IsLocked() const;
};

/// A prepared statement that is kept and run again and again. One thread at a time.
class Statement {
 public:
  Statement() = default;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  /// What is bound must live until Run() or the end of the rows. Numbered from 1.
  Statement& Bind(int number, std::int64_t value);
  Statement& BindBytes(int number, std::string_view bytes);

  /// Runs it to its end, without rows to look at, and makes it ready for the next time.
  Result<void, Error> Run();

  /// The next row; false at the end. After the end or an error it is ready for the next time.
  Result<bool, Error> Next();
  /// Before the end of its rows: makes it ready for the next time.
  void Reset();
  /// Of the row that Next() came to; numbered from 0. Bytes live until the next call.
  [[nodiscard]] std::int64_t Number(int column) const;
  [[nodiscard]] std::string_view Bytes(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// An open SQLite file. One thread at a time: SQLite's own locks are switched off.
class Connection {
 public:
  /// `wait_ms`: for a file that another process has locked.
  static Result<Connection, Error> Open(const std::string& path, int wait_ms);

  /// Statements without rows, or whose rows do not matter.
  Result<void, Error> Run(const std::string& sql);
  /// The number in the first column of the first row; 0 without one.
  Result<std::int64_t, Error> QueryNumber(const std::string& sql);
  Result<Statement, Error> Prepare(const std::string& sql);

  [[nodiscard]] bool in_transaction() const;
  [[nodiscard]] sqlite3* raw() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  explicit Connection(sqlite3* handle) : handle_(handle) {}

  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace prichal::sqlite
