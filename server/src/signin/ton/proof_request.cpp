#include "signin/ton/proof_request.h"

#include <fmt/format.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "base/encoding.h"

namespace prichal::signin::ton {
namespace {

namespace json = boost::json;

ProofFault MalformedRequest(std::string words) {
  return {.rule = ProofRule::kRequest, .words = std::move(words)};
}

std::optional<std::string_view> TextOf(const json::value* value) {
  const auto* text = value == nullptr ? nullptr : value->if_string();
  if (text == nullptr) return std::nullopt;
  return std::string_view(text->data(), text->size());
}

/// Parses canonical decimal digits.
template <typename Number>
std::optional<Number> NumberIn(std::string_view text) {
  const auto number = ParseNumber<Number>(text);
  return number && std::to_string(*number) == text ? number : std::nullopt;
}

std::optional<std::uint64_t> NaturalOf(const json::value* value) {
  if (value == nullptr) return std::nullopt;
  if (const auto* number = value->if_uint64()) return *number;
  const auto* number = value->if_int64();
  if (number == nullptr || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

/// Reads members of one object and records the first that is missing or invalid.
class RequestFields {
 public:
  RequestFields(std::string_view where, const json::object* object)
      : where_(where), object_(object) {
    if (object == nullptr) wrong_ = fmt::format("\"{}\" is missing or not an object", where);
  }

  [[nodiscard]] const std::string& wrong() const { return wrong_; }

  [[nodiscard]] const json::value* Find(std::string_view name) const {
    return object_ == nullptr ? nullptr : object_->if_contains(name);
  }

  std::string Text(std::string_view name) {
    const auto text = TextOf(Find(name));
    if (!text) Note(name, "not a string");
    return std::string(text.value_or(""));
  }

  /// Reads a member that can be missing or null.
  std::optional<std::string> MaybeText(std::string_view name) {
    const json::value* const value = Find(name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    return Text(name);
  }

  std::int32_t Network(std::string_view name) {
    const auto number = NumberIn<std::int32_t>(TextOf(Find(name)).value_or(""));
    if (!number) Note(name, "not a string with a number such as \"-239\"");
    return number.value_or(0);
  }

  std::uint64_t Natural(std::string_view name) {
    const auto number = NaturalOf(Find(name));
    if (!number) Note(name, "not a whole number");
    return number.value_or(0);
  }

  std::uint64_t NaturalOrText(std::string_view name) {
    const auto text = TextOf(Find(name));
    const auto number = text ? NumberIn<std::uint64_t>(*text) : NaturalOf(Find(name));
    if (!number) Note(name, "not a whole number");
    return number.value_or(0);
  }

 private:
  void Note(std::string_view name, std::string_view reason) {
    if (!wrong_.empty()) return;
    const bool is_missing = Find(name) == nullptr;
    wrong_ = fmt::format("\"{}{}{}\" is {}", where_, where_.empty() ? "" : ".", name,
                         is_missing ? "missing" : reason);
  }

  std::string_view where_;
  const json::object* object_;
  std::string wrong_;
};

const json::object* ObjectOf(const json::value* value) {
  return value == nullptr ? nullptr : value->if_object();
}

/// Returns the proof, unwrapped from a reply item if necessary.
const json::object* ProofIn(const json::object* item) {
  const auto* inner = item == nullptr ? nullptr : ObjectOf(item->if_contains("proof"));
  return inner == nullptr ? item : inner;
}

ProofFault NotSupported(const json::value& error) {
  const auto* object = error.if_object();
  const auto* code = object == nullptr ? nullptr : object->if_contains("code");
  const std::string said = code == nullptr ? "" : fmt::format(" (code {})", json::serialize(*code));
  return {
      .rule = ProofRule::kSupported,
      .words = fmt::format(
          "the wallet returned an error{} instead of a proof; use a wallet that supports ton_proof",
          said)};
}

}  // namespace

std::string_view CodeOf(ProofRule rule) {
  static constexpr std::array<std::string_view, 20> kCodes{
      "request_malformed",   "proof_not_supported", "domain_length_mismatch",
      "domain_not_allowed",  "payload_mismatch",    "expired",
      "timestamp_in_future", "network_not_allowed", "address_malformed",
      "signature_malformed", "boc_too_large",       "boc_invalid",
      "state_init_invalid",  "address_mismatch",    "unknown_wallet_code",
      "key_not_provable",    "public_key_mismatch", "network_mismatch",
      "weak_public_key",     "signature_mismatch"};
  static_assert(kCodes.size() == static_cast<std::size_t>(ProofRule::kSignature) + 1);
  return kCodes.at(static_cast<std::size_t>(rule));
}

Result<ProofRequest, ProofFault> ParseProofRequest(std::string_view text) {
  boost::system::error_code error;
  const json::value value = json::parse(text, error);
  if (error) {
    return Fail(
        MalformedRequest(fmt::format("the request is not valid JSON: {}", error.message())));
  }
  const auto* body = value.if_object();
  if (body == nullptr) return Fail(MalformedRequest("the request is not a JSON object"));
  return ParseProofRequest(*body);
}

Result<ProofRequest, ProofFault> ParseProofRequest(const json::object& body) {
  const json::object* const item = ObjectOf(body.if_contains("proof"));
  if (item != nullptr) {
    const auto* refusal = item->if_contains("error");
    if (refusal != nullptr && !refusal->is_null()) return Fail(NotSupported(*refusal));
  }
  const bool nested = body.if_contains("account") != nullptr;
  RequestFields account(nested ? "account" : "",
                        nested ? ObjectOf(body.if_contains("account")) : &body);
  RequestFields proof("proof", ProofIn(item));
  RequestFields domain("proof.domain", ObjectOf(proof.Find("domain")));

  ProofRequest request;
  request.address = account.Text("address");
  request.network = account.Network(nested ? "chain" : "network");
  request.public_key = account.MaybeText(nested ? "publicKey" : "public_key");
  request.state_init =
      nested ? account.MaybeText("walletStateInit") : proof.MaybeText("state_init");
  request.timestamp = proof.NaturalOrText("timestamp");
  request.domain_length = domain.Natural("lengthBytes");
  request.domain = domain.Text("value");
  request.payload = proof.Text("payload");
  request.signature = proof.Text("signature");
  for (const RequestFields* fields : {&account, &proof, &domain}) {
    if (!fields->wrong().empty()) {
      return Fail(MalformedRequest(fmt::format(
          "{}; send the wallet's account and its ton_proof unchanged", fields->wrong())));
    }
  }
  return request;
}

}  // namespace prichal::signin::ton
