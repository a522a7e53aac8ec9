#pragma once

#include <sodium/crypto_sign_ed25519.h>

#include <cstdint>
#include <string>
#include <vector>

#include "signin/ton/proof.h"
#include "signin/ton/tests/fixture_vectors.h"

namespace prichal::signin::ton {

/// For tests: a test vector of the group ton_proof, with the request, the rules and the expected
/// outcome.
struct ProofVector {
  std::string id;
  std::string expect;  ///< "ok", or the code of the violated rule
  boost::json::object input;
  std::vector<std::string> domains;
  std::vector<std::int32_t> networks;
  std::string payload;
  std::chrono::seconds now{0};
  std::chrono::seconds max_age{0};
  std::chrono::seconds max_ahead{0};
  bool first_keys = false;

  explicit ProofVector(const boost::json::object& vector)
      : id(Text(vector, "id")),
        expect(Text(vector, "expect")),
        input(vector.at("input").as_object()) {
    const auto& verifier = vector.at("verifier").as_object();
    for (const auto& one : verifier.at("allowed_domains").as_array()) {
      domains.emplace_back(one.as_string().c_str());
    }
    for (const auto& one : verifier.at("allowed_networks").as_array()) {
      networks.push_back(std::stoi(one.as_string().c_str()));
    }
    payload = Text(verifier, "expected_payload");
    now = std::chrono::seconds(verifier.at("now").as_int64());
    max_age = std::chrono::seconds(verifier.at("max_age_s").as_int64());
    max_ahead = std::chrono::seconds(verifier.at("max_future_skew_s").as_int64());
    first_keys = verifier.contains("first_keys");
  }

  [[nodiscard]] std::string body() const { return boost::json::serialize(input); }
  [[nodiscard]] ProofRequest request() const { return *ParseProofRequest(body()); }
  [[nodiscard]] ProofRules rules() const {
    return {.domains = domains,
            .networks = networks,
            .payload = PayloadIs(payload),
            .max_age = max_age,
            .max_ahead = max_ahead,
            .first_keys = first_keys};
  }
};

/// For tests: all proof vectors of both files.
inline std::vector<ProofVector> ProofVectors() {
  std::vector<ProofVector> vectors;
  for (const char* file : {"ton.vectors.json", "made.vectors.json"}) {
    for (const auto& one : Group(file, "ton_proof")) vectors.emplace_back(one);
  }
  return vectors;
}

/// For tests: the proof vector with this ID. Throws if there is none.
inline ProofVector ProofVectorOf(std::string_view id) {
  for (auto& vector : ProofVectors()) {
    if (vector.id == id) return vector;
  }
  throw std::runtime_error(std::string("no vector ").append(id));
}

/// For tests: returns "ok", or the code of the violated rule.
inline std::string Outcome(const Result<ProvenWallet, ProofFault>& result) {
  return result ? "ok" : std::string(CodeOf(result.error().rule));
}

/// For tests: signs the current content of the request with the key of `seed`.
inline void Sign(ProofRequest& request, const Hash& seed) {
  PublicKey key{};
  std::array<unsigned char, 64> secret{};
  crypto_sign_ed25519_seed_keypair(key.data(), secret.data(), seed.data());
  const Hash hash = ProofHash(ParseAddress(request.address)->address, request.domain,
                              request.timestamp, request.payload);
  const SignedBytes message(hash, request.network);
  Signature signature{};
  crypto_sign_ed25519_detached(signature.data(), nullptr, message.bytes().data(),
                               message.bytes().size(), secret.data());
  std::string text(sodium_base64_ENCODED_LEN(64, sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), signature.data(), signature.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // remove the terminating zero
  request.signature = text;
}

}  // namespace prichal::signin::ton
