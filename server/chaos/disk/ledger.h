#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "store/store.h"

namespace prichal::chaos {

/// A message that differs from all others; what `chance` gives is its size and whether it has a
/// request source.
[[nodiscard]] store::Record MakeRecord(std::int64_t id, Millis expires, std::size_t bytes,
                                       std::mt19937_64& chance);

/// What a store owes: which messages have to be there after the power was lost, which may be, and
/// that nothing else is.
class Ledger {
 public:
  /// Under way: from now on it may be there.
  void Offer(const store::Record& record);
  /// Acknowledged: it has to be there.
  void Keep(std::int64_t id);
  /// To be removed: it may be gone, and may still be there.
  void Release(std::int64_t id);

  /// What is wrong with `records`, as a store gives them while it runs: as Check(), but nothing is
  /// settled by it.
  [[nodiscard]] std::vector<std::string> Compare(const std::vector<store::Record>& records,
                                                 const store::Loaded& loaded, Millis now) const;
  /// A start has given `records`, in this order, and `loaded`. What was wrong with that, in words;
  /// empty: nothing. From now on what was given has to be there, and what was not may not come.
  [[nodiscard]] std::vector<std::string> Check(const std::vector<store::Record>& records,
                                               const store::Loaded& loaded, Millis now);

  /// Ids that have to be there.
  [[nodiscard]] std::vector<std::int64_t> owed() const;
  [[nodiscard]] std::uint64_t kept() const { return kept_; }
  [[nodiscard]] std::uint64_t checks() const { return checks_; }
  [[nodiscard]] std::int64_t last_id() const { return last_id_; }  ///< largest ever offered

 private:
  struct Entry {
    std::optional<store::Record> has_to_be;  ///< or a later version of it
    std::vector<store::Record> may_be;
    bool released = false;
  };

  [[nodiscard]] static bool Allows(const Entry& entry, const store::Record& record);

  std::map<std::int64_t, Entry> entries_;
  std::int64_t last_id_ = 0;
  std::int64_t last_kept_ = 0;
  std::uint64_t kept_ = 0;
  std::uint64_t checks_ = 0;
  std::optional<Fingerprints::Key> key_;
};

}  // namespace prichal::chaos
