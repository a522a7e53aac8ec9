#include "deployment.h"

#include <memory>
#include <vector>

#include "valkey/fixture_servers.h"

namespace prichal::testing {
namespace {

constexpr std::size_t kMasters = 3;

void Empty(const valkey::FixtureServer& server) {
  const valkey::Reply reply = server.Run({"FLUSHALL"});
  EXPECT_FALSE(reply.IsError()) << reply.text;
}

}  // namespace

std::string EmptyValkey(Deployment deployment) {
  if (deployment == Deployment::kTwoOnValkey) {
    static const valkey::FixtureServer server;
    Empty(server);
    return "redis://" + valkey::NameOf(server.endpoint());
  }
  // A long timeout, so that a slow master on a busy machine is not replaced.
  static valkey::FixtureCluster cluster(kMasters, 0, {"--cluster-node-timeout", "30000"});
  for (std::size_t i = 0; i < cluster.size(); ++i) Empty(cluster.at(i));
  return cluster.Uri();
}

std::string NameOfDeployment(const ::testing::TestParamInfo<Deployment>& info) {
  switch (info.param) {
    case Deployment::kMemory:
      return "Memory";
    case Deployment::kFile:
      return "File";
    case Deployment::kTwoOnValkey:
      return "TwoOnValkey";
    case Deployment::kTwoOnCluster:
      break;
  }
  return "TwoOnCluster";
}

}  // namespace prichal::testing
