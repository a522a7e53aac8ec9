#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/sqlite/connection.h"
#include "base/sqlite/online_backup.h"

namespace prichal::sqlite {

/// Files by which `prichal backup` requests a backup from the server process, which has the
/// database locked. They are next to the database, and their paths begin with its path.
struct BackupFiles {
  std::string wanted;      ///< created to request a backup; the server removes it at the end
  std::string unfinished;  ///< backup under way
  std::string copy;        ///< complete backup
  std::string failed;      ///< reason of a failure: one line

  static BackupFiles Make(const std::string& database);
};

/// The server's side of a requested backup. Must be destroyed before its connection. One thread at
/// a time.
class RequestedBackup {
 public:
  /// Intervals of Step(): without a backup under way, and with one.
  static constexpr std::chrono::milliseconds kLookEvery{1'000};
  static constexpr std::chrono::milliseconds kStepEvery{20};

  explicit RequestedBackup(const std::string& database) : files_(BackupFiles::Make(database)) {}

  /// Starts a backup if one is requested, or copies its next part. True if a backup is under way.
  /// Call it outside of transactions.
  bool Step(Connection& source);

 private:
  void Abort(const std::string& reason);

  BackupFiles files_;
  std::optional<OnlineBackup> backup_;
};

}  // namespace prichal::sqlite
