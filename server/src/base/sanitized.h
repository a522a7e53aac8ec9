#pragma once

namespace prichal {

// GCC defines a macro for each sanitizer, Clang answers __has_feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PRICHAL_TESTS_ADDRESS_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer)
#define PRICHAL_TESTS_THREAD_SANITIZER 1
#endif
#else
#ifdef __SANITIZE_ADDRESS__
#define PRICHAL_TESTS_ADDRESS_SANITIZER 1
#endif
#ifdef __SANITIZE_THREAD__
#define PRICHAL_TESTS_THREAD_SANITIZER 1
#endif
#endif

#ifdef PRICHAL_TESTS_THREAD_SANITIZER
inline constexpr bool kThreadSanitized = true;
#else
inline constexpr bool kThreadSanitized = false;
#endif
#ifdef PRICHAL_TESTS_ADDRESS_SANITIZER
inline constexpr bool kSanitized = true;
#else
/// Whether AddressSanitizer or ThreadSanitizer is compiled in.
inline constexpr bool kSanitized = kThreadSanitized;
#endif

}  // namespace prichal
