// Checks all vectors of init-data.vectors.json, whose hashes @tma.js/init-data-node made, and the
// only public sample of Telegram's own signature.

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <map>

#include "signin/telegram/init_data_fields.h"
#include "signin/telegram/tests/init_data_fixture.h"

namespace prichal::signin::telegram {
namespace {

namespace json = boost::json;

std::string_view Text(const json::value& of, const char* name) {
  const auto& text = of.at(name).as_string();
  return {text.data(), text.size()};
}

json::value Vectors() {
  std::ifstream file(PRICHAL_REPOSITORY "/server/src/signin/telegram/init-data.vectors.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return json::parse(text);
}

SignatureKey KeyFromHex(std::string_view hex) {
  SignatureKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<unsigned char>(HexValue(hex[2 * i]) * 16 + HexValue(hex[2 * i + 1]));
  }
  return key;
}

TEST(InitDataVectors, MatchesHashVectors) {
  // Expected rule of each vector that must be rejected.
  const std::map<std::string_view, std::string_view> rules = {
      {"02-tampered", "not_signed"},
      {"03-wrong-token", "not_signed"},
      {"04-expired", "expired"},
      {"07-missing-hash", "hash_absent"},
      {"08-duplicate-key-appended", "duplicate"},
      {"09-duplicate-key-signed", "duplicate"},
      {"11-uppercase-hash", "hash_malformed"},
      {"12-future-auth-date", "future"},
      {"13-auth-date-not-a-number", "date_malformed"},
      {"14-empty", "empty"}};
  const json::value file = Vectors();
  std::size_t refused = 0;
  EXPECT_EQ(file.at("vectors").as_array().size(), 17U);
  for (const json::value& vector : file.at("vectors").as_array()) {
    const std::string_view id = Text(vector, "id");
    SCOPED_TRACE(id);
    InitDataPolicy policy;
    const std::chrono::seconds life(vector.at("expires_in").as_int64());
    policy.max_age.reset();
    if (life.count() > 0) policy.max_age = life;
    const auto checker = test::Checker(policy, Text(vector, "bot_token"));
    const std::chrono::seconds now(vector.at("now").as_int64());
    const std::string judged = test::Judge(checker, Text(vector, "init_data"), now);
    if (Text(vector, "expected") == "accept") {
      EXPECT_EQ(judged, "taken");
    } else {
      ASSERT_TRUE(rules.contains(id));
      EXPECT_EQ(judged, rules.at(id));
      ++refused;
    }
    if (const auto fields = InitDataFields::Parse(Text(vector, "init_data"))) {
      EXPECT_EQ(fields->HashedString(), Text(vector, "data_check_string"));
      if (const json::value* signature = vector.as_object().if_contains("ed25519")) {
        EXPECT_EQ(fields->SignedString(signature->at("bot_id").as_int64()),
                  Text(*signature, "string"));
      }
    }
  }
  EXPECT_EQ(refused, rules.size());
}

TEST(InitDataVectors, MatchesSignatureVectors) {
  const std::map<std::string_view, std::string_view> rules = {
      {"valid", "taken"},
      {"SignatureInvalid", "not_signed"},
      {"SignatureMissing", "signature_absent"}};
  const json::value file = Vectors();
  const SignatureKey key = KeyFromHex(Text(file.at("ed25519_test_key"), "public_key_hex"));
  EXPECT_EQ(file.at("ed25519_vectors").as_array().size(), 6U);
  for (const json::value& vector : file.at("ed25519_vectors").as_array()) {
    SCOPED_TRACE(Text(vector, "id"));
    const auto checker = test::IdChecker({key}, vector.at("bot_id").as_int64());
    EXPECT_EQ(test::Judge(checker, Text(vector, "init_data")), rules.at(Text(vector, "expected")));
  }
}

TEST(InitDataVectors, MatchesTelegramProductionKey) {
  // Sample from docs.telegram-mini-apps.com/platform/init-data, "Using Telegram Public Key": signed
  // by Telegram for bot 7342037359 on 2024-12-07.
  constexpr std::string_view kPublished =
      "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%"
      "2C%22"
      "last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%"
      "22ru%22%"
      "2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%"
      "5C%2"
      "F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA."
      "svg%22"
      "%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash="
      "2174df5b000556d"
      "044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-"
      "ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSp"
      "fe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ";
  const std::chrono::seconds now(1733584800);
  const auto data = test::IdChecker({kProductionKey}, 7342037359).Check(kPublished, now);
  ASSERT_TRUE(data) << data.error().words;
  EXPECT_EQ(data->proof(), InitDataProof::kSignature);
  EXPECT_EQ(data->user()->photo_url,
            "https://t.me/i/userpic/320/4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg");
  EXPECT_EQ(test::Judge(test::IdChecker({kTestKey}, 7342037359), kPublished, now), "not_signed");
  EXPECT_EQ(test::Judge(test::IdChecker({kProductionKey}, 7342037358), kPublished, now),
            "not_signed");

  const json::value file = Vectors();
  const json::value& keys = file.at("ed25519_telegram_keys");
  EXPECT_EQ(HexEncode(kProductionKey), Text(keys, "production"));
  EXPECT_EQ(HexEncode(kTestKey), Text(keys, "test"));
}

}  // namespace
}  // namespace prichal::signin::telegram
