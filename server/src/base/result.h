#pragma once

#include <tl/expected.hpp>
#include <utility>

namespace prichal {

/// What an operation gives when it may fail in an expected way: a value, or an error that a caller
/// can act on. Exceptions are for programming errors and for the time before the server listens.
template <typename T, typename E>
class [[nodiscard]] Result : public tl::expected<T, E> {
 public:
  using tl::expected<T, E>::expected;
};

/// The failing half of a Result: `return Fail(ClientIdError::kLength);`
template <typename E>
[[nodiscard]] tl::unexpected<std::decay_t<E>> Fail(E&& error) {
  return tl::unexpected<std::decay_t<E>>(std::forward<E>(error));
}

}  // namespace prichal
