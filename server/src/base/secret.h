#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Overwrites memory in a way that no compiler takes out.
void Wipe(std::span<unsigned char> bytes);

/// Overwrites the text, with all that it has room for, and empties it.
void Wipe(std::string& text);

/// Whether they are the same, in a time that depends on their length alone: for what nobody may
/// find out byte by byte.
[[nodiscard]] bool SameSecret(std::span<const unsigned char> a, std::span<const unsigned char> b);

/// A secret of a fixed size, overwritten when its owner ends. Not copied; a move leaves zeros.
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

/// A secret text, overwritten when its owner ends. Not copied.
class SecretText {
 public:
  SecretText() = default;
  /// Copies; what it was copied from is the caller's to overwrite.
  explicit SecretText(std::string_view text);
  SecretText(const SecretText&) = delete;
  SecretText& operator=(const SecretText&) = delete;
  SecretText(SecretText&& other) noexcept;
  SecretText& operator=(SecretText&& other) noexcept;
  ~SecretText();

  [[nodiscard]] std::string_view view() const { return {text_.get(), size_}; }

 private:
  std::unique_ptr<char[]> text_;  // NOLINT(*-avoid-c-arrays): of a size that is known when it runs
  std::size_t size_ = 0;
};

}  // namespace prichal
