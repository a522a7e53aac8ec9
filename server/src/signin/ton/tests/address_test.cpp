#include "signin/ton/address.h"

#include <gtest/gtest.h>

#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {
namespace {

constexpr std::string_view kRaw =
    "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";

/// Returns the error text. Empty if the address is valid.
std::string Refusal(std::string_view text) {
  const auto parsed = ParseAddress(text);
  return parsed ? "" : std::string(Words(parsed.error()));
}

TEST(Address, ParsesEveryFormOfEveryVector) {
  struct Form {
    std::string_view name;
    AddressTag tag;
  };
  static constexpr std::array kForms = {
      Form{"mainnet_bounceable", {true, false}}, Form{"mainnet_non_bounceable", {false, false}},
      Form{"testnet_bounceable", {true, true}}, Form{"testnet_non_bounceable", {false, true}}};
  std::size_t seen = 0;
  for (const auto& vector : Group("ton.vectors.json", "addresses")) {
    const Address address{.workchain = static_cast<std::int32_t>(vector.at("workchain").as_int64()),
                          .hash = FromHex(Text(vector, "hash_hex"))};
    EXPECT_EQ(ToRaw(address), Text(vector, "raw"));
    const auto raw = ParseAddress(Text(vector, "raw"));
    ASSERT_TRUE(raw) << Text(vector, "raw");
    EXPECT_EQ(raw->address, address);
    EXPECT_FALSE(raw->friendly);
    for (const Form& form : kForms) {
      const std::string text = Text(vector, form.name);
      EXPECT_EQ(ToFriendly(address, form.tag), text);
      const auto parsed = ParseAddress(text);
      ASSERT_TRUE(parsed) << text;
      EXPECT_EQ(parsed->address, address);
      EXPECT_TRUE(parsed->friendly);
      EXPECT_EQ(parsed->tag.bounceable, form.tag.bounceable);
      EXPECT_EQ(parsed->tag.test_only, form.tag.test_only);
      ++seen;
    }
    for (const std::string_view name :
         {"mainnet_bounceable_std_base64", "mainnet_non_bounceable_std_base64"}) {
      const auto parsed = ParseAddress(Text(vector, name));
      ASSERT_TRUE(parsed) << Text(vector, name);
      EXPECT_EQ(parsed->address, address);
    }
  }
  EXPECT_GE(seen, 64U);
}

TEST(Address, RejectsEveryInvalidVector) {
  for (const auto& vector : Group("ton.vectors.json", "addresses_invalid")) {
    EXPECT_FALSE(ParseAddress(Text(vector, "value"))) << Text(vector, "why");
  }
}

TEST(Address, ReportsReasonOfEachRejection) {
  const std::string hash(kRaw.substr(2));
  for (const char* form : {"", "EQ", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2NA",
                           "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N="}) {
    EXPECT_EQ(Refusal(form), Words(AddressError::kForm)) << form;
  }
  for (const char* workchain : {"", "+1", "-0", "00", " 0", "0x1", "2147483648", "-2147483649"}) {
    EXPECT_EQ(Refusal(std::string(workchain).append(":").append(hash)),
              Words(AddressError::kWorkchain))
        << workchain;
  }
  for (const std::string& part :
       {hash.substr(1), hash + "0", hash + " ", std::string(), std::string("g").append(hash, 1),
        std::string(":").append(hash, 1)}) {
    EXPECT_EQ(Refusal(std::string("0:").append(part)), Words(AddressError::kHash)) << part;
  }
  EXPECT_EQ(Refusal("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2 "),
            Words(AddressError::kBase64));
  for (int c = 0x80; c <= 0xff; ++c) {
    std::string text = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    text[20] = static_cast<char>(c);
    EXPECT_EQ(Refusal(text), Words(AddressError::kBase64)) << c;
  }
  EXPECT_EQ(Refusal("EQD9GokOdLl7vqlaj8z-kG4YjjqwcJV6pGEjIrsVph+V0/Zr"),
            Words(AddressError::kAlphabets));
  EXPECT_EQ(Refusal("IQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqOgG"), Words(AddressError::kTag));
  EXPECT_EQ(Refusal("EQCD39VS5jApt HL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB"), Words(AddressError::kForm));
  EXPECT_EQ(Refusal("EQCD39VS5jAptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"),
            Words(AddressError::kChecksum));
}

TEST(Address, FormatsAnyWorkchainInRawForm) {
  const std::string hash(kRaw.substr(1));
  for (const char* workchain : {"-2147483648", "2147483647", "-1", "128"}) {
    const auto parsed = ParseAddress(std::string(workchain).append(hash));
    ASSERT_TRUE(parsed) << workchain;
    EXPECT_EQ(ToRaw(parsed->address), std::string(workchain).append(hash));
  }
  const Address far{.workchain = 128, .hash = {}};
  EXPECT_EQ(ToFriendly(far, {}), "");
}

TEST(Address, ParsesHexInEitherCase) {
  std::string upper(kRaw);
  for (char& c : upper) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 0x20) : c;
  EXPECT_EQ(ParseAddress(upper)->address, ParseAddress(kRaw)->address);
  EXPECT_EQ(ToRaw(ParseAddress(upper)->address), kRaw);
}

}  // namespace
}  // namespace prichal::signin::ton
