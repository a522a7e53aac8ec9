#include "signin/keys/key_sealing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/secret.h"

namespace prichal::signin {
namespace {

using std::string_view;

constexpr std::size_t kGeneration = 8;
/// Unencrypted header: the format and the generation.
constexpr std::size_t kFront = 1 + kGeneration;
constexpr unsigned char kSealedFormat = 1;
constexpr std::size_t kMaxSealed = 512UL * 1024;
constexpr std::size_t kMaxFile = 256;
/// Additional authenticated data besides the header: other values that this key encrypts do not
/// open as signing keys.
constexpr string_view kName = "prichal signing keys";
constexpr string_view kPemEnd = "-----END PRIVATE KEY-----\n";

constexpr const char* kWanted = "Fix: use 32 bytes in base64url or hex (openssl rand -hex 32)";

std::string FrontOf(std::uint64_t generation) {
  std::string front(kFront, '\0');
  front[0] = kSealedFormat;
  for (std::size_t i = 0; i < kGeneration; ++i) {
    front[1 + i] = static_cast<char>(generation >> (8 * (kGeneration - 1 - i)));
  }
  return front;
}

/// Formats the keys: the index, an empty line, the root, and the keys in the order of the index.
std::string PlainText(const StoredKeys& stored) {
  std::string text;
  // Reserves once, because reallocation would leave copies of secrets in memory.
  text.reserve(KeyIndex::kMaxBytes);
  text += KeyIndex::Make(*stored.keys, stored.generation).Write();
  text += '\n';
  std::string root = Base64UrlEncode(stored.keys->root()->bytes());
  text.append(root).append("\n");
  Wipe(root);
  for (const SigningKey& each : stored.keys->keys()) text += each.key.Pem().view();
  return text;
}

/// Removes the text up to and including `end`, and returns it. The result includes `end` only if
/// `with_end`.
std::optional<string_view> Take(string_view& text, string_view end, bool with_end) {
  const std::size_t at = text.find(end);
  if (at == string_view::npos) return std::nullopt;
  const string_view part = text.substr(0, with_end ? at + end.size() : at);
  text.remove_prefix(at + end.size());
  return part;
}

Result<StoredKeys, std::string> ReadPlainText(string_view text) {
  const auto head = Take(text, "\n\n", false);
  const auto root_text = Take(text, "\n", false);
  if (!head || !root_text) return Fail(std::string("it has no index"));
  const auto index = KeyIndex::Read(*head);
  if (!index) return Fail(index.error());
  auto root = std::make_shared<SecretBytes<32>>();
  if (!Base64UrlDecode(*root_text, root->bytes())) return Fail(std::string("no root"));
  std::vector<SigningKey> keys;
  for (const KeyRecord& record : index->keys) {
    const auto pem = Take(text, kPemEnd, true);
    if (!pem) return Fail(fmt::format("the key {} is not in it", record.id));
    auto key = token::PrivateKey::FromPem(*pem);
    if (!key) return Fail(key.error());
    if (key->public_key().thumbprint() != record.id) {
      return Fail(fmt::format("the key {} is another", record.id));
    }
    keys.push_back(WithRecord(*std::move(key), record));
  }
  if (!text.empty()) return Fail(std::string("it has more keys than its index"));
  auto made = SigningKeys::Make(std::move(keys), std::move(root));
  if (!made) return Fail(made.error());
  return StoredKeys{.keys = *std::move(made), .generation = index->generation};
}

}  // namespace

Result<SealingKey, std::string> SealingKey::FromText(string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  text = text.substr(0, last == string_view::npos ? 0 : last + 1);
  auto key = std::make_shared<SecretBytes<32>>();
  if (!Base64UrlDecode(text, key->bytes()) && !HexDecode(text, key->bytes())) {
    return Fail(fmt::format("not a sealing key ({} characters). {}", text.size(), kWanted));
  }
  return SealingKey(std::move(key));
}

Result<SealingKey, std::string> SealingKey::FromFile(const std::string& path) {
  const auto text = PrivateFile::Read(path, kMaxFile, PrivateFile::From::kOperator);
  if (!text) return Fail(text.error());
  auto key = FromText(text->view().substr(0, text->view().find('\n')));
  if (!key) return Fail(fmt::format("{}: {}", path, key.error()));
  return key;
}

std::string SealingKey::Seal(const StoredKeys& keys) const {
  std::string plain = PlainText(keys);
  const std::string front = FrontOf(keys.generation);
  std::string sealed = front + prichal::Seal(key_->bytes(), plain, std::string(kName) + front);
  Wipe(plain);
  return sealed;
}

Result<StoredKeys, std::string> SealingKey::Open(string_view sealed) const {
  if (sealed.size() < kFront || sealed.size() > kMaxSealed ||
      static_cast<unsigned char>(sealed.front()) != kSealedFormat) {
    return Fail(fmt::format("malformed sealed keys ({} bytes)", sealed.size()));
  }
  const string_view front = sealed.substr(0, kFront);
  auto plain = OpenSealed(key_->bytes(), sealed.substr(kFront), std::string(kName).append(front));
  if (!plain) {
    return Fail(
        std::string("the shared signing keys were sealed with another key. Fix: give this instance "
                    "the auth.sealing_key of the others"));
  }
  auto stored = ReadPlainText(*plain);
  Wipe(*plain);
  if (!stored) return Fail(fmt::format("malformed sealed keys: {}", stored.error()));
  if (FrontOf(stored->generation) != front) {
    return Fail(std::string("the sealed keys have another generation than stated"));
  }
  return stored;
}

}  // namespace prichal::signin
