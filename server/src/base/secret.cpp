#include "base/secret.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

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

}  // namespace prichal
