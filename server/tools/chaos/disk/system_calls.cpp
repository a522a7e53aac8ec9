#include "chaos/disk/system_calls.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace prichal::chaos {
namespace {

constexpr const char* kFolder = "/";

bool IsLog(std::string_view name) { return name.ends_with("-wal"); }

SimulatedDisk::Inode InodeOf(int fd) {
  struct stat found {};
  syscall(SYS_fstat, fd, &found);
  return found.st_ino;
}

}  // namespace

SystemCalls& SystemCalls::Instance() {
  static SystemCalls calls;
  return calls;
}

void SystemCalls::Watch(const std::string& folder, Lie lie, std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  folder_ = folder;
  lie_ = lie;
  chance_.seed(seed);
  power_until_ = 0;
  failure_ = {};
  half_done_ = false;
  opened_.clear();
  disk_ = {};
  changes_ = 0;
  powerless_ = false;
  watching_.store(true, std::memory_order_release);
}

void SystemCalls::Unwatch() {
  watching_.store(false, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  powerless_ = false;
  power_until_ = 0;
  failure_ = {};
}

void SystemCalls::LosePowerAt(std::uint64_t after) {
  const std::lock_guard lock(mutex_);
  power_until_ = changes_ + after;
  powerless_ = false;
}

SimulatedDisk::Files SystemCalls::Lose(std::mt19937_64& chance) {
  const std::lock_guard lock(mutex_);
  return disk_.Lose(chance);
}

void SystemCalls::Restart(const SimulatedDisk::Files& files) {
  watching_.store(false, std::memory_order_release);
  std::map<std::string, SimulatedDisk::Inode> inodes;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::directory_iterator(folder_)) fs::remove(entry.path());
  for (const auto& [name, content] : files) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    struct stat found {};
    if (stat(path.c_str(), &found) == 0) inodes[name] = found.st_ino;
  }
  const std::lock_guard lock(mutex_);
  disk_.Restart(files, inodes);
  opened_.clear();
  power_until_ = 0;
  powerless_ = false;
  watching_.store(true, std::memory_order_release);
}

void SystemCalls::Fail(const Failure& failure) {
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  half_done_ = false;
  seen_ = 0;
  failed_ = 0;
}

std::string SystemCalls::NameOf(const char* path) const {
  const std::string_view whole(path);
  if (!whole.starts_with(folder_)) return {};
  if (whole.size() == folder_.size()) return kFolder;
  return whole[folder_.size()] == '/' ? std::string(whole.substr(folder_.size() + 1))
                                      : std::string();
}

SystemCalls::Verdict SystemCalls::Judge(Call call) {
  const std::lock_guard lock(mutex_);
  if ((call & kChanges) != 0 && !powerless_) {
    const std::uint64_t number = ++changes_;
    if (power_until_ != 0 && number >= power_until_) powerless_ = true;
  }
  // Without power all calls fail except stat(), which the kernel answers from memory.
  if (powerless_ && call != kStat) return {.fails = true, .error = EIO};
  if ((failure_.calls & call) == 0) return {};
  const std::uint64_t number = ++seen_;
  if (number < failure_.first || number - failure_.first >= failure_.count) return {};
  ++failed_;
  if (call == kWrite && failure_.half_written && !half_done_) {
    half_done_ = true;
    ++failure_.count;
    return {.fails = false, .half = true};
  }
  return {.fails = true, .error = failure_.error};
}

void SystemCalls::NoteOpen(int fd, const std::string& name, bool created, bool emptied) {
  const std::lock_guard lock(mutex_);
  const SimulatedDisk::Inode inode = InodeOf(fd);
  opened_[fd] = {.folder = name == kFolder, .name = name, .inode = inode};
  if (name == kFolder) return;
  if (created) {
    disk_.Create(name, inode);
  } else if (emptied) {
    disk_.Truncate(inode, 0);
  }
}

void SystemCalls::NoteClose(int fd) {
  const std::lock_guard lock(mutex_);
  opened_.erase(fd);
}

bool SystemCalls::Follows(int fd) const {
  const std::lock_guard lock(mutex_);
  return Find(fd) != nullptr;
}

const SystemCalls::Opened* SystemCalls::Find(int fd) const {
  const auto found = opened_.find(fd);
  return found == opened_.end() ? nullptr : &found->second;
}

void SystemCalls::NoteWrite(int fd, std::uint64_t offset, const void* bytes, std::size_t count) {
  const std::lock_guard lock(mutex_);
  const Opened* opened = Find(fd);
  if (opened != nullptr) {
    disk_.Write(opened->inode, offset, {static_cast<const char*>(bytes), count});
  }
}

void SystemCalls::NoteTruncate(int fd, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (const Opened* opened = Find(fd)) disk_.Truncate(opened->inode, bytes);
}

void SystemCalls::NoteSync(int fd) {
  const std::lock_guard lock(mutex_);
  const Opened* opened = Find(fd);
  if (opened == nullptr) return;
  if (opened->folder) {
    if (lie_ != Lie::kFolderSync) disk_.SyncFolder();
    return;
  }
  const bool lies = lie_ == (IsLog(opened->name) ? Lie::kLogSync : Lie::kFileSync);
  if (!lies) disk_.Sync(opened->inode);
}

void SystemCalls::NoteFailedSync(int fd) {
  const std::lock_guard lock(mutex_);
  const Opened* opened = Find(fd);
  if (opened != nullptr && !opened->folder) disk_.FailSync(opened->inode, chance_);
}

void SystemCalls::NoteUnlink(const std::string& name) {
  const std::lock_guard lock(mutex_);
  disk_.Unlink(name);
}

void SystemCalls::NoteRename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  disk_.Rename(from, to);
}

}  // namespace prichal::chaos
