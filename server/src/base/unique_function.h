#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "base/interface.h"

namespace prichal {

/// See the specialization below.
template <typename Signature>
class UniqueFunction;

/// A move-only callable. Work that is passed between threads uses it, because it can own its
/// captures. (std::move_only_function requires C++23.)
template <typename... Args>
class UniqueFunction<void(Args...)> {
 public:
  /// The heap-allocated callable. `next` lets a queue link cells without another allocation.
  struct Cell : Interface {
    virtual void Call(Args... args) = 0;
    Cell* next = nullptr;
  };

  UniqueFunction() = default;

  template <typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, UniqueFunction> &&
             std::is_invocable_v<std::decay_t<F>&, Args...>)
  // Implicit, so that a lambda can be passed as a Task. The constraint keeps it from hiding the
  // move constructor, which clang-tidy does not recognize.
  // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload)
  UniqueFunction(F&& callable)
      : cell_(std::make_unique<Holder<std::decay_t<F>>>(std::forward<F>(callable))) {}

  explicit UniqueFunction(std::unique_ptr<Cell> cell) : cell_(std::move(cell)) {}

  explicit operator bool() const { return cell_ != nullptr; }

  void operator()(Args... args) { cell_->Call(std::forward<Args>(args)...); }

  /// Transfers the cell to the caller; the function is empty afterwards.
  [[nodiscard]] std::unique_ptr<Cell> TakeCell() { return std::move(cell_); }

 private:
  template <typename F>
  struct Holder final : Cell {
    explicit Holder(F&& f) : callable(std::move(f)) {}
    explicit Holder(const F& f) : callable(f) {}
    void Call(Args... args) override { callable(std::forward<Args>(args)...); }
    F callable;
  };

  std::unique_ptr<Cell> cell_;
};

/// Work for another thread, called once.
using Task = UniqueFunction<void()>;

}  // namespace prichal
