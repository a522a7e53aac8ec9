#pragma once

#include <string>
#include <string_view>

#include "base/address.h"
#include "base/clock.h"
#include "base/unique_function.h"
#include "bridge/core/client_id.h"
#include "bridge/core/verify.h"
#include "valkey/client.h"

namespace prichal::bridge {

/// A page that has opened a stream for a client ID, shared by all instances. A plain value.
struct OpenedBy {
  ClientId id;
  IpAddress address;
  std::string origin = {};  ///< as bridge::OriginFrom() writes it
  std::string user_agent = {};
};

/// The pages that have recently opened streams, in Valkey: the VerifyCache of all
/// instances. Stateless; any thread. Callbacks run on the loop of the client.
class Connects {
 public:
  Connects() = default;
  Connects(const Connects&) = delete;
  Connects& operator=(const Connects&) = delete;
  virtual ~Connects() = default;

  /// Stores an entry. A failure is not reported; the verdict is then kUnknown.
  virtual void Record(valkey::Client& client, const OpenedBy& opened, Millis ttl) const = 0;
  using Done = UniqueFunction<void(Verdict)>;
  /// Returns the verdict about a page to `done`; kUnknown if the server does not answer.
  virtual void Check(valkey::Client& client, const OpenedBy& asked, Done done) const = 0;
};

/// The native layout: one hash per client ID with at most 16 pages.
class NativeConnects final : public Connects {
 public:
  NativeConnects();
  void Record(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override;
  void Check(valkey::Client& client, const OpenedBy& asked, Done done) const override;

 private:
  const valkey::Script note_;
  const valkey::Script check_;
};

/// The layout of the official bridge: a hash `conn:full:<id>:<ip>:<escaped origin>` per entry, and
/// the set `conn:idx:<id>` of their names.
class OfficialConnects final : public Connects {
 public:
  void Record(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override;
  void Check(valkey::Client& client, const OpenedBy& asked, Done done) const override;
};

/// Escapes a text as a query value (application/x-www-form-urlencoded).
[[nodiscard]] std::string QueryEscaped(std::string_view text);

}  // namespace prichal::bridge
