#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::chaos {

/// Models the content of a folder after a power loss. It records all changes, and distinguishes
/// synced data from data that may still be in the kernel's memory. A power loss keeps a random part
/// of the latter, torn at sector boundaries, names included. POSIX does not guarantee more: syncing
/// a file does not sync its name, and writes reach the disk in any order.
///
/// A sector is written completely or not at all, as SQLite expects (powersafe overwrite,
/// https://www.sqlite.org/psow.html). A grown but unwritten range can contain zeros or garbage.
class SimulatedDisk {
 public:
  using Inode = std::uint64_t;
  /// Content by name.
  using Files = std::map<std::string, std::string>;

  static constexpr std::size_t kSector = 512;

  // Record operations. Names are relative to the folder.
  void Create(const std::string& name, Inode inode);
  void Rename(const std::string& from, const std::string& to);
  void Unlink(const std::string& name);
  void Write(Inode inode, std::uint64_t offset, std::string_view bytes);
  void Truncate(Inode inode, std::uint64_t bytes);
  /// Makes the content and size durable, but not the name.
  void Sync(Inode inode);
  /// Simulates a failed fsync(2) on Linux: part of the data is durable, and the rest is lost for
  /// good, because the kernel marks the pages as clean.
  void FailSync(Inode inode, std::mt19937_64& chance);
  void SyncFolder();

  /// Returns the content after a power loss.
  [[nodiscard]] Files Lose(std::mt19937_64& chance) const;
  /// Returns the content if everything is written.
  [[nodiscard]] Files Whole() const;
  /// Sets the content, all durable. `inodes`: by name.
  void Restart(const Files& files, const std::map<std::string, Inode>& inodes);

  /// Number of bytes and names not yet durable.
  [[nodiscard]] std::size_t pending() const;

 private:
  struct Change {
    bool truncates = false;
    std::uint64_t at = 0;  ///< offset; the new size if `truncates`
    std::string bytes;
  };
  struct File {
    std::string safe;
    std::vector<Change> pending;
  };
  struct EntryChange {
    std::string name;
    Inode inode = 0;       ///< 0 removes the name
    std::string replaces;  ///< name that is removed atomically by a rename
  };
  using Entries = std::map<std::string, Inode>;

  static void Apply(const Change& change, std::string& content);
  static void Apply(const EntryChange& change, Entries& entries);
  /// Applies a random part of the sectors of `change`.
  static void Tear(const Change& change, double kept, bool junk, std::mt19937_64& chance,
                   std::string& content);
  [[nodiscard]] static std::string LoseOf(const File& file, std::mt19937_64& chance);

  std::map<Inode, File> files_;
  Entries safe_entries_;
  Entries entries_;  ///< as the process sees them
  std::vector<EntryChange> pending_entries_;
};

}  // namespace prichal::chaos
