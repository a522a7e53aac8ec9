#include "dev/bridge_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/json.h"

namespace prichal::dev {
namespace {

constexpr std::size_t kKept = 500;
constexpr std::array<std::string_view, 3> kKindNames{"stream", "end", "message"};

template <typename Value, std::size_t Size>
std::optional<Value> Named(const std::array<std::string_view, Size>& names, std::string_view name) {
  const auto* found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

template <typename Value, std::size_t Size>
std::string_view NameOf(const std::array<std::string_view, Size>& names, Value value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::optional<Fault> FaultNamed(std::string_view name) { return Named<Fault>(kFaultNames, name); }

std::optional<Half> HalfNamed(std::string_view name) { return Named<Half>(kHalfNames, name); }

void BridgeFaults::Choose(Fault fault, Half half) {
  const std::lock_guard lock(mutex_);
  chosen_ = {.fault = fault, .half = half, .version = chosen_.version + 1};
}

BridgeFaults::Chosen BridgeFaults::chosen() const {
  const std::lock_guard lock(mutex_);
  return chosen_;
}

Fault BridgeFaults::StreamFault() const {
  const auto [fault, half, version] = chosen();
  // Delay and loss apply only to messages.
  const bool fits = fault != Fault::kSlow && fault != Fault::kLost;
  return fits && half != Half::kMessages ? fault : Fault::kNone;
}

Fault BridgeFaults::MessageFault() const {
  const auto [fault, half, version] = chosen();
  return fault != Fault::kCut && half != Half::kStreams ? fault : Fault::kNone;
}

void BridgeFaults::Record(Passage passage, Millis unix_time) {
  const std::lock_guard lock(mutex_);
  lines_.push_back({.number = ++last_, .at = unix_time, .passage = std::move(passage)});
  if (lines_.size() > kKept) lines_.pop_front();
}

std::string BridgeFaults::Json(std::uint64_t after, Millis unix_time) const {
  const std::lock_guard lock(mutex_);
  std::string json = fmt::format(R"({{"fault":"{}","half":"{}","now":{},"last":{},"lines":[)",
                                 NameOf(kFaultNames, chosen_.fault),
                                 NameOf(kHalfNames, chosen_.half), unix_time.count(), last_);
  bool first = true;
  for (const auto& [number, at, passage] : lines_) {
    if (number <= after) continue;
    json += fmt::format(R"({}{{"number":{},"at":{},"kind":"{}","bytes":{},"fault":"{}","clients":)",
                        std::exchange(first, false) ? "" : ",", number, at.count(),
                        NameOf(kKindNames, passage.kind), passage.bytes,
                        NameOf(kFaultNames, passage.fault));
    AppendJsonString(json, passage.clients);
    json += ",\"to\":";
    AppendJsonString(json, passage.to);
    json += '}';
  }
  return json + "]}\n";
}

}  // namespace prichal::dev
