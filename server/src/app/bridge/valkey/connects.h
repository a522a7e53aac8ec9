#pragma once

#include <string>
#include <string_view>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/ip_address.h"
#include "base/unique_function.h"
#include "bridge/verify_cache.h"
#include "valkey/client.h"

namespace prichal::app {

/// That a page opened a stream for a client id, as all instances are to know it.
struct OpenedBy {
  ClientId id;
  IpAddress address;
  std::string origin = {};  ///< as bridge::OriginFrom() writes it
  std::string user_agent = {};
};

/// Which pages have opened streams lately, kept in a server of Valkey: bridge::VerifyCache of all
/// instances. Holds no state; any thread.
class Connects {
 public:
  Connects() = default;
  Connects(const Connects&) = delete;
  Connects& operator=(const Connects&) = delete;
  virtual ~Connects() = default;

  /// Nobody is told when that fails: the page is unknown then.
  virtual void Note(valkey::Client& client, const OpenedBy& opened, Millis ttl) const = 0;
  using Told = UniqueFunction<void(bridge::Verdict)>;
  /// kUnknown where there is no answer.
  virtual void Check(valkey::Client& client, const OpenedBy& asked, Told told) const = 0;
};

/// Our own: a hash for each client id, of sixteen pages at most.
class NativeConnects final : public Connects {
 public:
  NativeConnects();
  void Note(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override;
  void Check(valkey::Client& client, const OpenedBy& asked, Told told) const override;

 private:
  const valkey::Script note_;
  const valkey::Script check_;
};

/// The official bridge's: a hash `conn:full:<id>:<ip>:<origin, escaped>` for each, and the set
/// `conn:idx:<id>` of their names.
class OfficialConnects final : public Connects {
 public:
  void Note(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override;
  void Check(valkey::Client& client, const OpenedBy& asked, Told told) const override;
};

/// Text as a value in a query (application/x-www-form-urlencoded).
[[nodiscard]] std::string QueryEscaped(std::string_view text);

}  // namespace prichal::app
