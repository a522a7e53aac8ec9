#include "signin/token/dpop.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/json.h"
#include "signin/token/jwt.h"

namespace prichal::signin::token {
namespace {

namespace json = boost::json;

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
      return Fail(Refuse(TokenRule::kKey,
                         "the DPoP proof contains its private key; create a new key and send only "
                         "the public one"));
    }
  }
  auto key = PublicKey::FromJwk(*jwk);
  if (!key || key->algorithm() == Algorithm::kRs256) {
    return Fail(Refuse(TokenRule::kKey,
                       fmt::format("unsupported key in the DPoP proof, expected ES256 or EdDSA: {}",
                                   key ? "it is an RSA key" : key.error())));
  }
  return *std::move(key);
}

std::optional<TokenRefusal> CheckRequest(ClaimReader& claims, const DpopRequest& request) {
  const std::string method = claims.Text("htm");
  const std::string uri = claims.Text("htu");
  if (claims.refusal()) return claims.refusal();
  if (method != request.method) {
    return Refuse(TokenRule::kMethod, "the DPoP proof is for another HTTP method");
  }
  const auto expected_uri = NormalTargetUri(request.uri);
  if (!expected_uri || NormalTargetUri(uri) != expected_uri) {
    return Refuse(
        TokenRule::kUri,
        fmt::format("the DPoP proof is not for {}; sign the request's URL without the query",
                    expected_uri.value_or("this address")));
  }
  return std::nullopt;
}

std::optional<TokenRefusal> CheckAge(std::chrono::seconds made, std::chrono::seconds now) {
  if (now - made > kDpopMaxAge) {
    return Refuse(
        TokenRule::kExpired,
        fmt::format(
            "the DPoP proof is {} s old, at most {} s are allowed; create a proof for each request",
            (now - made).count(), kDpopMaxAge.count()));
  }
  if (made - now > kDpopMaxAhead) {
    return Refuse(
        TokenRule::kNotYet,
        fmt::format(
            "the DPoP proof is {} s in the future, at most {} s are allowed; check the clocks",
            (made - now).count(), kDpopMaxAhead.count()));
  }
  return std::nullopt;
}

std::optional<TokenRefusal> CheckBinding(ClaimReader& claims, const DpopRequest& request) {
  const std::string hash = claims.TextIfThere("ath");
  if (claims.refusal()) return claims.refusal();
  if (!request.access_token.empty() &&
      hash != Base64UrlEncode(Sha256(BytesOf(request.access_token)))) {
    return Refuse(TokenRule::kBinding,
                  "the \"ath\" of the DPoP proof is not the SHA-256 of the access token");
  }
  return std::nullopt;
}

}  // namespace

Result<std::string, TokenRefusal> CheckDpop(std::string_view text, const DpopRequest& request,
                                            const InsertDpop& insert) {
  const auto jws = UnverifiedJws::Parse(text);
  if (!jws) return Fail(jws.error());
  if (!jws->IsOfType("dpop+jwt")) {
    return Fail(Refuse(TokenRule::kType, "the DPoP proof's \"typ\" is not dpop+jwt"));
  }
  const auto key = ReadProofKey(*jws);
  if (!key) return Fail(key.error());
  const auto payload = jws->Verify(*key);
  if (!payload) return Fail(payload.error());
  const auto object = ReadStrictObject(*payload);
  if (!object) {
    return Fail(Refuse(TokenRule::kClaims,
                       fmt::format("malformed claims in the DPoP proof: {}", object.error())));
  }

  ClaimReader claims(*object);
  const auto issued_at = claims.Time("iat");
  const std::string id = claims.Text("jti");
  auto refusal = claims.refusal();
  constexpr std::size_t kLongestId = 256;
  if (!refusal && id.size() > kLongestId) {
    refusal = Refuse(TokenRule::kClaims, "the DPoP proof's \"jti\" has more than 256 bytes");
  }
  if (!refusal) refusal = CheckRequest(claims, request);
  if (!refusal) refusal = CheckAge(issued_at, request.now);
  if (!refusal) refusal = CheckBinding(claims, request);
  // The thumbprint has a fixed length, so the concatenation is unambiguous.
  if (!refusal && !insert(Sha256(BytesOf(key->thumbprint() + id)), issued_at + kDpopMaxAge)) {
    refusal = Refuse(TokenRule::kReplay,
                     "the DPoP proof was already used; create a proof for each request");
  }
  if (refusal) return Fail(*std::move(refusal));
  return key->thumbprint();
}

namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool IsAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (Lower(c) >= 'a' && Lower(c) <= 'z');
}

bool IsUnreserved(char c) {
  return IsAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// Accepts host names, IPv4, and IPv6 in brackets. Internationalized names must be in their ASCII
/// form.
bool IsHost(std::string_view text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    return std::all_of(text.begin() + 1, text.end() - 1,
                       [](char c) { return HexValue(c) >= 0 || c == ':' || c == '.'; });
  }
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return IsAlphanumeric(c) || c == '-' || c == '.' || c == '_';
  });
}

/// Normalizes percent-encoding. Empty for an invalid escape or an invalid byte.
std::optional<std::string> NormalEscapes(std::string_view path) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7f) {
      return std::nullopt;
    }
    if (c != '%') {
      out.push_back(c);
      continue;
    }
    if (i + 2 >= path.size() || HexValue(path[i + 1]) < 0 || HexValue(path[i + 2]) < 0) {
      return std::nullopt;
    }
    const int byte = HexValue(path[i + 1]) * 16 + HexValue(path[i + 2]);
    if (IsUnreserved(static_cast<char>(byte))) {
      out.push_back(static_cast<char>(byte));
    } else {
      out += {'%', kDigits[static_cast<std::size_t>(byte) >> 4U],
              kDigits[static_cast<std::size_t>(byte) & 0xfU]};
    }
    i += 2;
  }
  return out;
}

/// Removes dot segments (RFC 3986 section 5.2.4) from a path that begins with a slash.
std::string WithoutDots(std::string_view path) {
  std::vector<std::string_view> kept;
  bool folder = false;
  while (!path.empty()) {
    const std::size_t end = path.find('/', 1);
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(segment.size());
    folder = segment == "/." || segment == "/..";
    if (segment == "/.." && !kept.empty()) kept.pop_back();
    if (!folder) kept.push_back(segment);
  }
  std::string out;
  for (const std::string_view segment : kept) out += segment;
  if (folder || out.empty()) out.push_back('/');
  return out;
}

}  // namespace

std::optional<std::string> NormalTargetUri(std::string_view uri) {
  constexpr std::size_t kMost = 4096;
  if (uri.size() > kMost) return std::nullopt;
  const std::size_t colon = uri.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  std::string out(uri.substr(0, colon));
  std::transform(out.begin(), out.end(), out.begin(), Lower);
  if (out != "http" && out != "https") return std::nullopt;
  const std::string_view default_port = out == "http" ? "80" : "443";

  uri.remove_prefix(colon + 3);
  uri = uri.substr(0, uri.find_first_of("?#"));
  const std::size_t slash = uri.find('/');
  std::string_view host = uri.substr(0, slash);
  std::string_view port;
  if (const std::size_t at = host.rfind(':');
      at != std::string_view::npos && host.find(']', at) == std::string_view::npos) {
    port = host.substr(at + 1);
    host = host.substr(0, at);
  }
  const bool digits =
      std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!IsHost(host) || !digits || port.size() > 5) return std::nullopt;
  out += "://";
  std::transform(host.begin(), host.end(), std::back_inserter(out), Lower);
  if (!port.empty() && port != default_port) out.append(":").append(port);

  const auto path = NormalEscapes(slash == std::string_view::npos ? "/" : uri.substr(slash));
  if (!path) return std::nullopt;
  return out + WithoutDots(*path);
}

}  // namespace prichal::signin::token
