#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/telegram/bot.h"

namespace prichal::signin::telegram {

/// Rules that init data can violate, in the order in which they are checked.
enum class InitDataRule {
  kEmpty,            ///< the input is empty
  kSize,             ///< too many bytes or fields
  kEncoding,         ///< an invalid escape or a byte that is not allowed in a query
  kField,            ///< a pair without "=", or an ambiguous name or value
  kDuplicate,        ///< a name occurs twice
  kHashAbsent,       ///< `hash` is missing
  kHashMalformed,    ///< `hash` is not 64 lower-case hex digits
  kDateAbsent,       ///< `auth_date` is missing
  kDateMalformed,    ///< `auth_date` is not a number of seconds
  kSignatureAbsent,  ///< no token matches, and `signature` is missing for the bots without a token
  kSignatureMalformed,  ///< `signature` is not base64 of 64 bytes
  kNotSigned,  ///< no configured bot matches: the data was changed or belongs to another bot
  kExpired,    ///< verified, but too old
  kFuture,     ///< verified, but in the future
  kContent,    ///< verified, but not in the format that Telegram documents
};

/// Stable name for logs and counters, such as "hash_absent".
[[nodiscard]] std::string_view NameOf(InitDataRule rule);

/// Why init data was rejected.
struct InitDataRefusal {
  InitDataRule rule;
  /// One line of ASCII with value, reason and fix; contains no secret and no personal data.
  std::string words;
};

/// A Telegram user (core.telegram.org/bots/webapps, WebAppUser). Names can contain any UTF-8 text;
/// `username`, `language_code` and `photo_url` are visible ASCII. Texts are empty if absent.
struct User {
  std::int64_t id = 0;  ///< positive, up to 52 bits
  std::string first_name;
  std::string last_name;
  std::string username;
  std::string language_code;
  std::string photo_url;
  bool is_premium = false;
};

/// How init data was verified.
enum class InitDataProof {
  kBotToken,   ///< `hash`, an HMAC with a key derived from the bot token
  kSignature,  ///< `signature` by Telegram's key over the bot's ID
};

/// An Ed25519 public key (RFC 8032).
using SignatureKey = std::array<unsigned char, 32>;

/// Telegram's public keys (core.telegram.org/bots/webapps, "Validating data for Third-Party Use").
extern const SignatureKey kProductionKey;
extern const SignatureKey kTestKey;

/// Limits and keys for checking init data.
struct InitDataPolicy {
  /// Maximum age of a launch. Empty for no limit, for tools that read old data.
  std::optional<std::chrono::seconds> max_age = std::chrono::hours(24);
  /// Maximum clock difference.
  std::chrono::seconds max_ahead = std::chrono::minutes(5);
  /// Keys accepted for bots that are known only by ID; one of them must have signed. Use kTestKey
  /// only in development: an attacker can create a test account with any user ID.
  std::vector<SignatureKey> signature_keys = {kProductionKey};
};

/// Init data verified to come from Telegram for one of the configured bots. Only InitDataChecker
/// creates it, so no further check is needed. A value type.
class InitData {
 public:
  [[nodiscard]] std::int64_t bot_id() const { return bot_id_; }
  [[nodiscard]] InitDataProof proof() const { return proof_; }
  /// Time of the launch, since 1970.
  [[nodiscard]] std::chrono::seconds auth_date() const { return auth_date_; }
  /// The user who opened the mini app. Empty in some launches from keyboard buttons.
  [[nodiscard]] const std::optional<User>& user() const { return user_; }
  /// Visible ASCII. Empty if absent.
  [[nodiscard]] const std::string& start_param() const { return start_param_; }
  /// SHA-256 of the bot's ID and the signed content. Independent of encoding, order and kind of
  /// proof, so it identifies the launch. Use it to reject a second sign-in with the same launch.
  [[nodiscard]] const Digest& digest() const { return digest_; }

 private:
  friend class InitDataChecker;

  InitData() = default;

  std::int64_t bot_id_ = 0;
  InitDataProof proof_ = InitDataProof::kBotToken;
  std::chrono::seconds auth_date_{0};
  std::optional<User> user_;
  std::string start_param_;
  Digest digest_{};
};

class InitDataFields;

/// Verifies init data for a set of bots. The data does not name its bot, so each token is tried,
/// then the signature for each bot without a token. Immutable; any thread.
class InitDataChecker {
 public:
  /// Size limit of the input in bytes. Telegram sends less than 2 kB.
  static constexpr std::size_t kMaxBytes = 8 * 1024;
  static constexpr std::size_t kMaxFields = 32;

  /// Throws std::runtime_error if libsodium cannot be initialized.
  explicit InitDataChecker(std::vector<Bot> bots, InitDataPolicy policy = {});

  /// Verifies `raw`, the query string that Telegram gave to the page, with values encoded once.
  /// `now`: since 1970.
  [[nodiscard]] Result<InitData, InitDataRefusal> Check(std::string_view raw,
                                                        std::chrono::seconds now) const;

 private:
  /// The bot and the kind of proof that matched.
  struct Prover {
    const Bot* bot = nullptr;
    InitDataProof proof = InitDataProof::kBotToken;
  };

  [[nodiscard]] Result<Prover, InitDataRefusal> Prove(const InitDataFields& fields) const;
  [[nodiscard]] std::optional<InitDataRefusal> CheckAge(std::chrono::seconds made,
                                                        std::chrono::seconds now) const;

  std::vector<Bot> bots_;
  InitDataPolicy policy_;
};

}  // namespace prichal::signin::telegram
