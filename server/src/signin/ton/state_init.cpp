#include "signin/ton/state_init.h"

#include <optional>

#include "signin/ton/bit_reader.h"

namespace prichal::ton {
namespace {

constexpr std::size_t kSplitDepthBits = 5;
constexpr std::size_t kSpecialBits = 2;

/// Reads the fields of a state init in order.
class StateInitFields {
 public:
  explicit StateInitFields(const Boc& boc) : boc_(boc), root_(boc.root()), bits_(root_) {}

  /// Skips a Maybe field with `count` bits of content. Returns false if bits are missing.
  bool SkipMaybe(std::size_t count) {
    const auto there = bits_.Bit();
    return there && (!*there || bits_.Skip(count));
  }

  /// Reads a Maybe field with a reference. Null if it is absent; empty if bits or references are
  /// missing.
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
  // The address is a level 0 hash. An attacker can build a pruned tree with the hash of another
  // tree.
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
