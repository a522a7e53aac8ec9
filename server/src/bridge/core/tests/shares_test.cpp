#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/hash.h"
#include "bridge/core/mailbox.h"

namespace prichal::bridge {
namespace {

TEST(Shares, FindsLargestClientIdOfLargestAddress) {
  Shares shares;
  shares.Add({.address = 1, .id = 1}, 60);
  shares.Add({.address = 2, .id = 2}, 40);
  shares.Add({.address = 2, .id = 3}, 50);
  EXPECT_EQ(shares.Greediest(), (Sender{.address = 2, .id = 3}));
  shares.Subtract({.address = 2, .id = 3}, 20);
  EXPECT_EQ(shares.Greediest(), (Sender{.address = 2, .id = 2}));
  shares.Subtract({.address = 2, .id = 2}, 15);
  EXPECT_EQ(shares.Greediest(), (Sender{.address = 1, .id = 1}));
}

TEST(Shares, GroupsIpv6NetworkAsOneAddress) {
  const SipHash hash;
  const auto address = [&](const char* text) {
    return Sender::Make(hash, *IpAddress::Parse(text), "a").address;
  };
  EXPECT_EQ(address("2001:db8:1:2::3"), address("2001:db8:1:4::5"));
  EXPECT_NE(address("2001:db8:1:2::3"), address("2001:db8:2:2::3"));
  EXPECT_NE(address("203.0.113.1"), address("203.0.113.2"));
  EXPECT_NE(Sender::Make(hash, *IpAddress::Parse("203.0.113.1"), "a"),
            Sender::Make(hash, *IpAddress::Parse("203.0.113.1"), "b"));
}

TEST(Shares, MatchesModel) {
  std::mt19937 chance(7);
  Shares shares;
  std::map<Sender, std::size_t> model;
  for (int step = 0; step < 5'000; ++step) {
    const Sender sender{.address = static_cast<std::uint32_t>(chance() % 5),
                        .id = static_cast<std::uint32_t>(chance() % 5)};
    std::size_t& held = model[sender];
    if (chance() % 2 == 0) {
      const std::size_t amount = chance() % 100;
      shares.Add(sender, amount);
      held += amount;
    } else {
      const std::size_t amount = chance() % (held + 1);
      shares.Subtract(sender, amount);
      held -= amount;
    }
    std::map<std::uint32_t, std::size_t> addresses;
    for (const auto& [who, amount] : model) addresses[who.address] += amount;
    const Sender greediest = shares.Greediest();
    for (const auto& [address, amount] : addresses) {
      ASSERT_LE(amount, addresses[greediest.address]);
    }
    for (const auto& [who, amount] : model) {
      if (who.address == greediest.address) {
        ASSERT_LE(amount, model[greediest]);
      }
    }
  }
}

}  // namespace
}  // namespace prichal::bridge
