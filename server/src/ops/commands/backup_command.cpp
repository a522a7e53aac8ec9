#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/data_folder.h"
#include "base/descriptor.h"
#include "base/sqlite/online_backup.h"
#include "bridge/store/database.h"
#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/commands/verdict.h"
#include "signin/ledger/sqlite/ledger_database.h"

namespace prichal::ops {
namespace {

namespace filesystem = std::filesystem;
using std::chrono::steady_clock;

constexpr const char* kBackup = "backup";
constexpr const char* kBackupFooter =
    "Copies messages, users and sessions to a new folder. A running server makes the copy\n"
    "itself and keeps serving. Run the command as the server's user, with the server's\n"
    "configuration. To restore, start a server on the folder: `prichal serve --data DIR`.\n"
    "The backup has no signing keys: save those with `prichal keys export --private FILE`.\n"
    "\n"
    "Exit status: 0 if the backup is complete, 2 if it failed. A failed backup leaves no files.";
constexpr std::chrono::milliseconds kLookAgain{20};
constexpr int kPagesAtOnce = 4'096;
constexpr std::size_t kReasonBytes = 4'096;

struct BackupFlags {
  std::string config_file;
  std::string data;
  std::string folder;
  /// Largest time without progress. A server checks for requests once per second.
  std::string timeout = "30s";
};

/// File that requests a copy from the running server. Removed by the destructor if unanswered.
class CopyRequest {
 public:
  explicit CopyRequest(std::string path) : path_(std::move(path)) {}
  CopyRequest(const CopyRequest&) = delete;
  CopyRequest& operator=(const CopyRequest&) = delete;
  ~CopyRequest() {
    std::error_code error;
    if (is_made_) filesystem::remove(path_, error);
  }

  [[nodiscard]] Result<void, std::string> Make() {
    const Descriptor made(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    is_made_ = made.is_open();
    if (is_made_) return {};
    if (errno == EEXIST) {
      return Fail(
          fmt::format("\"{}\" exists: another backup is running. Fix: wait for it; if none is "
                      "running, remove the file.",
                      path_));
    }
    return Fail(fmt::format("cannot create \"{}\": {}. Fix: run this command as the server's user.",
                            path_, strerrordesc_np(errno)));
  }
  [[nodiscard]] bool IsAnswered() const { return !Identify(path_); }

 private:
  const std::string path_;
  bool is_made_ = false;
};

/// Requests a copy from the process that has the file open, and waits for it. On success the copy
/// is at BackupFiles::copy.
Result<void, std::string> AskForCopy(const std::string& database, std::chrono::seconds to_move) {
  const auto files = sqlite::BackupFiles::Make(database);
  std::error_code error;
  for (const auto& old : {files.copy, files.failed}) filesystem::remove(old, error);
  CopyRequest request(files.wanted);
  if (auto made = request.Make(); !made) return made;
  auto moved = steady_clock::now();
  std::uint64_t bytes = 0;
  while (!request.IsAnswered()) {
    const auto unfinished = Identify(files.unfinished);
    if (unfinished && unfinished->bytes != bytes) {
      bytes = unfinished->bytes;
      moved = steady_clock::now();
    }
    if (steady_clock::now() - moved > to_move) {
      return Fail(
          fmt::format("\"{}\" is in use by a process that does not answer backup requests. Fix: if "
                      "it is a server of another version, stop it; else retry.",
                      database));
    }
    // The server answers only through files, so poll for them.
    std::this_thread::sleep_for(kLookAgain);
  }
  if (const auto reason = ReadSmallFile(files.failed, kReasonBytes)) {
    filesystem::remove(files.failed, error);
    return Fail(fmt::format("the server cannot copy \"{}\": {}", database,
                            reason->substr(0, reason->find('\n'))));
  }
  if (Identify(files.copy)) return {};
  return Fail(fmt::format("the server wrote no copy of \"{}\"", database));
}

/// Moves a finished copy, also to another file system.
Result<void, std::string> MoveCopy(const std::string& from, const std::string& to) {
  std::error_code error;
  filesystem::rename(from, to, error);
  if (!error) return {};
  filesystem::copy_file(from, to, error);  // another file system; copies the permissions too
  if (error) {
    return Fail(fmt::format(
        "cannot write \"{}\": {}. Fix: free or repair the disk, or name another folder.", to,
        error.message()));
  }
  filesystem::remove(from, error);
  if (DataFolder::Sync(to)) return {};
  return Fail(fmt::format("cannot sync \"{}\" to the disk. Fix: name another folder.", to));
}

/// Result of CopyHere(): copied, or another process has the file open.
enum class Use { kFree, kOpenElsewhere };

Result<Use, std::string> CopyHere(const std::string& database, const std::string& to) {
  const auto cannot = [&](const sqlite::Error& error) {
    return Fail(
        fmt::format("cannot copy \"{}\": {}. Fix: check the disk and the file's permissions.",
                    database, error.message));
  };
  auto source = sqlite::Connection::Open(database, 0);
  if (!source) return cannot(source.error());
  // Leaves the write-ahead log of a crash to the server.
  sqlite3_db_config(source->raw(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  auto looked = source->Run("PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_schema;");
  if (!looked && looked.error().IsLocked()) return Use::kOpenElsewhere;
  if (!looked) return cannot(looked.error());
  if (auto made = DataFolder::PrepareFile(to); !made) return Fail(made.error());
  auto backup = sqlite::OnlineBackup::Begin(*source, to);
  if (!backup) return cannot(backup.error());
  while (true) {
    const auto done = backup->Step(kPagesAtOnce);
    if (!done) return cannot(done.error());
    if (*done) return Use::kFree;
  }
}

Result<void, std::string> Copy(const std::string& database, const std::string& to,
                               std::chrono::seconds to_move) {
  const auto use = CopyHere(database, to);
  if (!use) return Fail(use.error());
  if (*use == Use::kOpenElsewhere) {
    if (auto asked = AskForCopy(database, to_move); !asked) return asked;
    if (auto moved = MoveCopy(sqlite::BackupFiles::Make(database).copy, to); !moved) return moved;
  }
  if (const auto whole = sqlite::CheckCopy(to); !whole) {
    return Fail(fmt::format("the copy of \"{}\" is damaged: {}. Fix: check the disk.", database,
                            whole.error().message));
  }
  return {};
}

/// Returns the directory of the server's files, or an error if it stores none.
Result<std::string, std::string> DataOf(const BackupFlags& flags) {
  const auto settings = ConfigureSections(
      flags.config_file, {{"store.data", flags.data, {config::From::kFlag, "--data"}}}, {"store."});
  if (!settings) return Fail(settings.error());
  if (settings->store.kind == "valkey") {
    return Fail(
        std::string("store.kind is valkey: messages and sign-ins are stored in Valkey. Fix: back "
                    "up Valkey, for example with BGSAVE or a replica."));
  }
  const std::string data = DataFolderOf(*settings);
  if (!data.empty()) return data;
  return Fail(
      std::string("this server stores nothing on the disk. Fix: set store.kind to sqlite and "
                  "store.data to a folder."));
}

/// Copies all existing databases. Appends the path of each copy to `made`.
Result<void, std::string> CopyAll(const std::string& data, const BackupFlags& flags,
                                  std::vector<std::string>& made) {
  const auto to_move = *Duration(flags.timeout);
  for (const auto& path :
       {bridge::store::Database::PathIn(data), signin::LedgerDatabase::PathIn(data)}) {
    if (!Identify(path)) continue;
    made.push_back((filesystem::path(flags.folder) / filesystem::path(path).filename()).string());
    if (auto copied = Copy(path, made.back(), to_move); !copied) return copied;
  }
  if (!made.empty()) return {};
  return Fail(fmt::format(
      "\"{}\" has neither bridge.db nor auth.db. Fix: name the server's data folder with --data.",
      data));
}

int Backup(const BackupFlags& flags) {
  const auto data = DataOf(flags);
  if (!data) return ReportUsageError(kBackup, data.error());
  if (mkdir(flags.folder.c_str(), 0700) != 0) {
    return ReportUsageError(
        kBackup, errno == EEXIST
                     ? fmt::format("\"{}\" exists. Fix: name a new folder.", flags.folder)
                     : fmt::format("cannot create \"{}\": {}. Fix: name another folder.",
                                   flags.folder, strerrordesc_np(errno)));
  }
  std::vector<std::string> made;
  auto done = CopyAll(*data, flags, made);
  if (done && !DataFolder::Sync(flags.folder)) {
    done = Fail(
        fmt::format("cannot sync \"{}\" to the disk. Fix: name another folder.", flags.folder));
  }
  if (!done) {
    std::error_code error;
    for (const auto& path : made) filesystem::remove(path, error);
    filesystem::remove(flags.folder, error);
    return ReportUsageError(kBackup, done.error());
  }
  std::string text;
  for (const auto& path : made) {
    text += fmt::format("{}: {} bytes, whole\n", path, filesystem::file_size(path));
  }
  return Print(text, kGood);
}

}  // namespace

void AddBackupCommand(cli::Command& app) {
  auto* verb = &app.AddCommand(kBackup, "Back up messages, users and sessions");
  auto flags = std::make_shared<BackupFlags>();
  verb->AddOption("--config", "FILE", &flags->config_file,
                  "Configuration file of the server (TOML)");
  verb->AddOption("--data", "DIR", &flags->data, "Data folder of the server [store.data]");
  AddDuration(*verb, "--timeout", flags->timeout,
              "Time to wait for a server that makes no progress (default: 30s)");
  verb->AddOption("folder", "DIR", &flags->folder,
                  "New folder for the backup; it must not exist yet")
      .required = true;
  verb->footer = kBackupFooter;
  verb->run = [flags] { return Backup(*flags); };
}

}  // namespace prichal::ops
