// Attacks that succeed against init data checks of existing mini apps. Each test fails if its rule
// is removed. The counts come from a survey of 27 implementations.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "signin/telegram/tests/init_data_fixture.h"

namespace prichal::signin::telegram {
namespace {

using test::Hashed;
using test::HashOf;
using test::Judge;
using test::kMade;
using test::Lines;
using test::Pairs;
using test::SomePairs;

/// Signs as Telegram does, with a test key.
class Signer {
 public:
  Signer() {
    std::array<unsigned char, crypto_sign_SEEDBYTES> seed{};
    crypto_sign_seed_keypair(public_key_.data(), secret_.data(), seed.data());
  }

  [[nodiscard]] const SignatureKey& public_key() const { return public_key_; }

  [[nodiscard]] std::string Sign(Pairs pairs, std::int64_t bot = test::kBotId) const {
    const std::string said = fmt::format("{}:WebAppData\n{}", bot, Lines(pairs));
    std::array<unsigned char, crypto_sign_BYTES> signature{};
    crypto_sign_detached(signature.data(), nullptr,
                         reinterpret_cast<const unsigned char*>(said.data()), said.size(),
                         secret_.data());
    pairs.emplace_back("signature", Base64UrlEncode(signature));
    return Hashed(std::move(pairs), "7000000001:AAnobodyKnowsThisToken_0123456789");
  }

 private:
  SignatureKey public_key_{};
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret_{};
};

// Of 27 implementations 14 ignore the age, and 5 accept data whose date is invalid.
TEST(InitDataAttack, RejectsExpiredOrUndatedData) {
  EXPECT_EQ(Judge(test::Checker(), Hashed(SomePairs()), kMade + std::chrono::hours(24 * 365)),
            "expired");
  EXPECT_EQ(Judge(test::Checker(), Hashed({{"query_id", "AAG"}})), "date_absent");
  for (const char* date :
       {"", "x", "1790000000x", " 1790000000", "+1790000000", "-1790000000", "0", "1790000000.5",
        "0x6ab13b80", "17900000000000", "1e9", "99999999999999999999999"}) {
    EXPECT_EQ(Judge(test::Checker(), Hashed({{"auth_date", date}})), "date_malformed") << date;
  }
  // Data verified by signature expires as well.
  const Signer signer;
  EXPECT_EQ(Judge(test::IdChecker({signer.public_key()}), signer.Sign(SomePairs()),
                  kMade + std::chrono::hours(25)),
            "expired");
}

// 23 of 27 accept data dated next year, which is then valid until then.
TEST(InitDataAttack, RejectsDataFromFuture) {
  EXPECT_EQ(Judge(test::Checker(), Hashed(SomePairs()), kMade - std::chrono::minutes(6)), "future");
  InitDataPolicy ageless;
  ageless.max_age.reset();
  EXPECT_EQ(Judge(test::Checker(ageless), Hashed(SomePairs()), kMade - std::chrono::minutes(6)),
            "future");
}

// All 27 accept duplicate names and differ in which value counts.
TEST(InitDataAttack, RejectsDuplicateNames) {
  Pairs pairs = SomePairs();
  pairs.emplace_back("user", R"({"id":1,"first_name":"E"})");
  EXPECT_EQ(Judge(test::Checker(), Hashed(pairs)), "duplicate");
  EXPECT_EQ(Judge(test::Checker(), Hashed(SomePairs()) + "&user=%7B%22id%22%3A1%7D"), "duplicate");
  // The same name with a different encoding.
  EXPECT_EQ(Judge(test::Checker(), Hashed(SomePairs()) + "&%75ser=%7B%22id%22%3A1%7D"),
            "duplicate");
  for (const std::string_view name : {"hash", "signature", "auth_date"}) {
    Pairs twice = SomePairs();
    twice.emplace_back("signature", "");
    const std::string raw = Hashed(twice) + "&" + std::string(name) + "=1";
    EXPECT_EQ(Judge(test::Checker(), raw), "duplicate") << name;
  }
  // Duplicate names within the JSON: parsers differ in the same way.
  EXPECT_EQ(Judge(test::Checker(), Hashed({{"auth_date", "1790000000"},
                                           {"user", R"({"id":1,"first_name":"E","id":2})"}})),
            "content");
}

// 2 of 27 decode the whole query before splitting it, so a user named "&user=…" becomes another
// user.
TEST(InitDataAttack, DecodesValuesOnce) {
  const Pairs pairs = {{"auth_date", "1790000000"},
                       {"start_param", "x&user={\"id\":1}"},
                       {"user", R"({"id":99281932,"first_name":"A&user={\"id\":1}&b=%26c%3Dd"})"}};
  const auto data = test::Checker().Check(Hashed(pairs), kMade);
  ASSERT_TRUE(data) << data.error().words;
  EXPECT_EQ(data->user()->id, 99281932);
  EXPECT_EQ(data->user()->first_name, "A&user={\"id\":1}&b=%26c%3Dd");  // decoded once
  EXPECT_EQ(data->start_param(), "x&user={\"id\":1}");
}

// Two sets of fields with the same check string would share a hash.
TEST(InitDataAttack, RejectsLineBreaksThatMergeFields) {
  const std::string hash = HashOf(Lines(SomePairs()));
  // One value that contains the date and everything up to the user, so query_id and start_param
  // disappear.
  const std::string merged =
      test::Query({{"auth_date", "1790000000"},
                   {"query_id", "AAG\nstart_param=wheel"},
                   {"user", R"({"id":99281932,"first_name":"A","username":"ivan_test"})"},
                   {"hash", hash}});
  EXPECT_EQ(Judge(test::Checker(), merged), "field");
  // A name that contains "=", so "user" disappears.
  const std::string renamed =
      test::Query({{"auth_date", "1790000000"},
                   {"query_id", "AAG"},
                   {"start_param", "wheel"},
                   {"user={\"id\":99281932,\"first_name\":\"A\",\"username\":\"ivan_test\"}", ""},
                   {"hash", hash}});
  EXPECT_EQ(Judge(test::Checker(), renamed), "field");
  const std::string split = Hashed({{"auth_date", "1790000000"}, {"a=b", "c"}});
  EXPECT_EQ(Judge(test::Checker(), split), "field");
  for (const char* name : {"", "us er", "a\nb", "\xd0\x98"}) {
    EXPECT_EQ(Judge(test::Checker(), Hashed({{"auth_date", "1790000000"}, {name, "c"}})), "field");
  }
}

// One of 27 hashes the hash itself; some exclude the signature, which can then be changed.
TEST(InitDataAttack, HashesEveryFieldExceptHash) {
  Pairs pairs = SomePairs();
  pairs.emplace_back("signature", "AAAA");
  pairs.emplace_back("a_field_of_tomorrow", "1");
  const std::string raw = Hashed(pairs);
  EXPECT_EQ(Judge(test::Checker(), raw), "taken");
  for (const std::string_view part : {"signature=AAAA", "tomorrow=1", "start_param=wheel", "AAG"}) {
    std::string changed = raw;
    changed[changed.find(part) + part.size() - 1] = '2';
    EXPECT_EQ(Judge(test::Checker(), changed), "not_signed") << part;
  }
  std::string shorter = raw;
  shorter.erase(shorter.find("&a_field_of_tomorrow=1"), 22);
  EXPECT_EQ(Judge(test::Checker(), shorter), "not_signed");
  EXPECT_EQ(Judge(test::Checker(), raw + "&added=1"), "not_signed");
}

TEST(InitDataAttack, ComparesWholeHash) {
  const std::string raw = Hashed(SomePairs());
  EXPECT_EQ(Judge(test::Checker(), raw.substr(0, raw.size() - 1)), "hash_malformed");
  EXPECT_EQ(Judge(test::Checker(), raw.substr(0, raw.size() - 64)), "hash_malformed");
  EXPECT_EQ(Judge(test::Checker(), raw + "0"), "hash_malformed");
  EXPECT_EQ(Judge(test::Checker(), raw.substr(0, raw.rfind('&'))), "hash_absent");
  // Each hex digit is compared.
  for (std::size_t i = raw.size() - 64; i < raw.size(); ++i) {
    std::string changed = raw;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_EQ(Judge(test::Checker(), changed), "not_signed") << i;
  }
}

// One of 27 has a development bypass that a setting enables.
TEST(InitDataAttack, RejectsOtherSignatureKeys) {
  EXPECT_EQ(InitDataPolicy().signature_keys, std::vector<SignatureKey>{kProductionKey});
  const Signer signer;
  const std::string raw = signer.Sign(SomePairs());
  EXPECT_EQ(Judge(test::IdChecker({signer.public_key()}), raw), "taken");
  EXPECT_EQ(Judge(test::IdChecker({kProductionKey}), raw), "not_signed");
  EXPECT_EQ(Judge(test::IdChecker({}), raw), "not_signed");
}

TEST(InitDataAttack, AcceptsSignatureOnlyForItsBotAndFields) {
  const Signer signer;
  const auto checker = test::IdChecker({kProductionKey, signer.public_key()});
  const std::string raw = signer.Sign(SomePairs());
  const auto data = checker.Check(raw, kMade);
  ASSERT_TRUE(data) << data.error().words;
  EXPECT_EQ(data->proof(), InitDataProof::kSignature);
  EXPECT_EQ(data->bot_id(), test::kBotId);
  EXPECT_EQ(Judge(checker, signer.Sign(SomePairs(), test::kBotId + 1)), "not_signed");
  EXPECT_EQ(Judge(checker, raw + "&added=1"), "not_signed");
  std::string changed = raw;
  changed[changed.find("wheel")] = 'W';
  EXPECT_EQ(Judge(checker, changed), "not_signed");
}

TEST(InitDataAttack, RejectsMissingOrMalformedSignature) {
  const Signer signer;
  const auto checker = test::IdChecker({signer.public_key()});
  EXPECT_EQ(Judge(checker, Hashed(SomePairs())), "signature_absent");
  for (const std::string& text : {std::string("x"), std::string(85, 'A'), std::string(87, 'A'),
                                  std::string(86, '!'), std::string(88, 'A')}) {
    Pairs pairs = SomePairs();
    pairs.emplace_back("signature", text);
    EXPECT_EQ(Judge(checker, Hashed(pairs)), "signature_malformed") << text;
  }
  Pairs zeros = SomePairs();
  zeros.emplace_back("signature", std::string(86, 'A'));
  EXPECT_EQ(Judge(checker, Hashed(zeros)), "not_signed");
}

// A bot with a token is verified only by its token; its ID is not an alternative.
TEST(InitDataAttack, RequiresHashForBotWithToken) {
  const Signer signer;
  InitDataPolicy policy;
  policy.signature_keys = {signer.public_key()};
  std::vector<Bot> bots;
  bots.push_back(Bot::FromToken(test::kToken).value());
  bots.push_back(Bot::FromId(test::kBotId + 1).value());
  const InitDataChecker checker(std::move(bots), std::move(policy));
  EXPECT_EQ(Judge(checker, signer.Sign(SomePairs())), "not_signed");
  EXPECT_EQ(Judge(checker, signer.Sign(SomePairs(), test::kBotId + 1)), "taken");
}

TEST(InitDataAttack, LimitsSizeAndFields) {
  EXPECT_EQ(Judge(test::Checker(), ""), "empty");
  EXPECT_EQ(Judge(test::Checker(), std::string(InitDataChecker::kMaxBytes + 1, 'a')), "size");
  Pairs pairs = {{"auth_date", "1790000000"}};
  for (std::size_t i = 2; i < InitDataChecker::kMaxFields; ++i) {
    pairs.emplace_back(fmt::format("f{}", i), "");
  }
  EXPECT_EQ(Judge(test::Checker(), Hashed(pairs)), "taken");  // with the hash this is the maximum
  pairs.emplace_back("one_more", "");
  EXPECT_EQ(Judge(test::Checker(), Hashed(pairs)), "size");
  EXPECT_EQ(
      Judge(test::Checker(), Hashed({{"auth_date", "1790000000"}, {std::string(65, 'n'), "1"}})),
      "field");
}

TEST(InitDataAttack, RejectsMalformedQuery) {
  const std::string raw = Hashed(SomePairs());
  for (const std::string& broken :
       {raw + "&", fmt::format("&{}", raw), raw + "&x", fmt::format("?{}", raw), raw + "&=1"}) {
    EXPECT_EQ(Judge(test::Checker(), broken), "field") << broken;
  }
  for (const std::string& broken : {raw + "&a=%", raw + "&a=%4", raw + "&a=%zz", raw + " ",
                                    raw + "\n", raw + "&a=\xd0\x98", raw + std::string(1, '\0')}) {
    EXPECT_EQ(Judge(test::Checker(), broken), "encoding") << broken;
  }
  for (const char* value : {"%00", "%0a", "%0d", "%09", "%7f", "%1f"}) {
    EXPECT_EQ(Judge(test::Checker(), raw + "&a=" + value), "field") << value;
  }
}

}  // namespace
}  // namespace prichal::signin::telegram
