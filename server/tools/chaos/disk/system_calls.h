#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <string>

#include "chaos/disk/simulated_disk.h"

namespace prichal::chaos {

/// Kinds of file system calls, as a bit mask.
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

/// Calls to fail.
struct Failure {
  std::uint32_t calls = 0;    ///< bit mask of kinds; 0 disables
  std::uint64_t first = 0;    ///< first failing call, counted from 1 among these kinds
  std::uint64_t count = 1;    ///< number of consecutive failing calls
  int error = 0;              ///< errno
  bool half_written = false;  ///< a write writes half of its bytes, and the next one fails
};

/// Deliberate faults of a disk or program, to verify that the tests find them.
enum class Lie {
  kNone,
  kFileSync,    ///< fsync of the database file does nothing
  kLogSync,     ///< fsync of its write-ahead log does nothing
  kFolderSync,  ///< fsync of the folder does nothing
};

/// Intercepts this process's file system calls below one folder, including SQLite's
/// (interposed_calls.cpp replaces the C library's functions). Passes them to a SimulatedDisk and
/// fails them on request. A singleton; any thread.
class SystemCalls {
 public:
  /// Returns the only instance.
  static SystemCalls& Instance();

  /// Starts intercepting calls below `folder`, given without a trailing slash.
  void Watch(const std::string& folder, Lie lie, std::uint64_t seed);
  /// Stops intercepting calls.
  void Unwatch();

  /// Simulates a power loss at the `after`th modifying call, counted from 1: it and all later calls
  /// fail with EIO and do nothing.
  void LosePowerAt(std::uint64_t after);
  [[nodiscard]] bool powerless() const { return powerless_.load(); }
  /// Returns the content of the folder after the power loss.
  [[nodiscard]] SimulatedDisk::Files Lose(std::mt19937_64& chance);
  /// Replaces the content of the watched folder by `files`, all durable.
  void Restart(const SimulatedDisk::Files& files);

  /// Starts failing calls.
  void Fail(const Failure& failure);
  /// Number of calls of the failure's kinds since Fail(), and how many of them failed.
  [[nodiscard]] std::uint64_t seen() const { return seen_.load(); }
  [[nodiscard]] std::uint64_t failed() const { return failed_.load(); }
  /// Number of modifying calls since Watch().
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(); }

  // The functions below are used by the intercepted calls.
  struct Verdict {
    bool fails = false;
    int error = 0;
    bool half = false;
  };
  /// Returns false if nothing is watched; calls then pass through.
  [[nodiscard]] bool watching() const { return watching_.load(std::memory_order_acquire); }
  /// Returns the name relative to the folder, or "/" for the folder itself. Empty for other paths.
  [[nodiscard]] std::string NameOf(const char* path) const;
  /// Decides whether the next call of this kind fails.
  [[nodiscard]] Verdict Judge(Call call);
  /// Record completed calls, to update the simulated disk.
  void NoteOpen(int fd, const std::string& name, bool created, bool emptied);
  void NoteClose(int fd);
  /// Returns whether the descriptor is of a watched file.
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
  std::uint64_t power_until_ = 0;  ///< number of the call at which the power fails; 0 for never
  Failure failure_;
  bool half_done_ = false;
  std::map<int, Opened> opened_;
  SimulatedDisk disk_;
  std::mt19937_64 chance_;
};

}  // namespace prichal::chaos
