#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>

#include "bridge/core/sender.h"

namespace prichal::bridge {

/// Fair shares: how much each sender holds of a shared limit, and which sender loses first when it
/// is full. That is the IP address that holds most, and of its client IDs the one that holds most.
/// So a sender is safe while another address holds more, however that one divides it among client
/// IDs.
///
/// A plain value without clock and lock.
class Shares {
 public:
  void Add(const Sender& sender, std::size_t amount);
  /// Subtracts at most what was added.
  void Subtract(const Sender& sender, std::size_t amount);

  /// Returns the sender that holds most. At least one sender must hold something.
  [[nodiscard]] Sender Greediest() const;

 private:
  struct Hash {
    using is_avalanching = void;
    // What is hashed are keyed hashes already.
    std::size_t operator()(std::uint64_t key) const { return key * 0x9e3779b97f4a7c15U; }
  };

  boost::unordered_flat_map<std::uint64_t, std::size_t, Hash> addresses_;
  boost::unordered_flat_map<std::uint64_t, std::size_t, Hash> senders_;
};

}  // namespace prichal::bridge
