#pragma once

#include <cstdint>
#include <functional>

#include "base/bytes.h"
#include "base/client_id.h"
#include "base/clock.h"
#include "base/unique_function.h"

namespace prichal::store {

/// One message as it is kept: everything that a restart needs to deliver it.
struct Record {
  ClientId to;
  std::int64_t event_id = 0;
  Millis expires{0};  ///< unix time
  SharedBytes frame;  ///< as it goes out
};

enum class Outcome {
  kStored,  ///< kept as safely as this store keeps things
  kFull,    ///< too much waits to be written: not now
  kFailed,  ///< the store is broken
};

/// Where acknowledged messages are kept. The home loop of a client id appends and gets its
/// completions; loading happens before the loops run.
class Store {
 public:
  using Done = UniqueFunction<void(Outcome)>;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// Called on loop `loop`; `done` is called there too, possibly before this returns, and in the
  /// order in which that loop appended. Until then the message is not acknowledged to anybody.
  virtual void Append(std::uint32_t loop, Record record, Done done) = 0;

  /// Gives every message that has not expired at `now` (unix time), by growing event id.
  virtual void Load(Millis now, const std::function<void(Record)>& take) = 0;
};

}  // namespace prichal::store
