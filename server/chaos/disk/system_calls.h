#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <string>

#include "chaos/disk/simulated_disk.h"

namespace prichal::chaos {

/// Kinds of system calls on files, as bits.
enum Call : std::uint32_t {
  kOpen = 1U << 0U,
  kRead = 1U << 1U,
  kWrite = 1U << 2U,
  kTruncate = 1U << 3U,
  kSync = 1U << 4U,  ///< of a file or a folder
  kUnlink = 1U << 5U,
  kRename = 1U << 6U,
  kStat = 1U << 7U,
  kChanges = kWrite | kTruncate | kSync | kUnlink | kRename,
  kEveryCall = kChanges | kOpen | kRead | kStat,
};

/// A failure of calls.
struct Failure {
  std::uint32_t calls = 0;    ///< of these kinds; 0: nothing fails
  std::uint64_t first = 0;    ///< the first to fail, counted from 1 among those of its kinds
  std::uint64_t count = 1;    ///< how many in a row fail
  int error = 0;              ///< errno(3)
  bool half_written = false;  ///< writes: half is written, and the next one fails
};

/// Wrong promises of a disk or of a program, planted to see whether they are found.
enum class Lie {
  kNone,
  kFileSync,    ///< the sync of the file itself does nothing
  kLogSync,     ///< the sync of its log does nothing
  kFolderSync,  ///< names are never safe
};

/// The file system calls of this process below one folder (system_calls.cpp defines them in front
/// of those of the C library, SQLite's too): told to a SimulatedDisk, and failing when it is
/// wanted. One for the process; any thread calls.
class SystemCalls {
 public:
  static SystemCalls& Instance();

  /// From now on the calls below `folder` (no slash behind it) count.
  void Watch(const std::string& folder, Lie lie, std::uint64_t seed);
  void Unwatch();

  /// The power fails at the `after`th call (from 1) that may change the disk: it and all after it
  /// do nothing and give EIO.
  void LosePowerAt(std::uint64_t after);
  [[nodiscard]] bool powerless() const { return powerless_.load(); }
  /// What is left of the folder.
  [[nodiscard]] SimulatedDisk::Files Lose(std::mt19937_64& chance);
  /// Writes them into the watched folder, in place of everything there; all of it is safe.
  void Restart(const SimulatedDisk::Files& files);

  void Fail(const Failure& failure);
  /// Calls of the failure's kinds since Fail(), and how many of them failed.
  [[nodiscard]] std::uint64_t seen() const { return seen_.load(); }
  [[nodiscard]] std::uint64_t failed() const { return failed_.load(); }
  /// Calls since Watch() that may change the disk.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(); }

  // For the calls themselves.
  struct Verdict {
    bool fails = false;
    int error = 0;
    bool half = false;
  };
  /// False: nothing is watched, and the call goes through.
  [[nodiscard]] bool watching() const { return watching_.load(std::memory_order_acquire); }
  /// The name below the folder; empty: elsewhere. "/" is the folder itself.
  [[nodiscard]] std::string NameOf(const char* path) const;
  [[nodiscard]] Verdict Judge(Call call);
  void NoteOpen(int fd, const std::string& name, bool created, bool emptied);
  void NoteClose(int fd);
  [[nodiscard]] bool Follows(int fd) const;
  void NoteWrite(int fd, std::uint64_t offset, const void* bytes, std::size_t count);
  void NoteTruncate(int fd, std::uint64_t bytes);
  void NoteSync(int fd);
  void NoteFailedSync(int fd);
  void NoteUnlink(const std::string& name);
  void NoteRename(const std::string& from, const std::string& to);

 private:
  struct Opened {
    bool folder = false;
    std::string name;
    SimulatedDisk::Inode inode = 0;
  };

  [[nodiscard]] const Opened* Find(int fd) const;

  std::atomic<bool> watching_{false};
  std::atomic<bool> powerless_{false};
  std::atomic<std::uint64_t> changes_{0};
  std::atomic<std::uint64_t> seen_{0};
  std::atomic<std::uint64_t> failed_{0};

  mutable std::mutex mutex_;
  std::string folder_;
  Lie lie_ = Lie::kNone;
  std::uint64_t power_until_ = 0;  ///< 0: for ever
  Failure failure_;
  bool half_done_ = false;
  std::map<int, Opened> opened_;
  SimulatedDisk disk_;
  std::mt19937_64 chance_;
};

}  // namespace prichal::chaos
