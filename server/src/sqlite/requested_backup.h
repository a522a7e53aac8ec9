#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "sqlite/connection.h"
#include "sqlite/online_backup.h"

namespace prichal::sqlite {

/// Where a process that has a database open alone is asked for a copy of it: files beside it, for
/// whoever may write to their folder. All of them begin with the database's own path.
struct BackupFiles {
  std::string wanted;      ///< the one who asks makes it, and the process removes it at the end
  std::string unfinished;  ///< the copy that is under way
  std::string copy;        ///< it is whole
  std::string failed;      ///< or why there is none: a line

  static BackupFiles Of(const std::string& database);
};

/// The side of the process that has it open. Goes before its connection; one thread at a time.
class RequestedBackup {
 public:
  /// How often Advance() wants to be called: while there is none, and while one is made.
  static constexpr std::chrono::milliseconds kLookEvery{1'000};
  static constexpr std::chrono::milliseconds kStepEvery{20};

  explicit RequestedBackup(const std::string& database) : files_(BackupFiles::Of(database)) {}

  /// Begins a copy where one is wanted, or makes a piece of it. True: there is more of it to make.
  /// Outside of transactions.
  bool Advance(Connection& source);

 private:
  void GiveUp(const std::string& reason);

  BackupFiles files_;
  std::optional<OnlineBackup> backup_;
};

}  // namespace prichal::sqlite
