#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace prichal::chaos {

/// Result of a disk test: injected faults and found problems.
struct DiskReport {
  std::uint64_t losses = 0;        ///< power losses
  std::uint64_t failures = 0;      ///< runs in which a call failed
  std::uint64_t acknowledged = 0;  ///< acknowledged messages
  std::uint64_t checks = 0;        ///< starts after which all acknowledged messages were checked
  /// Number of observations by kind, to verify that the test covered them (such as a checkpoint).
  std::map<std::string, std::uint64_t> seen;
  std::vector<std::string> wrong;  ///< problems, each with the seed that reproduces it

  void Add(const DiskReport& other);
};

}  // namespace prichal::chaos
