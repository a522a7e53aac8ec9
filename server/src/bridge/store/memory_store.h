#pragma once

#include "bridge/store/store.h"

namespace prichal::store {

/// The store that stores nothing: mailboxes are the only copy, and a restart loses them. Append()
/// completes before it returns. See Store for lifecycle and threads.
class MemoryStore final : public Store {
 public:
  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) override;
  void Start(PostTo post) override;
  void Append(std::uint32_t loop, Record record, Done done) override;
  void Remove(std::vector<std::int64_t> event_ids) override;
  void Stop() override;
  [[nodiscard]] bool healthy() const override { return true; }
  [[nodiscard]] Stats Snapshot() const override { return {}; }
};

}  // namespace prichal::store
