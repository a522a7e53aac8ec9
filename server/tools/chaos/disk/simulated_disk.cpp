#include "chaos/disk/simulated_disk.h"

#include <algorithm>
#include <utility>

namespace prichal::chaos {
namespace {

bool Happens(double probability, std::mt19937_64& chance) {
  return std::uniform_real_distribution<double>(0, 1)(chance) < probability;
}

/// Returns the part of pending changes that a power loss keeps: often nothing or everything, which
/// reveals ordering mistakes, otherwise any part.
double PartKept(std::mt19937_64& chance) {
  switch (chance() % 5) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return 0.5;
    default:
      return std::uniform_real_distribution<double>(0, 1)(chance);
  }
}

}  // namespace

void SimulatedDisk::Create(const std::string& name, Inode inode) {
  files_[inode] = {};
  entries_[name] = inode;
  pending_entries_.push_back({.name = name, .inode = inode, .replaces = {}});
}

void SimulatedDisk::Rename(const std::string& from, const std::string& to) {
  const auto found = entries_.find(from);
  if (found == entries_.end()) return;
  pending_entries_.push_back({.name = to, .inode = found->second, .replaces = from});
  Apply(pending_entries_.back(), entries_);
}

void SimulatedDisk::Unlink(const std::string& name) {
  pending_entries_.push_back({.name = name, .inode = 0, .replaces = {}});
  Apply(pending_entries_.back(), entries_);
}

void SimulatedDisk::Write(Inode inode, std::uint64_t offset, std::string_view bytes) {
  files_[inode].pending.push_back({.truncates = false, .at = offset, .bytes = std::string(bytes)});
}

void SimulatedDisk::Truncate(Inode inode, std::uint64_t bytes) {
  files_[inode].pending.push_back({.truncates = true, .at = bytes, .bytes = {}});
}

void SimulatedDisk::Sync(Inode inode) {
  File& file = files_[inode];
  for (const Change& change : file.pending) Apply(change, file.safe);
  file.pending.clear();
}

void SimulatedDisk::FailSync(Inode inode, std::mt19937_64& chance) {
  File& file = files_[inode];
  file.safe = LoseOf(file, chance);
  file.pending.clear();
}

void SimulatedDisk::SyncFolder() {
  safe_entries_ = entries_;
  pending_entries_.clear();
}

SimulatedDisk::Files SimulatedDisk::Lose(std::mt19937_64& chance) const {
  Entries entries = safe_entries_;
  const double kept = PartKept(chance);
  // Journaling file systems keep the order of names; others do not.
  const bool in_order = chance() % 2 == 0;
  for (const EntryChange& change : pending_entries_) {
    if (Happens(kept, chance)) {
      Apply(change, entries);
    } else if (in_order) {
      break;
    }
  }
  Files left;
  for (const auto& [name, inode] : entries) left[name] = LoseOf(files_.at(inode), chance);
  return left;
}

SimulatedDisk::Files SimulatedDisk::Whole() const {
  Files all;
  for (const auto& [name, inode] : entries_) {
    const File& file = files_.at(inode);
    std::string& content = all[name] = file.safe;
    for (const Change& change : file.pending) Apply(change, content);
  }
  return all;
}

void SimulatedDisk::Restart(const Files& files, const std::map<std::string, Inode>& inodes) {
  files_.clear();
  pending_entries_.clear();
  entries_ = inodes;
  safe_entries_ = entries_;
  for (const auto& [name, inode] : inodes) files_[inode].safe = files.at(name);
}

std::size_t SimulatedDisk::pending() const {
  std::size_t sum = pending_entries_.size();
  for (const auto& [inode, file] : files_) {
    for (const Change& change : file.pending) sum += std::max<std::size_t>(1, change.bytes.size());
  }
  return sum;
}

void SimulatedDisk::Apply(const Change& change, std::string& content) {
  if (change.truncates) return content.resize(change.at);
  if (content.size() < change.at + change.bytes.size()) {
    content.resize(change.at + change.bytes.size());
  }
  std::copy(change.bytes.begin(), change.bytes.end(),
            content.begin() + static_cast<std::ptrdiff_t>(change.at));
}

void SimulatedDisk::Apply(const EntryChange& change, Entries& entries) {
  if (!change.replaces.empty()) entries.erase(change.replaces);
  if (change.inode == 0) {
    entries.erase(change.name);
  } else {
    entries[change.name] = change.inode;
  }
}

void SimulatedDisk::Tear(const Change& change, double kept, bool junk, std::mt19937_64& chance,
                         std::string& content) {
  std::size_t done = 0;
  while (done < change.bytes.size()) {
    const std::uint64_t at = change.at + done;
    const std::size_t count =
        std::min<std::size_t>(kSector - at % kSector, change.bytes.size() - done);
    if (Happens(kept, chance)) {
      if (junk && at > content.size()) {
        const std::size_t was = content.size();
        content.resize(at);
        std::generate(content.begin() + static_cast<std::ptrdiff_t>(was), content.end(),
                      [&] { return static_cast<char>(chance()); });
      }
      Apply({.truncates = false, .at = at, .bytes = change.bytes.substr(done, count)}, content);
    } else if (at + count > content.size() && Happens(kept, chance)) {
      // The file has grown, but the new range has not been written.
      content.resize(at + count, junk ? static_cast<char>(chance()) : '\0');
    }
    done += count;
  }
}

std::string SimulatedDisk::LoseOf(const File& file, std::mt19937_64& chance) {
  std::string content = file.safe;
  const double kept = PartKept(chance);
  const bool junk = chance() % 4 == 0;
  for (const Change& change : file.pending) {
    if (!change.truncates) {
      Tear(change, kept, junk, chance, content);
    } else if (Happens(kept, chance)) {
      Apply(change, content);
    }
  }
  return content;
}

}  // namespace prichal::chaos
