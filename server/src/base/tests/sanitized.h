#pragma once

namespace prichal {

/// True if a sanitizer is compiled in. Sanitizers delay the release of memory, slow the process
/// down, and look for leaks after main(). GCC defines macros for it; Clang has __has_feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PRICHAL_TESTS_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PRICHAL_TESTS_SANITIZED 1
#endif
#ifdef PRICHAL_TESTS_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace prichal
