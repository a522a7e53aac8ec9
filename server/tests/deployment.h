#pragma once

#include <gtest/gtest.h>

#include <string>

namespace prichal::testing {

/// Deployments of a bridge under test. Contract tests run with each of them.
enum class Deployment {
  kMemory,        ///< one process without persistence
  kFile,          ///< one process with a database file
  kTwoOnValkey,   ///< two instances on one Valkey server
  kTwoOnCluster,  ///< two instances on a cluster of three masters
};

/// True if messages are in Valkey.
[[nodiscard]] constexpr bool IsShared(Deployment deployment) {
  return deployment == Deployment::kTwoOnValkey || deployment == Deployment::kTwoOnCluster;
}

/// Returns the URI of emptied Valkey servers. The tests of this process share the servers, one test
/// after the other, because starting a cluster takes seconds.
[[nodiscard]] std::string EmptyValkey(Deployment deployment);

[[nodiscard]] std::string NameOfDeployment(const ::testing::TestParamInfo<Deployment>& info);

/// For INSTANTIATE_TEST_SUITE_P: all deployments.
[[nodiscard]] inline auto EveryDeployment() {
  return ::testing::Values(Deployment::kMemory, Deployment::kFile, Deployment::kTwoOnValkey,
                           Deployment::kTwoOnCluster);
}
/// A single process without persistence, and both kinds with two instances.
[[nodiscard]] inline auto OneAndTwoInstances() {
  return ::testing::Values(Deployment::kMemory, Deployment::kTwoOnValkey,
                           Deployment::kTwoOnCluster);
}
[[nodiscard]] inline auto TwoInstances() {
  return ::testing::Values(Deployment::kTwoOnValkey, Deployment::kTwoOnCluster);
}

}  // namespace prichal::testing
