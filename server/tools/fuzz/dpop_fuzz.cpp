// Fuzzes DPoP proofs, claims of a signed proof, and target URIs: an accepted proof matches the
// request and is accepted once; normalization of a URI is idempotent.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "signin/token/dpop.h"
#include "signin/token/private_key.h"

using namespace prichal::signin::token;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const PrivateKey key = *PrivateKey::FromPem(
      "-----BEGIN PRIVATE KEY-----\n"
      "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
      "-----END PRIVATE KEY-----\n");
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  DpopRequest request;
  request.method = "POST";
  request.uri = "https://e/a";
  request.now = std::chrono::seconds(1790000000);

  std::set<DpopId> seen;
  const InsertDpop insert = [&seen](const DpopId& id, std::chrono::seconds) {
    return seen.insert(id).second;
  };
  const auto proof = CheckDpop(bytes, request, insert);
  if (!proof && proof.error().words.empty()) std::abort();
  if (proof && proof->size() != 43) std::abort();

  const std::string text = prichal::Base64UrlEncode(R"({"typ":"dpop+jwt","alg":"EdDSA","jwk":)" +
                                                    key.public_key().jwk() + "}") +
                           "." + prichal::Base64UrlEncode(bytes);
  const std::string signed_text = text + "." + prichal::Base64UrlEncode(key.Sign(text));
  const auto parsed = CheckDpop(signed_text, request, insert);
  if (parsed) {
    if (*parsed != key.public_key().thumbprint()) std::abort();
    const auto again = CheckDpop(signed_text, request, insert);
    if (again || again.error().rule != TokenRule::kReplay) std::abort();
  }

  const auto uri = NormalTargetUri(bytes);
  // Decoding an escape never makes the URI longer, so the normal form does not exceed the size
  // limit.
  if (uri && NormalTargetUri(*uri) != uri) std::abort();
  return 0;
}
