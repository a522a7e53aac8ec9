#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bridge/store/store.h"

namespace prichal::chaos {

/// Makes a unique message. `chance` determines its size and whether it has a request source.
[[nodiscard]] bridge::store::Record MakeRecord(std::int64_t id, Millis expires, std::size_t bytes,
                                               std::mt19937_64& chance);

/// Expected content of a store after a power loss: messages that must be there, messages that can
/// be there, and no others.
class Ledger {
 public:
  /// Adds a message that is being written; it can be there from now on.
  void Offer(const bridge::store::Record& record);
  /// Marks a message as acknowledged; it must be there.
  void Keep(std::int64_t id);
  /// Marks a message as being removed; it can be missing from now on.
  void Release(std::int64_t id);

  /// Checks the content of a running store, as Check() does, but does not update the expectations.
  [[nodiscard]] std::vector<std::string> Compare(const std::vector<bridge::store::Record>& records,
                                                 const bridge::store::Loaded& loaded,
                                                 Millis now) const;
  /// Checks the content after a start. `records` and `loaded`: results of the start, in order.
  /// Returns the problems. Empty if there are none. From now on these messages must be there and
  /// all others must not.
  [[nodiscard]] std::vector<std::string> Check(const std::vector<bridge::store::Record>& records,
                                               const bridge::store::Loaded& loaded, Millis now);

  /// IDs that must be there.
  [[nodiscard]] std::vector<std::int64_t> owed() const;
  [[nodiscard]] std::uint64_t kept() const { return kept_; }
  [[nodiscard]] std::uint64_t checks() const { return checks_; }
  [[nodiscard]] std::int64_t last_id() const { return last_id_; }  ///< largest ID ever offered

 private:
  struct Entry {
    std::optional<bridge::store::Record> has_to_be;  ///< this or a later version
    std::vector<bridge::store::Record> may_be;
    bool released = false;
  };

  [[nodiscard]] static bool Allows(const Entry& entry, const bridge::store::Record& record);

  std::map<std::int64_t, Entry> entries_;
  std::int64_t last_id_ = 0;
  std::int64_t last_kept_ = 0;
  std::uint64_t kept_ = 0;
  std::uint64_t checks_ = 0;
  std::optional<Fingerprints::Key> key_;
};

}  // namespace prichal::chaos
