#include "base/data_folder.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "base/descriptor.h"

namespace prichal {
namespace {

constexpr mode_t kDataFolderMode = 0700;
constexpr mode_t kDataFileMode = 0600;

std::string CannotPrepare(const std::string& what, const std::string& path) {
  return fmt::format(
      "cannot {} \"{}\": {}. Fix: give the server's user write access, or name another folder with "
      "--data.",
      what, path, strerrordesc_np(errno));
}

bool MayUse(const std::string& path, int how) {
  return faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0;
}

/// Returns a path for SetAside() that does not exist yet.
std::string NameAside(const std::string& path, Millis unix_time) {
  const std::time_t seconds = unix_time / std::chrono::seconds(1);
  const std::string named = fmt::format("{}.broken-{:%Y%m%dT%H%M%S}Z", path, fmt::gmtime(seconds));
  std::string name = named;
  for (int again = 2; Identify(name) || Identify(name + "-wal"); ++again) {
    name = fmt::format("{}-{}", named, again);
  }
  return name;
}

}  // namespace

Result<void, std::string> DataFolder::Prepare(const std::string& folder) {
  if (mkdir(folder.c_str(), kDataFolderMode) == 0) {
    const auto above = std::filesystem::absolute(folder).parent_path();
    Sync(above.string());
    return {};
  }
  if (errno != EEXIST) return Fail(CannotPrepare("create", folder));
  return Check(folder);
}

Result<void, std::string> DataFolder::Check(const std::string& folder) {
  struct stat found {};
  if (stat(folder.c_str(), &found) != 0) {
    if (errno != ENOENT) return Fail(CannotPrepare("read", folder));
    const auto above = std::filesystem::absolute(folder + "/.").parent_path().parent_path();
    if (!MayUse(above.string(), W_OK | X_OK)) return Fail(CannotPrepare("create", folder));
    return {};
  }
  if (!S_ISDIR(found.st_mode)) {
    return Fail(
        fmt::format("\"{}\" is not a folder. Fix: name another folder with --data.", folder));
  }
  if (!MayUse(folder, W_OK | X_OK)) return Fail(CannotPrepare("write to", folder));
  return {};
}

Result<void, std::string> DataFolder::PrepareFile(const std::string& path) {
  // Opens the file only if it does not exist: closing any descriptor of a file releases all locks
  // of this process on it (fcntl(2)).
  const Descriptor made(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kDataFileMode));
  if (made.is_open()) return {};
  if (errno != EEXIST) return Fail(CannotPrepare("create", path));
  if (!MayUse(path, R_OK | W_OK)) return Fail(CannotPrepare("write to", path));
  return {};
}

bool DataFolder::Sync(const std::string& path) {
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  // EINVAL: the file system does not support fsync(2) on folders.
  return opened.is_open() && (fsync(opened.fd()) == 0 || errno == EINVAL);
}

Result<std::string, std::string> DataFolder::SetAside(const std::string& path, Millis unix_time) {
  const std::string kept_as = NameAside(path, unix_time);
  // The database itself last, so that no new one is created before its log is renamed.
  for (const char* part : {"-wal", "-shm", ""}) {
    if (!Identify(path + part)) continue;
    if (rename((path + part).c_str(), (kept_as + part).c_str()) != 0) {
      return Fail(CannotPrepare("rename", path + part));
    }
  }
  Sync(std::filesystem::path(path).parent_path().string());
  return kept_as;
}

std::string DataFolder::CopyLogAside(const std::string& path, Millis unix_time) {
  const std::string kept_as = NameAside(path, unix_time) + "-wal";
  std::error_code error;
  std::filesystem::copy_file(path + "-wal", kept_as, error);
  return error ? std::string() : kept_as;
}

std::optional<FileIdentity> Identify(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{.device = found.st_dev,
                      .inode = found.st_ino,
                      .bytes = static_cast<std::uint64_t>(found.st_size),
                      .changed = std::chrono::seconds(found.st_ctim.tv_sec) +
                                 std::chrono::nanoseconds(found.st_ctim.tv_nsec)};
}

}  // namespace prichal
