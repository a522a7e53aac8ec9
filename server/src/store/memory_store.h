#pragma once

#include "store/store.h"

namespace prichal::store {

/// Keeps nothing: the mailboxes are the only copy, and a restart loses them. Done at once.
class MemoryStore final : public Store {
 public:
  void Append(std::uint32_t loop, Record record, Done done) override;
  void Load(Millis now, const std::function<void(Record)>& take) override;
};

}  // namespace prichal::store
