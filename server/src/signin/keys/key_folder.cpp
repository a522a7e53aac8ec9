#include "signin/keys/key_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/encoding.h"
#include "base/json.h"
#include "base/secret.h"

namespace prichal::signin {
namespace {

namespace json = boost::json;
using std::chrono::seconds;

constexpr std::int64_t kIndexFormat = 1;
constexpr std::size_t kThumbprintBytes = 32;
constexpr std::size_t kThumbprintText = 43;
/// 9999-12-31 in Unix seconds: sums of such times do not overflow.
constexpr std::int64_t kLatest = 253'402'300'799;
/// The largest integer that JSON readers can represent exactly, as a double.
constexpr std::int64_t kMaxGeneration = std::int64_t{1} << 53;

std::optional<std::int64_t> NumberOf(const json::object& object, std::string_view name,
                                     std::int64_t most) {
  const json::value* value = object.if_contains(name);
  const std::int64_t* number = value == nullptr ? nullptr : value->if_int64();
  if (number == nullptr || *number < 0 || *number > most) return std::nullopt;
  return *number;
}

std::optional<KeyState> StateNamed(std::string_view name) {
  for (const KeyState state : {KeyState::kNext, KeyState::kActive, KeyState::kRetired}) {
    if (NameOf(state) == name) return state;
  }
  return std::nullopt;
}

Result<KeyRecord, std::string> ReadRecord(const json::value& value) {
  const json::object* object = value.if_object();
  if (object == nullptr) return Fail(std::string("not an object"));
  KeyRecord record;
  record.id = TextIn(*object, "kid");
  if (!IsKeyId(record.id)) return Fail(std::string("\"kid\" is not a thumbprint"));
  const auto state = StateNamed(TextIn(*object, "state"));
  if (!state) return Fail(std::string(R"(its "state" is none of "next", "active", "retired")"));
  record.state = *state;
  const std::pair<std::string_view, Millis*> times[] = {{"created", &record.created},
                                                        {"active_from", &record.active_from},
                                                        {"retired_at", &record.retired_at},
                                                        {"forgotten_at", &record.forgotten_at}};
  for (const auto& [name, time] : times) {
    const auto number = NumberOf(*object, name, kLatest);
    if (!number) return Fail(fmt::format("\"{}\" is not a Unix time", name));
    *time = seconds(*number);
  }
  if (record.forgotten_at < record.retired_at) {
    return Fail(std::string(R"(its "forgotten_at" is before its "retired_at")"));
  }
  return record;
}

}  // namespace

KeyIndex KeyIndex::Make(const SigningKeys& keys, std::uint64_t generation) {
  KeyIndex index{.generation = generation, .keys = {}};
  for (const SigningKey& each : keys.keys()) {
    index.keys.push_back({.id = each.id(),
                          .state = each.state,
                          .created = each.created,
                          .active_from = each.active_from,
                          .retired_at = each.retired_at,
                          .forgotten_at = each.forgotten_at});
  }
  return index;
}

std::string KeyIndex::Write() const {
  std::string text =
      fmt::format(R"({{"format":{},"generation":{},"keys":[)", kIndexFormat, generation);
  const auto whole = [](Millis time) { return std::chrono::floor<seconds>(time).count(); };
  for (const KeyRecord& each : keys) {
    text += fmt::format(
        R"({}{{"kid":"{}","state":"{}","created":{},"active_from":{},"retired_at":{},"forgotten_at":{}}})",
        text.back() == '[' ? "\n" : ",\n", each.id, NameOf(each.state), whole(each.created),
        whole(each.active_from), whole(each.retired_at), whole(each.forgotten_at));
  }
  return text + "\n]}\n";
}

Result<KeyIndex, std::string> KeyIndex::Read(std::string_view text) {
  if (text.size() > kMaxBytes) return Fail(fmt::format("it has {} bytes", text.size()));
  const auto object = ReadStrictObject(text, 4);
  if (!object) return Fail(object.error());
  const auto format = NumberOf(*object, "format", kMaxGeneration);
  if (!format) return Fail(std::string("\"format\" is not a number"));
  if (*format != kIndexFormat) {
    return Fail(fmt::format("\"format\" is {}, but this version reads {}", *format, kIndexFormat));
  }
  const auto generation = NumberOf(*object, "generation", kMaxGeneration);
  if (!generation || *generation == 0) {
    return Fail(std::string("\"generation\" is not a positive number"));
  }
  const json::value* member = object->if_contains("keys");
  const json::array* list = member == nullptr ? nullptr : member->if_array();
  if (list == nullptr || list->size() > kMaxKeys) {
    return Fail(fmt::format("\"keys\" is not a list of up to {} keys", kMaxKeys));
  }
  KeyIndex index{.generation = static_cast<std::uint64_t>(*generation), .keys = {}};
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto record = ReadRecord((*list)[i]);
    if (!record) return Fail(fmt::format("key {}: {}", i + 1, record.error()));
    index.keys.push_back(*std::move(record));
  }
  return index;
}

bool IsKeyId(std::string_view text) {
  const auto bytes = Base64UrlDecode(text);
  return text.size() == kThumbprintText && bytes && bytes->size() == kThumbprintBytes;
}

SigningKey WithRecord(token::PrivateKey key, const KeyRecord& record) {
  return {.key = std::move(key),
          .state = record.state,
          .created = record.created,
          .active_from = record.active_from,
          .retired_at = record.retired_at,
          .forgotten_at = record.forgotten_at};
}

namespace {

constexpr std::string_view kIndexFile = "keys.json";
constexpr std::string_view kRootFile = "root";
constexpr std::string_view kLockFile = "lock";
constexpr std::string_view kKeyEnding = ".pem";
constexpr std::string_view kUnfinishedEnding = ".tmp";
constexpr std::size_t kMaxRootFile = 256;
/// Longest wait for the lock. A change takes a few milliseconds.
constexpr auto kLockWait = std::chrono::seconds(3);
constexpr auto kLockPoll = std::chrono::milliseconds(5);

bool IsThere(const std::string& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0;
}

}  // namespace

class KeyFolder::Lock {
 public:
  /// `waits`: called before each wait for another holder.
  Lock(const std::string& path, const std::function<void()>& waits)
      : fd_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)) {
    const auto end = std::chrono::steady_clock::now() + kLockWait;
    while (fd_.is_open() && !held_) {
      held_ = flock(fd_.fd(), LOCK_EX | LOCK_NB) == 0;
      if (held_ || (errno != EWOULDBLOCK && errno != EINTR)) break;
      if (std::chrono::steady_clock::now() > end) {
        reason_ = fmt::format("another process holds \"{}\". Fix: retry after it has ended", path);
        return;
      }
      waits();
      // Polls, because flock(2) has no timeout.
      std::this_thread::sleep_for(kLockPoll);
    }
    if (!held_) reason_ = fmt::format("cannot lock \"{}\": {}", path, strerrordesc_np(errno));
  }
  [[nodiscard]] bool held() const { return held_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  Descriptor fd_;
  bool held_ = false;
  std::string reason_;
};

KeyFolder::KeyFolder(std::string path, std::function<void(std::string_view)> before_step)
    : path_(std::move(path)), before_step_(std::move(before_step)) {}

std::string KeyFolder::PathOf(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

std::string KeyFolder::PathOfKey(std::string_view id) const {
  return fmt::format("{}/{}{}", path_, id, kKeyEnding);
}

void KeyFolder::Step(std::string_view name) const {
  if (before_step_) before_step_(name);
}

KeyFolder::Stamp KeyFolder::StampOfIndex() const {
  struct stat found {};
  if (stat(PathOf(kIndexFile).c_str(), &found) != 0) return {};
  return {.inode = found.st_ino,
          .changed = static_cast<std::int64_t>(found.st_ctim.tv_sec) * 1'000'000'000 +
                     found.st_ctim.tv_nsec};
}

bool KeyFolder::Changed() const { return StampOfIndex() != seen_; }

Result<std::optional<StoredKeys>, std::string> KeyFolder::Load(Millis now) {
  auto loaded = Read(now);
  if (loaded || !IsThere(path_)) return loaded;
  // Another process may have removed a key after this one read the index. Under the lock no process
  // changes the folder, so a second failure means that it is damaged.
  const Lock lock(PathOf(kLockFile), [this] { Step("wait for the lock"); });
  return lock.held() ? Read(now) : std::move(loaded);
}

Result<std::optional<StoredKeys>, std::string> KeyFolder::Read(Millis now) {
  seen_ = StampOfIndex();
  if (!IsThere(path_)) return std::optional<StoredKeys>();
  if (auto safe = PrivateFile::PrepareFolder(path_); !safe) return Fail(safe.error());
  const auto index = ReadIndex();
  if (!index) return Fail(index.error());
  if (!*index) return LoadWithoutIndex(now);
  auto loaded = LoadNamed(**index);
  if (!loaded) return Fail(loaded.error());
  return std::optional(*std::move(loaded));
}

Result<std::optional<KeyIndex>, std::string> KeyFolder::ReadIndex() const {
  const std::string path = PathOf(kIndexFile);
  if (!IsThere(path)) return std::optional<KeyIndex>();
  const auto text = PrivateFile::Read(path, KeyIndex::kMaxBytes, PrivateFile::From::kOurFolder);
  if (!text) return Fail(text.error());
  auto index = KeyIndex::Read(text->view());
  if (!index) {
    return Fail(fmt::format("\"{}\" is not a key index: {}. Fix: restore it from a backup", path,
                            index.error()));
  }
  return std::optional(*std::move(index));
}

Result<StoredKeys, std::string> KeyFolder::LoadNamed(const KeyIndex& index) const {
  std::vector<SigningKey> keys;
  for (const KeyRecord& record : index.keys) {
    Step("read a key");
    auto key = ReadKey(record.id);
    if (!key) return Fail(key.error());
    keys.push_back(WithRecord(*std::move(key), record));
  }
  auto root = ReadRoot();
  if (!root) return Fail(root.error());
  auto made = SigningKeys::Make(std::move(keys), *std::move(root));
  if (!made) {
    return Fail(
        fmt::format("\"{}\": {}. Fix: restore it from a backup", PathOf(kIndexFile), made.error()));
  }
  return StoredKeys{.keys = *std::move(made), .generation = index.generation};
}

Result<std::optional<StoredKeys>, std::string> KeyFolder::LoadWithoutIndex(Millis now) const {
  const auto ids = IdsOfFiles();
  if (ids.empty()) return std::optional<StoredKeys>();
  if (ids.size() > 1) {
    return Fail(
        fmt::format("\"{}\" is missing, but there are {} keys. Fix: restore it from a backup, or "
                    "move the keys away",
                    PathOf(kIndexFile), ids.size()));
  }
  auto key = ReadKey(ids.front());
  if (!key) return Fail(key.error());
  auto root = IsThere(PathOf(kRootFile)) ? ReadRoot() : SigningKeys::NewRoot();
  if (!root) return Fail(root.error());
  const KeyRecord record{.id = ids.front(), .created = now, .active_from = now};
  std::vector<SigningKey> keys;
  keys.push_back(WithRecord(*std::move(key), record));
  auto made = SigningKeys::Make(std::move(keys), *std::move(root));
  if (!made) return Fail(made.error());
  return std::optional(StoredKeys{.keys = *std::move(made), .generation = 0});
}

Result<token::PrivateKey, std::string> KeyFolder::ReadKey(std::string_view id) const {
  const std::string path = PathOfKey(id);
  const auto text = PrivateFile::Read(path, kMaxKeyFile, PrivateFile::From::kOurFolder);
  if (!text) return Fail(text.error());
  auto key = token::PrivateKey::FromPem(text->view());
  if (!key) return Fail(fmt::format("\"{}\": {}", path, key.error()));
  if (key->public_key().thumbprint() != id) {
    return Fail(fmt::format("\"{}\" holds another key ({}). Fix: restore it from a backup", path,
                            key->public_key().thumbprint()));
  }
  return key;
}

Result<SigningKeys::Root, std::string> KeyFolder::ReadRoot() const {
  const std::string path = PathOf(kRootFile);
  const auto text = PrivateFile::Read(path, kMaxRootFile, PrivateFile::From::kOurFolder);
  if (!text) return Fail(text.error());
  auto root = std::make_shared<SecretBytes<32>>();
  if (!Base64UrlDecode(text->view().substr(0, text->view().find_first_of("\r\n")), root->bytes())) {
    return Fail(
        fmt::format("\"{}\" is not 32 bytes in base64url. Fix: restore it from a backup, or remove "
                    "it and \"{}\"; all users then have to sign in again",
                    path, kIndexFile));
  }
  return SigningKeys::Root(std::move(root));
}

Result<void, std::string> KeyFolder::WriteRoot(const SigningKeys::Root& root) const {
  std::string text = Base64UrlEncode(root->bytes());
  text.push_back('\n');
  auto written = PrivateFile::Write(PathOf(kRootFile), text);
  Wipe(text);
  return written;
}

Result<SigningKeys::Root, std::string> KeyFolder::LoadOrMakeRoot() {
  if (auto safe = PrivateFile::PrepareFolder(path_); !safe) return Fail(safe.error());
  if (IsThere(PathOf(kRootFile))) return ReadRoot();
  const Lock lock(PathOf(kLockFile), [this] { Step("wait for the lock"); });
  if (!lock.held()) return Fail(lock.reason());
  if (IsThere(PathOf(kRootFile))) return ReadRoot();
  auto root = SigningKeys::NewRoot();
  if (auto written = WriteRoot(root); !written) return Fail(written.error());
  return root;
}

Result<bool, std::string> KeyFolder::Save(const SigningKeys& keys, std::uint64_t expected) {
  if (auto safe = PrivateFile::PrepareFolder(path_); !safe) return Fail(safe.error());
  const Lock lock(PathOf(kLockFile), [this] { Step("wait for the lock"); });
  if (!lock.held()) return Fail(lock.reason());
  const auto now_there = ReadIndex();
  if (!now_there) return Fail(now_there.error());
  if ((*now_there ? (*now_there)->generation : 0) != expected) return false;

  if (!IsThere(PathOf(kRootFile))) {
    Step("write the root");
    if (auto written = WriteRoot(keys.root()); !written) return Fail(written.error());
  }
  for (const SigningKey& each : keys.keys()) {
    if (IsThere(PathOfKey(each.id()))) continue;
    Step("write a key");
    const SecretText pem = each.key.Pem();
    if (auto written = PrivateFile::Write(PathOfKey(each.id()), pem.view()); !written) {
      return Fail(written.error());
    }
  }
  Step("write the index");
  const std::string index = KeyIndex::Make(keys, expected + 1).Write();
  if (auto written = PrivateFile::Write(PathOf(kIndexFile), index); !written) {
    return Fail(written.error());
  }
  seen_ = StampOfIndex();
  return true;
}

Result<void, std::string> KeyFolder::Tidy() {
  if (!IsThere(path_)) return {};
  const Lock lock(PathOf(kLockFile), [this] { Step("wait for the lock"); });
  if (!lock.held()) return Fail(lock.reason());
  const auto index = ReadIndex();
  if (!index) return Fail(index.error());
  // Without an index, the keys in use are unknown.
  if (!*index) return {};
  std::set<std::string_view> named;
  for (const KeyRecord& record : (*index)->keys) named.insert(record.id);
  std::vector<std::string> paths;
  for (const std::string& id : IdsOfFiles()) {
    if (!named.contains(id)) paths.push_back(PathOfKey(id));
  }
  // Temporary files of interrupted writes.
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
    if (entry.path().extension() == kUnfinishedEnding) paths.push_back(entry.path().string());
  }
  for (const std::string& path : paths) {
    Step("remove a key");
    if (auto erased = PrivateFile::Erase(path); !erased) return erased;
  }
  return {};
}

std::vector<std::string> KeyFolder::IdsOfFiles() const {
  std::vector<std::string> ids;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
    const auto& file = entry.path();
    if (file.extension() == kKeyEnding && IsKeyId(file.stem().string())) {
      ids.push_back(file.stem().string());
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace prichal::signin
