#pragma once

#include <string>

#include "base/clock.h"
#include "curl/easy.h"
#include "webhook/delivery.h"

namespace prichal::webhook {

/// One attempt, or several one after the other, to hand over a delivery; libcurl's easy handle with
/// all that it points to. Stays where it is.
class Request {
 public:
  explicit Request(Delivery delivery);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request() = default;

  /// For one more attempt, of at most `timeout`. Null when libcurl cannot make one.
  [[nodiscard]] CURL* Prepare(Millis timeout);

  enum class Result {
    kDelivered,
    kAgain,   ///< may be different next time
    kRefused  ///< will be the same next time
  };
  /// What came of an attempt that has ended with `code`. `reason`: in words, when it has failed.
  [[nodiscard]] Result Read(CURLcode code, std::string& reason) const;

  [[nodiscard]] const Delivery& delivery() const { return delivery_; }
  [[nodiscard]] std::size_t attempts() const { return attempts_; }

 private:
  /// Makes the headers of one attempt.
  [[nodiscard]] bool Sign();

  const Delivery delivery_;
  std::size_t attempts_ = 0;
  curl::HeaderLines headers_;
  curl::Easy easy_;
};

}  // namespace prichal::webhook
