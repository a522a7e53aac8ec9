// Measures the CPU time of checking init data, access tokens and DPoP proofs; the calls alternate
// in one process.
//
//   sign-in-bench [ROUNDS]
//   sign-in-bench ROUNDS server/src/signin/telegram/init-data.vectors.json ID    only that init
//   data sign-in-bench --timing [CALLS]    does the duration depend on the correctness of a guess?

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <cmath>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/encoding.h"
#include "module-bench/secrets.h"
#include "signin/telegram/init_data.h"
#include "signin/telegram/init_data_fields.h"
#include "signin/token/access_token.h"
#include "signin/token/dpop.h"

namespace {

constexpr int kCallsInATurn = 500;
constexpr int kRounds = 21;
constexpr int kTimedCalls = 2'000'000;
constexpr double kNoDifference = 4.5;
constexpr std::chrono::seconds kNow{1790000060};

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Subject {
  std::string name;
  std::function<bool()> call;
  std::vector<double> micros{};  ///< microseconds per call, one entry per round
};

void Measure(Subject& subject) {
  const double begin = ThreadSeconds();
  for (int i = 0; i < kCallsInATurn; ++i) {
    if (!subject.call()) throw std::runtime_error(subject.name + " fails");
  }
  subject.micros.push_back((ThreadSeconds() - begin) * 1e6 / kCallsInATurn);
}

void AddInitData(std::vector<Subject>& subjects) {
  using namespace prichal::signin::telegram;
  constexpr std::string_view kToken = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";
  // Init data with the length that Telegram sends today, with a picture and a signature.
  const std::string pairs =
      "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A99281932%2C%22first_name%22%3A%22%D0%98"
      "%D0%B2%D0%B0%D0%BD%22%2C%22last_name%22%3A%22%D0%A2%D0%B5%D1%81%D1%82%D0%BE%D0%B2%22%2C%22"
      "username%22%3A%22ivan_test%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%"
      "22"
      "allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2F"
      "userpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_type="
      "private&"
      "chat_instance=-1234567890123456789&start_param=wheel&auth_date=1790000000";
  SignatureKey key{};
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_keypair(key.data(), secret.data());
  const Bot bot = Bot::FromToken(kToken).value();
  const std::string draft = pairs + "&hash=" + std::string(64, '0');
  const std::string said = InitDataFields::Parse(draft)->SignedString(bot.id());
  std::array<unsigned char, crypto_sign_BYTES> signature{};
  crypto_sign_detached(signature.data(), nullptr,
                       reinterpret_cast<const unsigned char*>(said.data()), said.size(),
                       secret.data());
  const std::string with_signature =
      pairs + "&signature=" + prichal::Base64UrlEncode(signature) + "&hash=";
  const auto fields = InitDataFields::Parse(with_signature + std::string(64, '0'));
  const std::string raw =
      with_signature + prichal::HexEncode(bot.Authenticate(fields->HashedString()));

  const auto check = [raw](std::shared_ptr<InitDataChecker> checker) {
    return [raw, checker = std::move(checker)] { return checker->Check(raw, kNow).has_value(); };
  };
  for (const int others : {0, 9}) {
    std::vector<Bot> bots;
    for (int i = 0; i < others; ++i) {
      bots.push_back(
          Bot::FromToken(fmt::format("{}:AAFakeTokenForTestsOnly_0123456789-xyz", i + 1)).value());
    }
    bots.push_back(Bot::FromToken(kToken).value());
    subjects.push_back({fmt::format("init data, hash, {} bot(s)", others + 1),
                        check(std::make_shared<InitDataChecker>(std::move(bots)))});
  }
  std::vector<Bot> bots;
  bots.push_back(Bot::FromId(bot.id()).value());
  InitDataPolicy policy;
  policy.signature_keys = {key};
  subjects.push_back(
      {"init data, signature", check(std::make_shared<InitDataChecker>(std::move(bots), policy))});
  subjects.push_back({"Ed25519 verification, bare", [=] {
                        return crypto_sign_verify_detached(
                                   signature.data(),
                                   reinterpret_cast<const unsigned char*>(said.data()), said.size(),
                                   key.data()) == 0;
                      }});
}

void AddVector(std::vector<Subject>& subjects, const char* path, std::string_view id) {
  using namespace prichal::signin::telegram;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto vectors = boost::json::parse({text.data(), text.size()});
  std::vector<Bot> bots;
  bots.push_back(Bot::FromToken(vectors.at("bot_token").as_string()).value());
  const auto checker = std::make_shared<InitDataChecker>(std::move(bots));
  for (const auto& one : vectors.at("vectors").as_array()) {
    if (one.at("id").as_string() != id) continue;
    subjects.push_back(
        {"init data, vector", [=, raw = std::string(one.at("init_data").as_string())] {
           return checker->Check(raw, kNow).has_value();
         }});
    return;
  }
  throw std::runtime_error(fmt::format("no vector {} in {}", id, path));
}

void AddTokens(std::vector<Subject>& subjects) {
  using namespace prichal::signin::token;
  AccessToken token;
  token.issuer = "https://app.example.com";
  token.subject = "u_01234567890123456789012345";
  token.audience = {token.issuer};
  token.client_id = "web";
  token.id = "0123456789012345678901";
  token.issued_at = kNow;
  token.expires_at = kNow + std::chrono::minutes(10);
  token.auth_time = kNow;
  token.methods = {"tg_init"};
  token.session = "0123456789012345678901";
  token.telegram =
      AccessToken::Telegram{.id = 99281932, .bot = 7000000001, .premium = true, .language = "ru"};
  for (const Algorithm algorithm : {Algorithm::kEs256, Algorithm::kEdDsa}) {
    const PrivateKey key = PrivateKey::Generate(algorithm);
    JwkSet keys;
    keys.Add(key.public_key());
    const std::string text = SignAccessToken(token, key);
    const std::string header = fmt::format(R"({{"typ":"dpop+jwt","alg":"{}","jwk":{}}})",
                                           NameOf(algorithm), key.public_key().jwk());
    const std::string claims =
        R"({"jti":"0123456789012345","htm":"GET","htu":"https://app.example.com/auth/session","iat":1790000060})";
    std::string proof = prichal::Base64UrlEncode(header) + "." + prichal::Base64UrlEncode(claims);
    const std::string signature = prichal::Base64UrlEncode(key.Sign(proof));
    proof.append(".").append(signature);
    const std::string name(NameOf(algorithm));
    subjects.push_back(
        {"access token, sign, " + name, [=] { return !SignAccessToken(token, key).empty(); }});
    subjects.push_back(
        {"access token, verify, " + name, [=] {
           return VerifyAccessToken(text, keys, token.issuer, token.issuer, kNow).has_value();
         }});
    subjects.push_back({"DPoP proof, " + name, [=] {
                          DpopRequest request;
                          request.method = "GET";
                          request.uri = "https://app.example.com/auth/session";
                          request.now = kNow;
                          const auto insert = [](const DpopId&, std::chrono::seconds) {
                            return true;
                          };
                          return CheckDpop(proof, request, insert).has_value();
                        }});
  }
}

void CompareSecrets(std::size_t calls) {
  for (const auto& subject : prichal::module_bench::SecretComparisons()) {
    const auto compared = prichal::module_bench::CompareTiming(subject, calls);
    fmt::print("{:<30} {:7.0f} {:7.0f} ticks  t {:+8.1f}  {}\n", subject.name,
               compared.first_median, compared.second_median, compared.t,
               std::abs(compared.t) < kNoDifference ? "no difference" : "DIFFERENT");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (sodium_init() < 0) return 1;
  try {
    if (argc > 1 && std::string_view(argv[1]) == "--timing") {
      const int calls = argc > 2 ? std::max(1, std::stoi(argv[2])) : kTimedCalls;
      CompareSecrets(static_cast<std::size_t>(calls));
      return 0;
    }
    const int rounds = argc > 1 ? std::max(1, std::stoi(argv[1])) : kRounds;
    std::vector<Subject> subjects;
    if (argc > 3) {
      AddVector(subjects, argv[2], argv[3]);
    } else {
      AddInitData(subjects);
      AddTokens(subjects);
    }
    for (int round = 0; round < rounds; ++round) {
      for (Subject& subject : subjects) Measure(subject);
    }
    for (Subject& subject : subjects) {
      std::sort(subject.micros.begin(), subject.micros.end());
      const double median = subject.micros[subject.micros.size() / 2];
      fmt::print("{:<30} {:7.1f} us {:9.0f} a second\n", subject.name, median, 1e6 / median);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "sign-in-bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
