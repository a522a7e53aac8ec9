#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "telegram/bot.h"
#include "telegram/refusal.h"

namespace prichal::telegram {

/// Somebody of Telegram (core.telegram.org/bots/webapps, WebAppUser). Names may hold anything that
/// UTF-8 can; `username`, `language_code` and `photo_url` are visible ASCII.
struct User {
  std::int64_t id = 0;  ///< above 0, up to 52 bits
  std::string first_name;
  std::string last_name;
  std::string username;
  std::string language_code;
  std::string photo_url;
  bool is_bot = false;
  bool is_premium = false;
  bool added_to_attachment_menu = false;
  bool allows_write_to_pm = false;
};

/// A chat that the mini app was opened from by the attachment menu (WebAppChat).
struct Chat {
  std::int64_t id = 0;  ///< below 0 for groups and channels
  std::string type;     ///< "group", "supergroup" or "channel"
  std::string title;
  std::string username;
  std::string photo_url;
};

/// What shows that init data is Telegram's.
enum class InitDataProof {
  kBotToken,   ///< `hash`, an HMAC under the bot's token
  kSignature,  ///< `signature`, by Telegram's own key for this bot's id
};

/// An Ed25519 public key (RFC 8032).
using SignatureKey = std::array<unsigned char, 32>;

/// Telegram's keys, of core.telegram.org/bots/webapps, "Validating data for Third-Party Use".
extern const SignatureKey kProductionKey;
extern const SignatureKey kTestKey;

/// What is taken, beside the bots.
struct InitDataPolicy {
  /// After how long a launch is no proof any more. Nothing: never, for tools that look at old data.
  std::optional<std::chrono::seconds> max_age = std::chrono::hours(24);
  /// How far clocks may differ.
  std::chrono::seconds max_ahead = std::chrono::minutes(5);
  /// Of them one must have signed for a bot that is known by its id alone. kTestKey is for
  /// development: anybody can have an account there, under any id.
  std::vector<SignatureKey> signature_keys = {kProductionKey};
};

/// Init data that was proven to be Telegram's for one of our bots. Only a checker makes one, so who
/// holds it need not ask.
class InitData {
 public:
  [[nodiscard]] std::int64_t bot_id() const { return bot_id_; }
  [[nodiscard]] InitDataProof proof() const { return proof_; }
  /// When it was made, since 1970.
  [[nodiscard]] std::chrono::seconds auth_date() const { return auth_date_; }
  /// Who has opened the mini app; absent from some launches by keyboard buttons.
  [[nodiscard]] const std::optional<User>& user() const { return user_; }
  /// With whom they chat, when it was opened from a private chat by the attachment menu.
  [[nodiscard]] const std::optional<User>& receiver() const { return receiver_; }
  [[nodiscard]] const std::optional<Chat>& chat() const { return chat_; }
  // Visible ASCII, empty where absent.
  [[nodiscard]] const std::string& chat_type() const { return chat_type_; }
  [[nodiscard]] const std::string& chat_instance() const { return chat_instance_; }
  [[nodiscard]] const std::string& query_id() const { return query_id_; }
  [[nodiscard]] const std::string& start_param() const { return start_param_; }
  /// After how long answerWebAppQuery may be called.
  [[nodiscard]] std::optional<std::chrono::seconds> can_send_after() const {
    return can_send_after_;
  }
  /// SHA-256 of the bot's id and what Telegram says, the same however its text was written or
  /// proven: who was here with this launch before has the same. For a table of those that were
  /// used.
  [[nodiscard]] const Digest& digest() const { return digest_; }

 private:
  friend class InitDataChecker;

  InitData() = default;

  std::int64_t bot_id_ = 0;
  InitDataProof proof_ = InitDataProof::kBotToken;
  std::chrono::seconds auth_date_{0};
  std::optional<User> user_;
  std::optional<User> receiver_;
  std::optional<Chat> chat_;
  std::string chat_type_;
  std::string chat_instance_;
  std::string query_id_;
  std::string start_param_;
  std::optional<std::chrono::seconds> can_send_after_;
  Digest digest_{};
};

class InitDataFields;

/// Checks init data for some bots. The data does not name its bot: each token is tried, and the
/// signature for each bot that is known by its id alone. Any thread.
class InitDataChecker {
 public:
  /// At most this much is looked at; Telegram's own is below 2 kB.
  static constexpr std::size_t kMaxBytes = 8 * 1024;
  static constexpr std::size_t kMaxFields = 32;

  explicit InitDataChecker(std::vector<Bot> bots, InitDataPolicy policy = {});

  /// `raw`: as Telegram has given it to the page, a query whose values are encoded once. `now`:
  /// since 1970.
  [[nodiscard]] Result<InitData, InitDataRefusal> Check(std::string_view raw,
                                                        std::chrono::seconds now) const;

 private:
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

}  // namespace prichal::telegram
