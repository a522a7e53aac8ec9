// Measures ton_proof checks per second, next to plain Ed25519 verifications by libsodium. Both
// alternate in one process and are measured in CPU time of the thread, so that other load on the
// machine affects them equally.
//
//   ton-bench server/src/signin/ton/ton.vectors.json [ROUNDS]

#include <fmt/format.h>
#include <sodium/core.h>
#include <sodium/crypto_sign_ed25519.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "signin/ton/proof.h"

namespace {

using namespace prichal::signin::ton;

constexpr int kCallsInATurn = 500;
constexpr int kRounds = 21;
constexpr std::chrono::seconds kNow{1'767'225'600};

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Returns microseconds per call.
double Time(const std::function<bool()>& call) {
  const double begin = ThreadSeconds();
  for (int i = 0; i < kCallsInATurn; ++i) {
    if (!call()) throw std::runtime_error("what is measured fails: the vectors are no longer good");
  }
  return (ThreadSeconds() - begin) * 1e6 / kCallsInATurn;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The request of a page, and the data of its wallet for the plain verification.
struct Subject {
  std::string id;
  std::string body;
};

std::vector<Subject> ReadSubjects(const char* path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto vectors = boost::json::parse({text.data(), text.size()});
  std::vector<Subject> subjects;
  for (const auto& one : vectors.at("ton_proof").as_array()) {
    const std::string id = one.at("id").as_string().c_str();
    for (const char* expected :
         {"valid-v3r2-mainnet", "valid-v4r2-testnet", "valid-v5r1-mainnet"}) {
      if (id == expected) subjects.push_back({id, boost::json::serialize(one.at("input"))});
    }
  }
  return subjects;
}

void Measure(const Subject& subject, int rounds) {
  std::array<unsigned char, crypto_sign_ed25519_PUBLICKEYBYTES> key{};
  std::array<unsigned char, crypto_sign_ed25519_SECRETKEYBYTES> secret{};
  crypto_sign_ed25519_keypair(key.data(), secret.data());
  const std::array<unsigned char, 32> hash{1, 2, 3};
  std::array<unsigned char, crypto_sign_ed25519_BYTES> signature{};
  crypto_sign_ed25519_detached(signature.data(), nullptr, hash.data(), hash.size(), secret.data());
  const auto bare = [&] {
    return crypto_sign_ed25519_verify_detached(signature.data(), hash.data(), hash.size(),
                                               key.data()) == 0;
  };

  const auto request = ParseProofRequest(subject.body);
  if (!request) throw std::runtime_error(request.error().words);
  const std::array domains = {request->domain};
  const std::array networks = {kMainnet, kTestnet};
  const ProofRules rules{.domains = domains,
                         .networks = networks,
                         .payload = PayloadIs(request->payload),
                         .max_age = std::chrono::seconds(900),
                         .max_ahead = std::chrono::seconds(60)};
  const auto check = [&] { return CheckProof(*request, rules, kNow).has_value(); };
  const auto parse_and_check = [&] {
    const auto posted = ParseProofRequest(subject.body);
    return posted && CheckProof(*posted, rules, kNow).has_value();
  };

  std::vector<double> bares;
  std::vector<double> checks;
  std::vector<double> posts;
  std::vector<double> shares;
  for (int round = 0; round < rounds; ++round) {
    bares.push_back(Time(bare));
    checks.push_back(Time(check));
    posts.push_back(Time(parse_and_check));
    shares.push_back(bares.back() / checks.back());
  }
  fmt::print(
      "{:<20} bare {:.1f} us, check {:.1f} us, from JSON {:.1f} us; {:.0f} checks a second, "
      "{:.0f} % of bare verifications\n",
      subject.id, Median(bares), Median(checks), Median(posts), 1e6 / Median(checks),
      100 * Median(shares));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || sodium_init() < 0) {
    fmt::print(stderr,
               "ton-bench VECTORS [ROUNDS]: server/src/signin/ton/ton.vectors.json for one\n");
    return 1;
  }
  try {
    const int rounds = argc > 2 ? std::max(1, std::stoi(argv[2])) : kRounds;
    for (const Subject& subject : ReadSubjects(argv[1])) Measure(subject, rounds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "ton-bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
