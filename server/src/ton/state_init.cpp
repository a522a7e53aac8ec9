#include "ton/state_init.h"

#include <optional>

#include "ton/bit_reader.h"

namespace prichal::ton {
namespace {

constexpr std::size_t kSplitDepthBits = 5;
constexpr std::size_t kSpecialBits = 2;

/// The parts of a state init, in their order.
class StateInitFields {
 public:
  explicit StateInitFields(const Boc& boc) : boc_(boc), root_(boc.root()), bits_(root_) {}

  /// A bit, and if it is set `count` more. False when they are missing.
  bool SkipMaybe(std::size_t count) {
    const auto there = bits_.Bit();
    return there && (!*there || bits_.Skip(count));
  }

  /// A bit, and if it is set a reference: null when it is not. Nothing when one is missing.
  std::optional<const Cell*> MaybeReference() {
    const auto there = bits_.Bit();
    if (!there) return std::nullopt;
    if (!*there) return nullptr;
    if (used_ == root_.reference_count) return std::nullopt;
    return &boc_.Child(root_, used_++);
  }

  [[nodiscard]] bool empty() const { return bits_.left() == 0 && used_ == root_.reference_count; }

 private:
  const Boc& boc_;
  const Cell& root_;
  BitReader bits_;
  std::size_t used_ = 0;
};

}  // namespace

std::string_view Words(StateInitError error) {
  switch (error) {
    case StateInitError::kRoots:
      return "it has more than one root";
    case StateInitError::kNoPlain:
      return "its root is no ordinary cell, or it is pruned";
    case StateInitError::kTruncated:
      return "bits or references are missing";
    case StateInitError::kLeftover:
      return "it has more bits or references than a state init";
    case StateInitError::kNoCode:
      return "it has no code";
    case StateInitError::kNoData:
      return "it has no data";
  }
  return {};
}

Result<StateInit, StateInitError> ParseStateInit(const Boc& boc) {
  if (boc.roots.size() != 1) return Fail(StateInitError::kRoots);
  // The address is a hash at level 0: of a pruned tree anybody can make one that has another's.
  if (boc.root().type != CellType::kOrdinary || boc.root().level_mask != 0) {
    return Fail(StateInitError::kNoPlain);
  }
  StateInitFields fields(boc);
  if (!fields.SkipMaybe(kSplitDepthBits) || !fields.SkipMaybe(kSpecialBits)) {
    return Fail(StateInitError::kTruncated);
  }
  const auto code = fields.MaybeReference();
  const auto data = code ? fields.MaybeReference() : std::nullopt;
  const auto library = data ? fields.MaybeReference() : std::nullopt;
  if (!library) return Fail(StateInitError::kTruncated);
  if (!fields.empty()) return Fail(StateInitError::kLeftover);
  if (*code == nullptr) return Fail(StateInitError::kNoCode);
  if (*data == nullptr) return Fail(StateInitError::kNoData);
  return StateInit{.code = *code, .data = *data};
}

}  // namespace prichal::ton
