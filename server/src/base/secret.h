#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

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
  std::unique_ptr<char[]> text_;  // NOLINT(*-avoid-c-arrays): the size is known only at run time
  std::size_t size_ = 0;
};

}  // namespace prichal
