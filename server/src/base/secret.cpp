#include "base/secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/data_folder.h"
#include "base/descriptor.h"
#include "base/random.h"

namespace prichal {

void Wipe(std::span<unsigned char> bytes) { sodium_memzero(bytes.data(), bytes.size()); }

void Wipe(std::string& text) {
  text.resize(text.capacity());
  sodium_memzero(text.data(), text.size());
  text.clear();
}

bool SameSecret(std::span<const unsigned char> a, std::span<const unsigned char> b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == 32);

}  // namespace

std::string Seal(std::span<const unsigned char, 32> key, std::string_view plain,
                 std::string_view bound) {
  std::string sealed(kNonce + plain.size() + kTag, '\0');
  auto* const nonce = reinterpret_cast<unsigned char*>(sealed.data());
  FillRandom({nonce, kNonce});
  crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + kNonce, nullptr, BytesOf(plain).data(),
                                             plain.size(), BytesOf(bound).data(), bound.size(),
                                             nullptr, nonce, key.data());
  return sealed;
}

std::optional<std::string> OpenSealed(std::span<const unsigned char, 32> key,
                                      std::string_view sealed, std::string_view bound) {
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  const auto bytes = BytesOf(sealed);
  std::string plain(sealed.size() - kNonce - kTag, '\0');
  const int opened = crypto_aead_xchacha20poly1305_ietf_decrypt(
      reinterpret_cast<unsigned char*>(plain.data()), nullptr, nullptr, bytes.data() + kNonce,
      bytes.size() - kNonce, BytesOf(bound).data(), bound.size(), bytes.data(), key.data());
  if (opened != 0) return std::nullopt;
  return plain;
}

SecretText::SecretText(std::string_view text)
    : text_(std::make_unique<char[]>(text.size())), size_(text.size()) {
  std::copy(text.begin(), text.end(), text_.get());
}

SecretText::SecretText(SecretText&& other) noexcept
    : text_(std::move(other.text_)), size_(std::exchange(other.size_, 0)) {}

SecretText& SecretText::operator=(SecretText&& other) noexcept {
  std::swap(text_, other.text_);
  std::swap(size_, other.size_);
  return *this;
}

SecretText::~SecretText() {
  if (text_ != nullptr) sodium_memzero(text_.get(), size_);
}

namespace {

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;
constexpr mode_t kGroup = 0070;
constexpr mode_t kGroupRead = 0040;
constexpr mode_t kOthers = 0007;
/// Maximum number of bytes to overwrite. Files of this server are smaller.
constexpr off_t kMostErased = 64 * 1024;

std::string Cannot(std::string_view what, const std::string& path) {
  return fmt::format("cannot {} \"{}\": {}", what, path, strerrordesc_np(errno));
}

Descriptor Open(const std::string& path, int flags, mode_t mode = 0) {
  return Descriptor(open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode));
}

std::string_view KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

std::string WrongOwner(const std::string& path, uid_t owner) {
  return fmt::format(
      "\"{}\" belongs to user {}, but this process runs as user {}. Fix: run it as user {}, or "
      "chown {} {}",
      path, owner, geteuid(), owner, geteuid(), path);
}

/// Returns the problem with owner or permissions of a secret file. Empty if none.
std::optional<std::string> Objection(const std::string& path, const struct stat& found,
                                     PrivateFile::From from) {
  const bool of_root = from == PrivateFile::From::kOperator && found.st_uid == 0;
  if (!of_root && found.st_uid != geteuid()) return WrongOwner(path, found.st_uid);
  const mode_t allowed = of_root ? kGroupRead : 0;
  const mode_t open_to = found.st_mode & (kGroup | kOthers) & ~allowed;
  if (open_to == 0) return std::nullopt;
  // A file of root that another user reads needs the permission of its group.
  const bool needs_group = of_root && geteuid() != 0;
  return fmt::format("\"{}\" is a secret, but {} can access it (mode {:04o}). Fix: chmod {} {}",
                     path, (open_to & kOthers) != 0 ? "other users" : "its group",
                     found.st_mode & 07777U, needs_group ? "640" : "600", path);
}

/// Writes a file that does not exist yet, and syncs it.
Result<void, std::string> WriteNew(const std::string& path, std::string_view text) {
  const Descriptor file = Open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, kFileMode);
  if (!file.is_open() && errno == EEXIST) {
    return Fail(fmt::format("\"{}\" exists. Fix: name a new file", path));
  }
  if (!file.is_open()) return Fail(Cannot("create", path));
  if (WriteAll(file.fd(), text).empty() && fsync(file.fd()) == 0) return {};
  auto reason = Cannot("write", path);
  unlink(path.c_str());
  return Fail(std::move(reason));
}

std::string FolderOf(const std::string& path) {
  return std::filesystem::absolute(path).parent_path().string();
}

}  // namespace

Result<SecretText, std::string> PrivateFile::Read(const std::string& path, std::size_t most_bytes,
                                                  From from) {
  // Without O_NONBLOCK, opening a pipe without a writer would block the start.
  const Descriptor file =
      Open(path, O_RDONLY | O_NONBLOCK | (from == From::kOurFolder ? O_NOFOLLOW : 0));
  if (!file.is_open()) {
    if (errno == ELOOP) {
      return Fail(fmt::format("\"{}\" is a symbolic link. Fix: replace it by the file", path));
    }
    auto reason = Cannot("read", path);
    if (from == From::kOperator) reason += ". Fix: name a file that the server's user can read";
    return Fail(std::move(reason));
  }
  struct stat found {};
  if (fstat(file.fd(), &found) != 0) return Fail(Cannot("read", path));
  if (!S_ISREG(found.st_mode)) {
    return Fail(fmt::format("\"{}\" is {}. Fix: name a regular file", path, KindOf(found.st_mode)));
  }
  if (auto objection = Objection(path, found, from)) return Fail(*std::move(objection));
  // One extra byte, to detect a larger file.
  std::string text(most_bytes + 1, '\0');
  if (!ReadUpTo(file.fd(), text)) return Fail(Cannot("read", path));
  if (text.size() > most_bytes) {
    Wipe(text);
    return Fail(
        fmt::format("\"{}\" is larger than {} bytes. Fix: name the right file", path, most_bytes));
  }
  SecretText secret(text);
  Wipe(text);
  return secret;
}

Result<void, std::string> PrivateFile::Write(const std::string& path, std::string_view text) {
  const std::string made = path + ".tmp";
  unlink(made.c_str());
  if (auto written = WriteNew(made, text); !written) return written;
  if (rename(made.c_str(), path.c_str()) != 0) return Fail(Cannot("rename to", path));
  if (!DataFolder::Sync(FolderOf(path))) return Fail(Cannot("sync", FolderOf(path)));
  return {};
}

Result<void, std::string> PrivateFile::Create(const std::string& path, std::string_view text) {
  if (auto written = WriteNew(path, text); !written) return written;
  DataFolder::Sync(FolderOf(path));
  return {};
}

Result<void, std::string> PrivateFile::PrepareFolder(const std::string& path) {
  if (mkdir(path.c_str(), kFolderMode) == 0) {
    DataFolder::Sync(FolderOf(path));
    return {};
  }
  if (errno != EEXIST) return Fail(Cannot("create", path));
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return Fail(Cannot("read", path));
  if (!S_ISDIR(found.st_mode)) {
    return Fail(fmt::format("\"{}\" is not a folder. Fix: move it away", path));
  }
  if (found.st_uid != geteuid()) return Fail(WrongOwner(path, found.st_uid));
  if ((found.st_mode & (kGroup | kOthers)) != 0) {
    return Fail(fmt::format(
        "\"{}\" holds keys, but other users can access it (mode {:04o}). Fix: chmod 700 "
        "{}",
        path, found.st_mode & 07777U, path));
  }
  return {};
}

Result<void, std::string> PrivateFile::Erase(const std::string& path) {
  {
    const Descriptor file = Open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    struct stat found {};
    if (!file.is_open() && errno == ENOENT) return {};
    // If the file cannot be overwritten, it is still removed.
    if (file.is_open() && fstat(file.fd(), &found) == 0 && S_ISREG(found.st_mode)) {
      constexpr std::array<char, 4096> kZeros{};
      for (off_t left = std::min(found.st_size, kMostErased); left > 0;) {
        const auto part = std::min(kZeros.size(), static_cast<std::size_t>(left));
        if (!WriteAll(file.fd(), {kZeros.data(), part}).empty()) break;
        left -= static_cast<off_t>(part);
      }
      fsync(file.fd());
    }
  }
  if (unlink(path.c_str()) != 0 && errno != ENOENT) return Fail(Cannot("remove", path));
  DataFolder::Sync(FolderOf(path));
  return {};
}

}  // namespace prichal
