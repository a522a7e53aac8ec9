#include "signin/telegram/init_data.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/secret.h"
#include "signin/telegram/init_data_fields.h"

namespace prichal::signin::telegram {

std::string_view NameOf(InitDataRule rule) {
  static constexpr std::array<std::string_view, 15> kNames{"empty",
                                                           "size",
                                                           "encoding",
                                                           "field",
                                                           "duplicate",
                                                           "hash_absent",
                                                           "hash_malformed",
                                                           "date_absent",
                                                           "date_malformed",
                                                           "signature_absent",
                                                           "signature_malformed",
                                                           "not_signed",
                                                           "expired",
                                                           "future",
                                                           "content"};
  static_assert(kNames.size() == static_cast<std::size_t>(InitDataRule::kContent) + 1);
  return kNames.at(static_cast<std::size_t>(rule));
}

const SignatureKey kProductionKey = {
    0xe7, 0xbf, 0x03, 0xa2, 0xfa, 0x46, 0x02, 0xaf, 0x45, 0x80, 0x70, 0x3d, 0x88, 0xdd, 0xa5, 0xbb,
    0x59, 0xf3, 0x2e, 0xd8, 0xb0, 0x2a, 0x56, 0xc1, 0x87, 0xfe, 0x7d, 0x34, 0xca, 0xed, 0x24, 0x2d};
const SignatureKey kTestKey = {0x40, 0x05, 0x50, 0x58, 0xa4, 0xee, 0x38, 0x15, 0x6a, 0x06, 0x56,
                               0x2e, 0x52, 0xee, 0xce, 0x92, 0xa7, 0x71, 0xbc, 0xd8, 0x34, 0x6a,
                               0x8c, 0x46, 0x15, 0xcb, 0x73, 0x76, 0xed, 0xdf, 0x72, 0xec};

namespace {

using Signature = std::array<unsigned char, crypto_sign_BYTES>;

/// Decodes base64url without padding, as Telegram sends it. Also accepts the standard alphabet and
/// padding, because some apps re-encode the value.
std::optional<Signature> ReadSignature(std::string_view text) {
  std::string digits(text);
  if (digits.size() == 88 && digits.ends_with("==")) digits.resize(86);
  std::replace(digits.begin(), digits.end(), '+', '-');
  std::replace(digits.begin(), digits.end(), '/', '_');
  Signature signature{};
  if (!Base64UrlDecode(digits, signature)) return std::nullopt;
  return signature;
}

InitDataRefusal RefuseContent(std::string_view field, std::string_view what) {
  return {.rule = InitDataRule::kContent,
          .words = fmt::format("malformed \"{}\" in the init data: {}; see "
                               "core.telegram.org/bots/webapps#webappinitdata",
                               field, what)};
}

}  // namespace

InitDataChecker::InitDataChecker(std::vector<Bot> bots, InitDataPolicy policy)
    : bots_(std::move(bots)), policy_(std::move(policy)) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium failed to start");
}

Result<InitData, InitDataRefusal> InitDataChecker::Check(std::string_view raw,
                                                         std::chrono::seconds now) const {
  const auto fields = InitDataFields::Parse(raw);
  if (!fields) return Fail(fields.error());
  const auto prover = Prove(*fields);
  if (!prover) return Fail(prover.error());
  if (auto refusal = CheckAge(fields->auth_date(), now)) return Fail(*std::move(refusal));

  InitData data;
  data.bot_id_ = prover->bot->id();
  data.proof_ = prover->proof;
  data.auth_date_ = fields->auth_date();
  const std::string said = fields->SignedString(data.bot_id_);
  data.digest_ = Sha256(BytesOf(said));

  if (const auto text = fields->Find("user")) {
    auto user = ReadUser(*text);
    if (!user) return Fail(RefuseContent("user", user.error()));
    data.user_ = *std::move(user);
  }
  data.start_param_ = fields->Find("start_param").value_or("");
  if (!IsVisibleAscii(data.start_param_)) {
    return Fail(RefuseContent("start_param", "not visible ASCII"));
  }
  return data;
}

Result<InitDataChecker::Prover, InitDataRefusal> InitDataChecker::Prove(
    const InitDataFields& fields) const {
  const std::string hashed = fields.HashedString();
  bool tokens = false;
  bool ids = false;
  for (const Bot& bot : bots_) {
    if (!bot.has_token()) {
      ids = true;
      continue;
    }
    tokens = true;
    if (SameSecret(bot.Authenticate(hashed), fields.hash())) {
      return Prover{.bot = &bot, .proof = InitDataProof::kBotToken};
    }
  }

  if (ids) {
    const auto text = fields.Find("signature");
    if (!text || text->empty()) {
      return Fail(InitDataRefusal{
          .rule = InitDataRule::kSignatureAbsent,
          .words = tokens
                       ? "the init data is not signed for a bot whose token is configured, and has "
                         "no \"signature\" (client before Bot API 8.0); configure the bot's token"
                       : "the init data has no \"signature\" (client before Bot API 8.0); "
                         "configure the bot's token"});
    }
    const auto signature = ReadSignature(*text);
    if (!signature) {
      return Fail(InitDataRefusal{.rule = InitDataRule::kSignatureMalformed,
                                  .words = "the \"signature\" of the init data is not 64 bytes in "
                                           "base64url; send the init data unchanged"});
    }
    for (const Bot& bot : bots_) {
      if (bot.has_token()) continue;
      const std::string said = fields.SignedString(bot.id());
      for (const SignatureKey& key : policy_.signature_keys) {
        if (crypto_sign_verify_detached(signature->data(), BytesOf(said).data(), said.size(),
                                        key.data()) == 0) {
          return Prover{.bot = &bot, .proof = InitDataProof::kSignature};
        }
      }
    }
  }
  return Fail(InitDataRefusal{
      .rule = InitDataRule::kNotSigned,
      .words = "Telegram did not sign this init data for a configured bot: it was changed, or "
               "belongs to another bot; check which bot opens the page"});
}

std::optional<InitDataRefusal> InitDataChecker::CheckAge(std::chrono::seconds made,
                                                         std::chrono::seconds now) const {
  if (made > now + policy_.max_ahead) {
    return InitDataRefusal{.rule = InitDataRule::kFuture,
                           .words = fmt::format("the init data is {} s in the future, at most {} s "
                                                "are allowed; check the server's clock",
                                                (made - now).count(), policy_.max_ahead.count())};
  }
  if (policy_.max_age && now - made > *policy_.max_age) {
    return InitDataRefusal{
        .rule = InitDataRule::kExpired,
        .words =
            fmt::format("the init data is {} s old, at most {} s are allowed; reopen the mini app",
                        (now - made).count(), policy_.max_age->count())};
  }
  return std::nullopt;
}

}  // namespace prichal::signin::telegram
