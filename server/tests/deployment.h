#pragma once

#include <gtest/gtest.h>

#include <string>

namespace prichal::testing {

/// How a bridge under test is run: what it promises holds for each of them.
enum class Deployment {
  kMemory,        ///< one process that keeps nothing
  kFile,          ///< one process with a file
  kTwoOnValkey,   ///< two instances on one server of Valkey
  kTwoOnCluster,  ///< two instances on a cluster of three masters
};

/// With messages in Valkey.
[[nodiscard]] constexpr bool IsShared(Deployment deployment) {
  return deployment == Deployment::kTwoOnValkey || deployment == Deployment::kTwoOnCluster;
}

/// The URI of servers without a key. All tests of this process have the same ones, one test after
/// the other: a cluster takes seconds to agree on itself.
[[nodiscard]] std::string EmptyValkey(Deployment deployment);

[[nodiscard]] std::string NameOfDeployment(const ::testing::TestParamInfo<Deployment>& info);

/// For INSTANTIATE_TEST_SUITE_P: what ships, and what several machines have.
[[nodiscard]] inline auto EveryDeployment() {
  return ::testing::Values(Deployment::kMemory, Deployment::kFile, Deployment::kTwoOnValkey,
                           Deployment::kTwoOnCluster);
}
/// One process as quick as it gets, where its store is nothing to what is tested.
[[nodiscard]] inline auto OneAndTwoInstances() {
  return ::testing::Values(Deployment::kMemory, Deployment::kTwoOnValkey,
                           Deployment::kTwoOnCluster);
}
[[nodiscard]] inline auto TwoInstances() {
  return ::testing::Values(Deployment::kTwoOnValkey, Deployment::kTwoOnCluster);
}

}  // namespace prichal::testing
