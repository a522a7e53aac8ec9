#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// Overwrites `bytes` with zeros; the compiler cannot optimize it away.
void Wipe(std::span<unsigned char> bytes);

/// Overwrites the whole capacity of `text` and empties it.
void Wipe(std::string& text);

/// Compares in constant time: the duration depends only on the lengths. Use it for secrets, so that
/// an attacker cannot find them byte by byte.
[[nodiscard]] bool SameSecret(std::span<const unsigned char> a, std::span<const unsigned char> b);

/// A secret of a fixed size that the destructor overwrites. Movable, which wipes the source; not
/// copyable. Not thread-safe.
template <std::size_t kSize>
class SecretBytes {
 public:
  SecretBytes() = default;
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;
  SecretBytes(SecretBytes&& other) noexcept : bytes_(other.bytes_) { Wipe(other.bytes_); }
  SecretBytes& operator=(SecretBytes&& other) noexcept {
    if (this != &other) {
      bytes_ = other.bytes_;
      Wipe(other.bytes_);
    }
    return *this;
  }
  ~SecretBytes() { Wipe(bytes_); }

  [[nodiscard]] std::span<const unsigned char, kSize> bytes() const { return bytes_; }
  [[nodiscard]] std::span<unsigned char, kSize> bytes() { return bytes_; }

 private:
  std::array<unsigned char, kSize> bytes_{};
};

/// Encrypts `plain` with XChaCha20-Poly1305: a random nonce, the ciphertext and its tag. `bound`:
/// additional data that OpenSealed() must get unchanged.
[[nodiscard]] std::string Seal(std::span<const unsigned char, 32> key, std::string_view plain,
                               std::string_view bound = {});
/// Decrypts the output of Seal(). Empty if the key, the text or `bound` is another.
[[nodiscard]] std::optional<std::string> OpenSealed(std::span<const unsigned char, 32> key,
                                                    std::string_view sealed,
                                                    std::string_view bound = {});

/// A secret text that the destructor overwrites. Movable, not copyable. Not thread-safe.
class SecretText {
 public:
  SecretText() = default;
  /// Copies `text`. The caller must wipe the source.
  explicit SecretText(std::string_view text);
  SecretText(const SecretText&) = delete;
  SecretText& operator=(const SecretText&) = delete;
  SecretText(SecretText&& other) noexcept;
  SecretText& operator=(SecretText&& other) noexcept;
  ~SecretText();

  [[nodiscard]] std::string_view view() const { return {text_.get(), size_}; }

 private:
  std::unique_ptr<char[]> text_;  ///< size known only at run time
  std::size_t size_ = 0;
};

/// Largest file that a private key is read from, in bytes.
inline constexpr std::size_t kMaxKeyFile = 4096;

/// Largest file that tokens, secrets or addresses with a password are read from, in bytes.
inline constexpr std::size_t kMaxSecretFile = 64UL * 1024;

/// Reads and writes files that only this process's user can read. Every error is one line that
/// names the path, the reason and the fix, and has nothing of the file's content.
struct PrivateFile {
  /// The allowed owners of a file.
  enum class From {
    kOurFolder,  ///< owned by this user and inaccessible to others; no symbolic link
    /// A file that the operator names in the configuration: owned by this user and readable by no
    /// other. It can also be owned by root and readable by a group, as systemd's credentials (whose
    /// access list appears as group permissions) and mounted secrets are.
    kOperator,
  };
  /// Reads a file. Rejects devices, pipes, folders and files larger than `most_bytes`.
  [[nodiscard]] static Result<SecretText, std::string> Read(const std::string& path,
                                                            std::size_t most_bytes, From from);

  /// Replaces the file atomically, even if power fails. One writer at a time: `<path>.tmp` is
  /// overwritten.
  [[nodiscard]] static Result<void, std::string> Write(const std::string& path,
                                                       std::string_view text);

  /// Creates a file that no other user can read. Returns an error if the path exists.
  [[nodiscard]] static Result<void, std::string> Create(const std::string& path,
                                                        std::string_view text);

  /// Creates the folder, but not its parents. An existing folder must belong to this user and be
  /// inaccessible to others.
  [[nodiscard]] static Result<void, std::string> PrepareFolder(const std::string& path);

  /// Overwrites the file in place and removes it. A missing file is not an error. Copy-on-write
  /// file systems and some disks can keep the old bytes.
  [[nodiscard]] static Result<void, std::string> Erase(const std::string& path);
};

}  // namespace prichal
