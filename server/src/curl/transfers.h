#pragma once

#include <map>
#include <memory>
#include <utility>

#include "curl/multi.h"

namespace prichal::curl {

/// Transfers under way, each kept with the object that has its handle and all that the handle
/// points to. For one thread, but for Wake().
template <typename Owner>
class Transfers {
 public:
  using Owned = std::unique_ptr<Owner>;

  Transfers() = default;
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;
  ~Transfers() {
    GiveUp([](const Owned& /*unused*/) {});
  }

  /// Begins with `easy`, which is the owner's and may be null. False, and the owner stays the
  /// caller's: that cannot be.
  [[nodiscard]] bool Begin(CURL* easy, Owned& owner) {
    if (easy == nullptr || !multi_.Add(easy)) return false;
    active_.emplace(easy, std::move(owner));
    return true;
  }

  /// Goes on with all of them. `ended` gets each owner whose transfer has ended, and its CURLcode;
  /// true when there was one.
  template <typename Done>
  bool Advance(Done ended) {
    multi_.Perform();
    bool any = false;
    while (const auto one = multi_.TakeEnded()) {
      auto found = active_.extract(one->easy);
      ended(std::move(found.mapped()), one->code);
      any = true;
    }
    return any;
  }

  /// Ends all of them where they are. `left` gets each owner.
  template <typename Left>
  void GiveUp(Left left) {
    for (auto& [easy, owner] : active_) {
      multi_.Remove(easy);
      left(owner);
    }
    active_.clear();
  }

  void Wait(Millis most) { multi_.Wait(most); }
  void Wake() { multi_.Wake(); }

 private:
  Multi multi_;
  std::map<CURL*, Owned> active_;
};

}  // namespace prichal::curl
