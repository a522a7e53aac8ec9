#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::chaos {

/// What of one folder would be left if the power failed now. It is told what was written, and keeps
/// apart what a sync has made safe and what the operating system may still hold in memory; of the
/// latter a loss leaves a random part, torn at sectors, names included. No more is promised by
/// POSIX: a file's sync does not keep its name, and writes reach the disk in any order.
///
/// A sector is written whole or not at all, as SQLite expects of a disk (powersafe overwrite,
/// https://www.sqlite.org/psow.html). What a file grew by and was not written may be zeros or junk.
class SimulatedDisk {
 public:
  using Inode = std::uint64_t;
  /// Names and contents.
  using Files = std::map<std::string, std::string>;

  static constexpr std::size_t kSector = 512;

  // What has been done. Names are those within the folder.
  void Create(const std::string& name, Inode inode);
  void Rename(const std::string& from, const std::string& to);
  void Unlink(const std::string& name);
  void Write(Inode inode, std::uint64_t offset, std::string_view bytes);
  void Truncate(Inode inode, std::uint64_t bytes);
  /// Content and size are safe; its name is not.
  void Sync(Inode inode);
  /// The disk took some of it and forgot the rest, and no later sync brings that back: an error of
  /// fsync(2) on Linux, after which the pages count as clean.
  void FailSync(Inode inode, std::mt19937_64& chance);
  void SyncFolder();

  /// What is there after the loss.
  [[nodiscard]] Files Lose(std::mt19937_64& chance) const;
  /// What is there if everything that waits is written.
  [[nodiscard]] Files Whole() const;
  /// All of these are safe; nothing waits. `inodes`: theirs, by name.
  void Restart(const Files& files, const std::map<std::string, Inode>& inodes);

  /// Bytes and names that no sync has made safe.
  [[nodiscard]] std::size_t pending() const;

 private:
  struct Change {
    bool truncates = false;
    std::uint64_t at = 0;  ///< offset; with `truncates` the new size
    std::string bytes;
  };
  struct File {
    std::string safe;
    std::vector<Change> pending;
  };
  struct EntryChange {
    std::string name;
    Inode inode = 0;       ///< 0: the name goes
    std::string replaces;  ///< a name that goes in the same moment
  };
  using Entries = std::map<std::string, Inode>;

  static void Apply(const Change& change, std::string& content);
  static void Apply(const EntryChange& change, Entries& entries);
  /// Applies the sectors of `change` that `chance` keeps.
  static void Tear(const Change& change, double kept, bool junk, std::mt19937_64& chance,
                   std::string& content);
  [[nodiscard]] static std::string LoseOf(const File& file, std::mt19937_64& chance);

  std::map<Inode, File> files_;
  Entries safe_entries_;
  Entries entries_;  ///< as the process sees them
  std::vector<EntryChange> pending_entries_;
};

}  // namespace prichal::chaos
