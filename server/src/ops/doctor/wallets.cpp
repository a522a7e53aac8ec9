// The list of wallets that the page offers.

#include "site/wallets.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "ops/doctor/names.h"

namespace prichal::app::doctor {

void LookAtWallets(const Deployment& deployment, Findings& findings) {
  constexpr const char* kList = "wallets_list";
  const auto url = deployment.At("/wallets-v2.json");
  const auto answer = deployment.Get(url);
  const auto none = [&](const std::string& value, const std::string& reason) {
    findings.NotLookedAt("wallets_dns", "there is no list of wallets");
    findings.Wrong(kList, value, reason,
                   "see that the proxy sends /wallets-v2.json on to the server, and take a newer "
                   "list (docs/deployment.md)");
  };
  if (!answer.came()) return none(url, answer.words);
  if (answer.status != 200) {
    return none(fmt::format("{} at {}", answer.status, url), "no wallet can be chosen");
  }
  const auto list = host::ComposeWallets(answer.body, std::nullopt, deployment.origin);
  if (!list) return none(url, list.error());
  findings.Good(kList, url);
  std::vector<std::string> names;
  for (const auto* origins : {&list->bridge_origins, &list->image_origins}) {
    for (const auto& origin : *origins) names.push_back(HostOf(origin));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  auto looked = LookUp(names, deployment.timeout);
  // Where there is no network some resolvers know no name at all.
  if (!FindsNames(deployment.clock_url, deployment.timeout)) {
    for (auto& one : looked) {
      if (one.outcome == LookedUp::Status::kNone) one.outcome = LookedUp::Status::kNoAnswer;
    }
  }
  JudgeWalletNames(looked, findings);
}

}  // namespace prichal::app::doctor
