#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/secret.h"
#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/commands/verdict.h"
#include "signin/keys/key_rotation.h"
#include "signin/service/backend.h"
#include "signin/service/valkey_backend.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;
using signin::KeyState;
using signin::SigningKey;
using std::chrono::seconds;

constexpr const char* kKeysFooter =
    "Run it as the server's user, with the server's configuration: the file, or the variables\n"
    "PRICHAL_AUTH_* and PRICHAL_STORE_*. The server can be running or not.\n"
    "\n"
    "Exit status: 0 on success, 2 on failure.";

/// Flags of the commands.
struct KeysFlags {
  std::string config_file;
  std::string data;
  bool json = false;
  bool at_once = false;
  std::string private_file;
};

/// The signing keys of one server, or of instances that share them.
class Keys {
 public:
  [[nodiscard]] static Result<Keys, std::string> Of(const KeysFlags& flags);

  /// Returns the keys. Null if none exist yet.
  [[nodiscard]] Result<std::shared_ptr<const signin::SigningKeys>, std::string> Look() const {
    return shared_ != nullptr ? shared_->Look() : signin::KeyRotation::Look(places_, Now());
  }
  [[nodiscard]] Result<std::vector<std::string>, std::string> Rotate(bool at_once) const;
  [[nodiscard]] std::string NoneYet() const {
    return fmt::format("{} has no keys yet{}",
                       shared_ != nullptr ? "Valkey" : fmt::format("\"{}\"", places_.folder),
                       signs_in_ ? ". Fix: start the server, which creates them"
                                 : fmt::format("; sign-in is off. Fix: {}; the server then creates "
                                               "them when it starts",
                                               signin::AuthOptions::kHowToEnable));
  }
  /// Returns whether keys rotate on a schedule.
  [[nodiscard]] bool rotates() const {
    return places_.key_file.empty() && policy_.rotation > Millis(0);
  }
  [[nodiscard]] const signin::KeyPolicy& policy() const { return policy_; }

  static Millis Now() { return MachineClock().Now().unix_time; }

 private:
  explicit Keys(const config::Settings& settings)
      : policy_(signin::KeyPolicyOf(settings.auth)),
        signs_in_(settings.dev.enabled || signin::AuthOptions{settings.auth}.enabled()) {}

  signin::KeyPolicy policy_;
  bool signs_in_;
  signin::KeyPlaces places_;
  std::unique_ptr<signin::SharedKeys> shared_;  ///< null if only one server uses the keys
};

Result<Keys, std::string> Keys::Of(const KeysFlags& flags) {
  const auto configured = ConfigureSections(
      flags.config_file, {{"store.data", flags.data, {config::From::kFlag, "--data"}}},
      {"store.", "auth."});
  if (!configured) return Fail(configured.error());
  const config::Settings& settings = *configured;
  Keys keys(settings);
  if (settings.store.kind == "valkey") {
    auto shared = signin::SharedKeys::Open(settings);
    if (!shared) return Fail(shared.error());
    keys.shared_ = *std::move(shared);
    return keys;
  }
  const std::string data = DataFolderOf(settings);
  if (data.empty() && settings.auth.key_file.empty()) {
    return Fail(
        std::string("store.kind: this server keeps its keys in memory only. Fix: set store.kind to "
                    "sqlite and store.data to a folder."));
  }
  keys.places_ = signin::KeyPlacesOf(settings.auth, data);
  return keys;
}

Result<std::vector<std::string>, std::string> Keys::Rotate(bool at_once) const {
  if (shared_ != nullptr) return shared_->Rotate(at_once, Now());
  auto rotation = signin::KeyRotation::Open(places_, policy_, Now());
  if (!rotation) return Fail(rotation.error());
  return (*rotation)->Rotate(at_once, Now());
}

/// Time in which a key has its state. No `until`: until the next rotation by hand.
struct Validity {
  Millis since{0};
  std::optional<Millis> until;
};

Validity ValidityOf(const SigningKey& key, const signin::SigningKeys& all, const Keys& keys) {
  switch (key.state) {
    case KeyState::kNext:
      return {.since = key.created, .until = key.active_from};
    case KeyState::kRetired:
      return {.since = key.retired_at, .until = key.forgotten_at};
    case KeyState::kActive:
      break;
  }
  Validity valid{.since = key.active_from, .until = std::nullopt};
  for (const SigningKey& each : all.keys()) {
    if (each.state == KeyState::kNext) valid.until = each.active_from;
  }
  if (!valid.until && keys.rotates()) valid.until = key.active_from + keys.policy().rotation;
  return valid;
}

std::string Table(const signin::SigningKeys& all, const Keys& keys) {
  std::string text = fmt::format("{:<43}  {:<9}  {:<7}  {:<23}  {}\n", "KEY", "ALGORITHM", "STATE",
                                 "SINCE", "UNTIL");
  const auto moment = [](Millis time) { return Moment(std::chrono::floor<seconds>(time)); };
  for (const SigningKey& key : all.keys()) {
    const Validity valid = ValidityOf(key, all, keys);
    text += fmt::format("{:<43}  {:<9}  {:<7}  {:<23}  {}\n", key.id(),
                        signin::token::NameOf(key.key.algorithm()), NameOf(key.state),
                        moment(valid.since), valid.until ? moment(*valid.until) : "-");
  }
  return text;
}

std::string Json(const signin::SigningKeys* all, const Keys& keys) {
  json::array list;
  const auto whole = [](Millis time) { return std::chrono::floor<seconds>(time).count(); };
  for (const SigningKey& key : all == nullptr ? std::vector<SigningKey>() : all->keys()) {
    const Validity valid = ValidityOf(key, *all, keys);
    list.push_back(json::object{
        {"kid", key.id()},
        {"algorithm", json::string_view(signin::token::NameOf(key.key.algorithm()))},
        {"state", json::string_view(NameOf(key.state))},
        {"since", whole(valid.since)},
        {"until", valid.until ? json::value(whole(*valid.until)) : json::value(nullptr)}});
  }
  return json::serialize(json::object{{"keys", std::move(list)}}) + "\n";
}

int List(const KeysFlags& flags) {
  const auto keys = Keys::Of(flags);
  if (!keys) return ReportUsageError("keys list", keys.error());
  const auto found = keys->Look();
  if (!found) return ReportUsageError("keys list", found.error());
  if (*found == nullptr) std::cerr << "prichal: " << keys->NoneYet() << '\n';
  if (flags.json) return Print(Json(found->get(), *keys), kGood);
  return *found == nullptr ? kGood : Print(Table(**found, *keys), kGood);
}

/// Returns whether the next key has been published for longer than verifiers cache the key set.
bool NextIsKnown(const signin::SigningKeys& all, const Keys& keys, Millis now) {
  for (const SigningKey& each : all.keys()) {
    if (each.state == KeyState::kNext) return each.created + keys.policy().lead <= now;
  }
  return false;
}

int Rotate(const KeysFlags& flags) {
  constexpr const char* kName = "keys rotate";
  const auto keys = Keys::Of(flags);
  if (!keys) return ReportUsageError(kName, keys.error());
  const auto found = keys->Look();
  if (!found) return ReportUsageError(kName, found.error());
  if (*found == nullptr) return ReportUsageError(kName, keys->NoneYet());
  const auto rotated = keys->Rotate(flags.at_once);
  if (!rotated) return ReportUsageError(kName, rotated.error());
  std::string text;
  for (const std::string& line : *rotated) text += line + "\n";
  text += fmt::format("a running server applies this within {} s, or at once after SIGHUP\n",
                      signin::AuthBackend::kInterval / seconds(1));
  if (flags.at_once && !NextIsKnown(**found, *keys, Keys::Now())) {
    std::cerr << fmt::format(
        "prichal: backends cache the published keys for up to {} s; until then, backends that do "
        "not refetch on an unknown key reject new tokens\n",
        signin::kPublishedMaxAge / seconds(1));
  }
  return Print(text, kGood);
}

int Export(const KeysFlags& flags) {
  constexpr const char* kName = "keys export";
  const auto keys = Keys::Of(flags);
  if (!keys) return ReportUsageError(kName, keys.error());
  const auto found = keys->Look();
  if (!found) return ReportUsageError(kName, found.error());
  if (*found == nullptr) return ReportUsageError(kName, keys->NoneYet());
  if (flags.private_file.empty()) {
    return Print((*found)->published().Write() + "\n", kGood);
  }
  if (flags.private_file == "-") {
    return ReportUsageError(kName,
                            "--private: a private key is never printed. Fix: name a new file.");
  }
  const SecretText pem = (*found)->active().Pem();
  const auto made = PrivateFile::Create(flags.private_file, pem.view());
  if (!made) return ReportUsageError(kName, fmt::format("--private: {}.", made.error()));
  return Print(
      fmt::format(
          "wrote the private key {} to \"{}\", in the format of auth.key_file; keep the file "
          "secret: with it an attacker can sign in as any user\n",
          (*found)->keys().front().id(), flags.private_file),
      kGood);
}

}  // namespace

void AddKeysCommand(cli::Command& app) {
  auto* group = &app.AddCommand("keys", "Manage the keys that sign access tokens");
  auto flags = std::make_shared<KeysFlags>();
  const auto add = [&](const char* name, const char* about, int (*what)(const KeysFlags&)) {
    auto* verb = &group->AddCommand(name, about);
    verb->AddOption("--config", "FILE", &flags->config_file,
                    "Configuration file of the server (TOML)");
    verb->AddOption("--data", "DIR", &flags->data, "Data folder of the server [store.data]");
    verb->footer = kKeysFooter;
    verb->run = [flags, what] { return what(*flags); };
    return verb;
  };
  auto* list = add("list", "List the signing keys with their state", List);
  list->AddSwitch("--json", flags->json, "Print one line of JSON; times are seconds since 1970");
  auto* rotate =
      add("rotate", "Create the next key: published at once, signs ten minutes later", Rotate);
  rotate->AddSwitch("--now", flags->at_once,
                    "Sign with the new key at once, if the old one may have leaked");
  auto* out = add("export", "Print the public keys as a JWK set", Export);
  out->AddOption("--private", "FILE", &flags->private_file,
                 "Write the private signing key to this new file instead (PKCS #8, PEM)");
}

}  // namespace prichal::ops
