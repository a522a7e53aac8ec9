#include "signin/token/dpop.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "base/base64url.h"
#include "base/strict_json.h"
#include "signin/token/claim_reader.h"
#include "signin/token/jws.h"
#include "signin/token/target_uri.h"

namespace prichal::token {
namespace {

namespace json = boost::json;

using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;

Digest Sha256(std::string_view text) {
  Digest digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size());
  return digest;
}

/// Reads the public key in the proof's header.
Result<PublicKey, TokenRefusal> ReadProofKey(const UnverifiedJws& jws) {
  const json::value* member = jws.header().if_contains("jwk");
  const json::object* jwk = member == nullptr ? nullptr : member->if_object();
  if (jwk == nullptr) {
    return Fail(Refuse(TokenRule::kKey, "the DPoP proof has no \"jwk\" in its header"));
  }
  // Reject a private key or a shared secret.
  for (const char* name : {"d", "k", "p", "q"}) {
    if (jwk->contains(name)) {
      return Fail(
          Refuse(TokenRule::kKey,
                 "the DPoP proof tells its private key: make a new one, and send the public "
                 "half alone"));
    }
  }
  auto key = PublicKey::FromJwk(*jwk);
  if (!key || key->algorithm() == Algorithm::kRs256) {
    return Fail(Refuse(TokenRule::kKey,
                       fmt::format("the key of the DPoP proof signs neither by ES256 nor by EdDSA: "
                                   "{}",
                                   key ? "it is of RSA" : key.error())));
  }
  return *std::move(key);
}

std::optional<TokenRefusal> CheckRequest(ClaimReader& claims, const DpopRequest& request) {
  const std::string method = claims.Text("htm");
  const std::string uri = claims.Text("htu");
  if (claims.refusal()) return claims.refusal();
  if (method != request.method) {
    return Refuse(TokenRule::kMethod, "the DPoP proof is for another method than the request's");
  }
  const auto expected_uri = NormalTargetUri(request.uri);
  if (!expected_uri || NormalTargetUri(uri) != expected_uri) {
    return Refuse(TokenRule::kUri,
                  fmt::format("the DPoP proof is not for {}: sign the address of the request, "
                              "without its query",
                              expected_uri.value_or("this address")));
  }
  return std::nullopt;
}

std::optional<TokenRefusal> CheckAge(std::chrono::seconds made, std::chrono::seconds now,
                                     const DpopPolicy& policy) {
  if (now - made > policy.max_age) {
    return Refuse(TokenRule::kExpired,
                  fmt::format("the DPoP proof is {} s old, {} s are taken: sign a new one for each "
                              "request",
                              (now - made).count(), policy.max_age.count()));
  }
  if (made - now > policy.max_ahead) {
    return Refuse(TokenRule::kNotYet,
                  fmt::format("the DPoP proof is of {} s from now, {} s are taken: compare clocks",
                              (made - now).count(), policy.max_ahead.count()));
  }
  return std::nullopt;
}

std::optional<TokenRefusal> CheckBinding(ClaimReader& claims, const DpopRequest& request,
                                         const PublicKey& key) {
  if (!request.key_thumbprint.empty() && request.key_thumbprint != key.thumbprint()) {
    return Refuse(TokenRule::kBinding,
                  "the DPoP proof is by another key than the one that the token is bound to");
  }
  const std::string hash = claims.TextIfThere("ath");
  if (claims.refusal()) return claims.refusal();
  if (!request.access_token.empty() && hash != Base64UrlEncode(Sha256(request.access_token))) {
    return Refuse(TokenRule::kBinding,
                  "the DPoP proof does not have the SHA-256 of the access token as its \"ath\"");
  }
  return std::nullopt;
}

}  // namespace

Result<DpopProof, TokenRefusal> CheckDpop(std::string_view text, const DpopRequest& request,
                                          const DpopPolicy& policy, DpopReplays& replays) {
  const auto jws = UnverifiedJws::Parse(text);
  if (!jws) return Fail(jws.error());
  if (!jws->IsOfType("dpop+jwt")) {
    return Fail(Refuse(TokenRule::kType, "the DPoP proof's \"typ\" is not dpop+jwt"));
  }
  const auto key = ReadProofKey(*jws);
  if (!key) return Fail(key.error());
  const auto payload = jws->Verify(*key);
  if (!payload) return Fail(payload.error());
  const auto value = ReadStrictJson(*payload);
  if (!value || !value->is_object()) {
    return Fail(Refuse(TokenRule::kClaims, fmt::format("the DPoP proof's claims cannot be read: {}",
                                                       value ? "no object" : value.error())));
  }

  ClaimReader claims(value->get_object());
  DpopProof proof;
  proof.key_thumbprint = key->thumbprint();
  proof.issued_at = claims.Time("iat");
  proof.id = claims.Text("jti");
  proof.nonce = claims.TextIfThere("nonce");
  auto refusal = claims.refusal();
  constexpr std::size_t kLongestId = 256;
  if (!refusal && proof.id.size() > kLongestId) {
    refusal = Refuse(TokenRule::kClaims, "the DPoP proof's \"jti\" has more than 256 bytes");
  }
  if (!refusal) refusal = CheckRequest(claims, request);
  if (!refusal) refusal = CheckAge(proof.issued_at, request.now, policy);
  if (!refusal && !request.nonces.empty() &&
      std::find(request.nonces.begin(), request.nonces.end(), proof.nonce) ==
          request.nonces.end()) {
    refusal = Refuse(TokenRule::kNonce,
                     "the DPoP proof has no nonce that counts now: sign again with the one of the "
                     "DPoP-Nonce header");
  }
  if (!refusal) refusal = CheckBinding(claims, request, *key);
  // The thumbprint has a fixed length, so the concatenation is unambiguous.
  if (!refusal && !replays.InsertIfAbsent(Sha256(key->thumbprint() + proof.id),
                                          proof.issued_at + policy.max_age)) {
    refusal = Refuse(TokenRule::kReplay,
                     "the DPoP proof was there before: sign a new one for each request");
  }
  if (refusal) return Fail(*std::move(refusal));
  return proof;
}

}  // namespace prichal::token
