#pragma once

namespace prichal {

/// Whether a sanitizer is compiled in: it keeps memory that was freed, takes its time, and looks
/// for leaks behind main(). GCC says so by a macro of its own, Clang by its __has_feature.
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
