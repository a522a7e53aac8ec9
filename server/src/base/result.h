#pragma once

#include <tl/expected.hpp>
#include <utility>

namespace prichal {

/// Return type of an operation with expected failures: a value, or an error that the caller can act
/// on. Use exceptions only for programming errors and before the server listens.
template <typename T, typename E>
class [[nodiscard]] Result : public tl::expected<T, E> {
 public:
  using tl::expected<T, E>::expected;
};

/// Makes the error of a Result: `return Fail(Refusal::kDraining);`
template <typename E>
[[nodiscard]] tl::unexpected<std::decay_t<E>> Fail(E&& error) {
  return tl::unexpected<std::decay_t<E>>(std::forward<E>(error));
}

}  // namespace prichal
