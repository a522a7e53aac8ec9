// libcurl's multi interface: several transfers in progress on one thread.

#pragma once

#include <curl/curl.h>

#include <memory>

#include "base/clock.h"

namespace prichal::curl {

class Transfer;

/// Runs transfers and keeps their connections for reuse. Add transfers, then call Perform(),
/// TakeEnded() until it returns null, and Wait(), again and again. It must outlive its transfers.
/// Used on one thread, except Wake().
class Multi {
 public:
  /// @throws std::runtime_error if libcurl cannot be initialised.
  Multi();

  /// Starts a transfer, which must stay at its address. Returns false if libcurl rejects it.
  [[nodiscard]] bool Add(Transfer& transfer);
  /// Cancels a transfer. It never ends then.
  void Remove(Transfer& transfer);

  /// Advances all transfers as far as possible without waiting.
  void Perform();
  /// Returns a transfer that has ended, complete and removed. Null if none.
  [[nodiscard]] Transfer* TakeEnded();
  /// Waits until a transfer can advance, Wake() is called, or `most` has passed.
  void Wait(Millis most);
  /// Ends Wait(), or the next one if none is in progress. Any thread.
  void Wake();

 private:
  struct Cleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  std::unique_ptr<CURLM, Cleanup> multi_;
};

}  // namespace prichal::curl
