// Fuzzes posted wallet proofs: an input is rejected with a code and message, or has the required
// domain, payload, network and time. Permissive rules let the fuzzer reach the state init and the
// key in it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "signin/ton/proof.h"

namespace {

using namespace prichal::signin::ton;

constexpr std::chrono::seconds kNow{1'767'225'600};

void CheckFault(const ProofFault& fault) {
  if (CodeOf(fault.rule).empty() || fault.words.empty() || fault.words.size() > 2000) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto request = ParseProofRequest({reinterpret_cast<const char*>(data), size});
  if (!request) {
    CheckFault(request.error());
    return 0;
  }
  const std::array domains = {std::string("dapp.example.org")};
  const std::array networks = {kMainnet, kTestnet, 662387};
  ProofRules rules{.domains = domains,
                   .networks = networks,
                   .payload = PayloadIs("payload"),
                   .max_age = std::chrono::seconds(900),
                   .max_ahead = std::chrono::seconds(60)};
  const auto strict = CheckProof(*request, rules, kNow);
  if (!strict) CheckFault(strict.error());
  if (strict && (request->domain != domains[0] || request->payload != "payload" ||
                 request->domain_length != request->domain.size() ||
                 strict->timestamp + 900 < 1'767'225'600 || strict->timestamp > 1'767'225'660)) {
    std::abort();
  }

  const std::array own_domain = {request->domain};
  const std::array own_network = {request->network};
  rules.domains = own_domain;
  rules.networks = own_network;
  rules.payload = [](std::string_view) { return true; };
  const auto lax = CheckProof(*request, rules, kNow);
  if (!lax) CheckFault(lax.error());
  if (lax && ParseAddress(request->address)->address != lax->address) std::abort();
  return 0;
}
