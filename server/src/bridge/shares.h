#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>

#include "bridge/sender.h"

namespace prichal::bridge {

/// How much each sender holds of something that all share, and which of them gives way when it is
/// full: of all addresses the one that holds most, and of the client ids behind it the one that
/// holds most. So what a sender holds is safe as long as another holds more, whichever that is and
/// however it divides it. Pure.
class Shares {
 public:
  void Add(const Sender& sender, std::size_t amount);
  /// Not more than was added.
  void Subtract(const Sender& sender, std::size_t amount);

  /// Something is held.
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
