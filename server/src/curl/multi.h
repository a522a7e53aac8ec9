#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>

#include "base/clock.h"

namespace prichal::curl {

/// What drives several transfers of one thread at once. All is for that thread, but for Wake().
class Multi {
 public:
  /// A transfer that has ended.
  struct Ended {
    CURL* easy = nullptr;
    CURLcode code = CURLE_OK;
  };

  /// @throws std::runtime_error libcurl cannot be used.
  Multi();

  /// False: libcurl does not take it.
  [[nodiscard]] bool Add(CURL* easy);
  void Remove(CURL* easy);

  /// Goes on with all transfers as far as they get without waiting.
  void Perform();
  /// One that has ended, which is removed; nothing when there is none.
  [[nodiscard]] std::optional<Ended> TakeEnded();
  /// Until a transfer can go on, somebody calls Wake(), or `most` has passed.
  void Wait(Millis most);
  /// Any thread: ends Wait(), the next one where there is none.
  void Wake();

 private:
  struct End {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  std::unique_ptr<CURLM, End> multi_;
};

}  // namespace prichal::curl
