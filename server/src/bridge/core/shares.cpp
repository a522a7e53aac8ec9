#include "bridge/core/shares.h"

namespace prichal::bridge {

void Shares::Add(const Sender& sender, std::size_t amount) {
  addresses_[sender.address] += amount;
  senders_[sender.key()] += amount;
}

void Shares::Subtract(const Sender& sender, std::size_t amount) {
  addresses_[sender.address] -= amount;
  senders_[sender.key()] -= amount;
}

Sender Shares::Greediest() const {
  Sender greediest;
  std::size_t most = 0;
  for (const auto& [address, amount] : addresses_) {
    if (amount < most) continue;
    most = amount;
    greediest.address = static_cast<std::uint32_t>(address);
  }
  most = 0;
  for (const auto& [key, amount] : senders_) {
    if (key >> 32U != greediest.address || amount < most) continue;
    most = amount;
    greediest.id = static_cast<std::uint32_t>(key);
  }
  return greediest;
}

}  // namespace prichal::bridge
