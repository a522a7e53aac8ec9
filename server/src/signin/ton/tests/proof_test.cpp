#include "signin/ton/proof.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/encoding.h"
#include "signin/ton/boc.h"
#include "signin/ton/tests/fixture_proof.h"

namespace prichal::signin::ton {
namespace {

std::string Check(const ProofVector& vector) {
  const auto request = ParseProofRequest(vector.body());
  if (!request) return std::string(CodeOf(request.error().rule));
  return Outcome(CheckProof(*request, vector.rules(), vector.now));
}

/// A valid proof of a v4r2 wallet.
ProofVector Good() { return ProofVectorOf("data-with-dictionary"); }
Hash GoodSeed() {
  for (const auto& one : Group("made.vectors.json", "ton_proof")) {
    if (Text(one, "id") == "data-with-dictionary") return FromHex(Text(one, "seed_hex"));
  }
  return {};
}

TEST(Proof, MatchesEveryVector) {
  std::size_t seen = 0;
  for (const ProofVector& vector : ProofVectors()) {
    EXPECT_EQ(Check(vector), vector.expect) << vector.id;
    ++seen;
  }
  EXPECT_GE(seen, 34U + 40U);
}

TEST(Proof, HashesMessageOfEveryVector) {
  std::size_t seen = 0;
  for (const auto& one : Group("ton.vectors.json", "ton_proof")) {
    const std::string expected = Text(one, "signed_hash_hex");
    const ProofVector vector(one);
    if (expected.empty() || vector.expect != "ok") continue;
    const ProofRequest request = vector.request();
    const Hash hash = ProofHash(ParseAddress(request.address)->address, request.domain,
                                request.timestamp, request.payload);
    EXPECT_EQ(HexEncode(hash), expected) << vector.id;
    ++seen;
  }
  EXPECT_GE(seen, 16U);
}

TEST(Proof, ReturnsWalletDetails) {
  const ProofVector vector = ProofVectorOf("valid-v4r2-testnet");
  const auto wallet = CheckProof(vector.request(), vector.rules(), vector.now);
  ASSERT_TRUE(wallet) << wallet.error().words;
  EXPECT_EQ(ToRaw(wallet->address), Text(vector.input, "address"));
  EXPECT_EQ(HexEncode(wallet->public_key), Text(vector.input, "public_key"));
  EXPECT_EQ(wallet->network, kTestnet);
  EXPECT_EQ(wallet->version, "v4r2");
  EXPECT_EQ(wallet->wallet_id, 698983191U);
  EXPECT_EQ(wallet->timestamp, 1767225570U);
}

// The payload is marked as used just before the signature check, so all else must be checked
// before.
TEST(Proof, VerifiesSignatureLast) {
  for (const ProofVector& vector : ProofVectors()) {
    const bool last = vector.expect == "ok" || vector.expect == "signature_mismatch";
    const auto request = ParseProofRequest(vector.body());
    ASSERT_TRUE(request) << vector.id;
    const auto examined = ExamineProof(*request, vector.rules(), vector.now);
    EXPECT_EQ(examined.has_value(), last) << vector.id;
    if (!examined) continue;
    EXPECT_EQ(Outcome(examined->Verify()), vector.expect) << vector.id;
  }
}

TEST(Proof, RejectsIfRulesAreEmpty) {
  const ProofVector vector = Good();
  ASSERT_EQ(Outcome(CheckProof(vector.request(), vector.rules(), vector.now)), "ok");
  ProofRules rules = vector.rules();
  rules.domains = {};
  EXPECT_EQ(Outcome(CheckProof(vector.request(), rules, vector.now)), "domain_not_allowed");
  rules = vector.rules();
  rules.payload = nullptr;
  EXPECT_EQ(Outcome(CheckProof(vector.request(), rules, vector.now)), "payload_mismatch");
  rules = vector.rules();
  rules.networks = {};
  EXPECT_EQ(Outcome(CheckProof(vector.request(), rules, vector.now)), "network_not_allowed");
  rules = vector.rules();
  rules.max_age = std::chrono::seconds(0);
  EXPECT_EQ(Outcome(CheckProof(vector.request(), rules, vector.now)), "expired");
}

TEST(Proof, RejectsEmptyDomain) {
  ProofVector vector = Good();
  vector.domains.emplace_back();
  ProofRequest request = vector.request();
  request.domain.clear();
  request.domain_length = 0;
  Sign(request, GoodSeed());
  EXPECT_EQ(Outcome(CheckProof(request, vector.rules(), vector.now)), "domain_not_allowed");
}

TEST(Proof, RejectsEmptyPayload) {
  EXPECT_FALSE(PayloadIs("")(""));
  EXPECT_FALSE(PayloadIs("a")(""));
  EXPECT_TRUE(PayloadIs("a")("a"));
}

TEST(Proof, MeasuresDomainLengthInBytes) {
  ProofVector vector = Good();
  vector.domains = {"причал.example"};
  ProofRequest request = vector.request();
  request.domain = vector.domains[0];
  request.domain_length = 20;
  Sign(request, GoodSeed());
  EXPECT_EQ(Outcome(CheckProof(request, vector.rules(), vector.now)), "ok");
  request.domain_length = 14;  // length in UTF-16 units, as JavaScript counts
  EXPECT_EQ(Outcome(CheckProof(request, vector.rules(), vector.now)), "domain_length_mismatch");
}

TEST(Proof, RejectsTooLongDomainAndPayload) {
  ProofVector vector = Good();
  vector.domains = {std::string(254, 'a')};
  ProofRequest request = vector.request();
  request.domain = vector.domains[0];
  request.domain_length = 254;
  Sign(request, GoodSeed());
  EXPECT_EQ(Outcome(CheckProof(request, vector.rules(), vector.now)), "domain_not_allowed");

  vector = Good();
  for (const std::size_t length : {512U, 513U}) {
    vector.payload = std::string(length, 'p');
    request = vector.request();
    request.payload = vector.payload;
    Sign(request, GoodSeed());
    EXPECT_EQ(Outcome(CheckProof(request, vector.rules(), vector.now)),
              length == 512 ? "ok" : "payload_mismatch");
  }
}

TEST(Proof, ChecksAgeOfAny64BitTimestamp) {
  const ProofVector vector = Good();
  ProofRequest request = vector.request();
  const auto now = static_cast<std::uint64_t>(vector.now.count());
  const auto outcome = [&](std::uint64_t timestamp) {
    request.timestamp = timestamp;
    Sign(request, GoodSeed());
    return Outcome(CheckProof(request, vector.rules(), vector.now));
  };
  EXPECT_EQ(outcome(now - 900), "ok");
  EXPECT_EQ(outcome(now - 901), "expired");
  EXPECT_EQ(outcome(now + 60), "ok");
  EXPECT_EQ(outcome(now + 61), "timestamp_in_future");
  EXPECT_EQ(outcome(0), "expired");
  for (const std::uint64_t far : {std::numeric_limits<std::uint64_t>::max(),
                                  std::numeric_limits<std::uint64_t>::max() / 2 + 1}) {
    EXPECT_EQ(outcome(far), "timestamp_in_future");
  }
}

// A key from the chain is as good as a state init; a key from the caller proves nothing.
TEST(Proof, AcceptsPublicKeyFromChain) {
  const ProofVector unknown = ProofVectorOf("unknown-code");
  const ProofRequest request = unknown.request();
  const PublicKey key = FromHex(*request.public_key);
  EXPECT_EQ(Outcome(CheckProof(request, unknown.rules(), unknown.now)), "unknown_wallet_code");
  const auto wallet = CheckProof(request, unknown.rules(), unknown.now, key);
  ASSERT_TRUE(wallet) << wallet.error().words;
  EXPECT_EQ(wallet->public_key, key);
  EXPECT_EQ(wallet->version, "unknown");

  PublicKey other = key;
  other[0] ^= 1U;
  EXPECT_EQ(Outcome(CheckProof(request, unknown.rules(), unknown.now, other)),
            "public_key_mismatch");
  ProofRequest silent = request;
  silent.public_key.reset();
  EXPECT_EQ(Outcome(CheckProof(silent, unknown.rules(), unknown.now, other)), "signature_mismatch");
}

TEST(Proof, AppliesAllRulesDespiteKeyFromChain) {
  const ProofVector foreign = ProofVectorOf("address-not-matching");
  const PublicKey key = FromHex(*foreign.request().public_key);
  EXPECT_EQ(Outcome(CheckProof(foreign.request(), foreign.rules(), foreign.now, key)),
            "address_mismatch");

  const ProofVector good = Good();
  const PublicKey wallet_key = FromHex(*good.request().public_key);
  EXPECT_EQ(Outcome(CheckProof(good.request(), good.rules(), good.now, wallet_key)), "ok");
  EXPECT_EQ(Outcome(CheckProof(good.request(), good.rules(), good.now, key)),
            "public_key_mismatch");

  const ProofVector absent = ProofVectorOf("state-init-absent");
  const PublicKey deployed = FromHex(*absent.request().public_key);
  EXPECT_EQ(Outcome(CheckProof(absent.request(), absent.rules(), absent.now, deployed)), "ok");
  const PublicKey weak{1};
  ProofRequest request = absent.request();
  request.public_key.reset();
  EXPECT_EQ(Outcome(CheckProof(request, absent.rules(), absent.now, weak)), "weak_public_key");
}

TEST(Proof, RejectsStateInitWithTooManyCells) {
  // Small in bytes: 2,048 empty cells after the root of another bag.
  ProofRequest request = Good().request();
  std::string boc = "\xb5\xee\x9c\x72\x02\x02";
  const auto put = [&](unsigned number) {
    boc.push_back(static_cast<char>(number >> 8U));
    boc.push_back(static_cast<char>(number & 0xffU));
  };
  for (const unsigned number : {2000U, 1U, 0U, 7998U, 0U}) put(number);
  for (unsigned i = 0; i < 2000; ++i) {
    put(i + 1 < 2000 ? 0x0100 : 0);
    if (i + 1 < 2000) put(i + 1);
  }
  std::string text(sodium_base64_ENCODED_LEN(boc.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(boc.data()),
                    boc.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();
  request.state_init = text;
  const auto result = CheckProof(request, Good().rules(), Good().now);
  EXPECT_EQ(Outcome(result), "boc_invalid");
  EXPECT_NE(result.error().words.find(Words(BocError::kTooManyCells)), std::string::npos);
}

// The size is checked before decoding.
TEST(Proof, RejectsTooLongStateInitBeforeDecoding) {
  ProofRequest request = Good().request();
  request.state_init = std::string(20'000, '!');
  EXPECT_EQ(Outcome(CheckProof(request, Good().rules(), Good().now)), "boc_too_large");
  request.state_init = std::string(10'000, '!');
  EXPECT_EQ(Outcome(CheckProof(request, Good().rules(), Good().now)), "boc_invalid");
}

// The state init keeps the first key for ever, so a former key holder could otherwise still sign.
TEST(Proof, RequiresKeyFromChainForRotatableWallet) {
  ProofVector vector = ProofVectorOf("telegram-wallet");
  const auto check = [&](const std::optional<PublicKey>& chain_key) {
    return Outcome(CheckProof(vector.request(), vector.rules(), vector.now, chain_key));
  };
  const PublicKey first = FromHex(Text(vector.input, "public_key"));
  PublicKey next = first;
  next[0] ^= 1U;
  EXPECT_EQ(check(std::nullopt), "key_not_provable");
  EXPECT_EQ(check(first), "ok");
  EXPECT_EQ(check(next), "public_key_mismatch") << "the key beside the proof is the old one";
  vector.input.erase("public_key");
  EXPECT_EQ(check(next), "signature_mismatch");
  vector.first_keys = true;
  EXPECT_EQ(check(next), "signature_mismatch") << "what the account says counts more";
}

TEST(Proof, HasCodeForEveryRule) {
  for (int i = 0; i <= static_cast<int>(ProofRule::kSignature); ++i) {
    EXPECT_FALSE(CodeOf(static_cast<ProofRule>(i)).empty()) << i;
  }
}

TEST(Proof, DescribesEveryRejection) {
  for (const ProofVector& vector : ProofVectors()) {
    if (vector.expect == "ok") continue;
    const auto result = CheckProof(vector.request(), vector.rules(), vector.now);
    ASSERT_FALSE(result);
    EXPECT_GT(result.error().words.size(), 20U) << vector.id;
    EXPECT_LT(result.error().words.size(), 400U) << vector.id;
  }
}

}  // namespace
}  // namespace prichal::signin::ton
