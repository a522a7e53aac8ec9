#include "http/codec/head_scanner.h"

#include <algorithm>
#include <array>

#include "base/byte_blocks.h"
#include "http/codec/token.h"

namespace prichal::http {
namespace {

constexpr std::size_t kLongestMethod = 16;
constexpr std::size_t kLongestVersion = 8;  // "HTTP/1.1"

constexpr bool IsVisible(unsigned char c) { return c > 0x20 && c < 0x7f; }

/// Excludes '#': a fragment is never sent (RFC 9110 section 4.2.5).
constexpr bool IsTargetByte(unsigned char c) { return IsVisible(c) && c != '#'; }

constexpr std::array<bool, 256> TableOf(bool (*is_in)(unsigned char)) {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) table[c] = is_in(static_cast<unsigned char>(c));
  return table;
}

constexpr std::array<bool, 256> kToken =
    TableOf([](unsigned char c) { return IsTokenByte(static_cast<char>(c)); });
constexpr std::array<bool, 256> kVisible = TableOf(IsVisible);
constexpr std::array<bool, 256> kTarget = TableOf(IsTargetByte);
constexpr std::array<bool, 256> kField =
    TableOf([](unsigned char c) { return IsFieldByte(static_cast<char>(c)); });

/// Returns the number of leading bytes in the table; the first `run` are known to be.
std::size_t RunOf(std::string_view bytes, const std::array<bool, 256>& table, std::size_t run = 0) {
  while (run < bytes.size() && table[static_cast<unsigned char>(bytes[run])]) ++run;
  return run;
}

// Fast paths for the long parts of a header section: the target and field values.

std::size_t TargetRun(std::string_view bytes) {
  return RunOf(bytes, kTarget, RunOfBlocks(bytes, [](ByteBlock block) {
                 return (block <= ' ') | (block == 0x7f) | (block == '#');
               }));
}

std::size_t ValueRun(std::string_view bytes) {
  return RunOf(bytes, kField, RunOfBlocks(bytes, [](ByteBlock block) {
                 return ((block >= 0) & (block < ' ') & (block != '\t')) | (block == 0x7f);
               }));
}

constexpr Refusal kBadField{.status = 400, .reason = "malformed header line"};
constexpr Refusal kBadEnd{.status = 400, .reason = "lines must end with CR LF"};

}  // namespace

HeadScanner::Progress HeadScanner::Scan(std::string_view bytes) {
  Progress progress;
  while (progress.consumed < bytes.size()) {
    // Most bytes only extend the current element; check the others one by one.
    const std::size_t run = Lengthen(bytes.substr(progress.consumed, limits_->head - size_));
    const std::size_t taken = std::max<std::size_t>(1, run);
    const char c = bytes[progress.consumed];
    progress.consumed += taken;
    size_ += taken;
    if (run == 0) {
      if (auto refusal = Step(static_cast<unsigned char>(c))) {
        progress.refusal = refusal;
        return progress;
      }
    }
    if (at_ == At::kDone) {
      progress.complete = true;
      return progress;
    }
    if (size_ >= limits_->head) {
      progress.refusal = Refusal{.status = 431, .reason = "request head is too large"};
      return progress;
    }
  }
  return progress;
}

std::size_t HeadScanner::Lengthen(std::string_view bytes) {
  std::size_t run = 0;
  switch (at_) {
    case At::kMethod:
      run = RunOf(bytes.substr(0, kLongestMethod - length_), kToken);
      break;
    case At::kVersion:
      run = RunOf(bytes.substr(0, kLongestVersion - length_), kVisible);
      break;
    case At::kTarget:
      run = TargetRun(bytes.substr(0, limits_->target - length_));
      break;
    case At::kName:
      run = RunOf(bytes, kToken);
      break;
    case At::kValue:
      return ValueRun(bytes);
    default:
      return 0;
  }
  length_ += run;
  return run;
}

std::optional<Refusal> HeadScanner::Step(unsigned char c) {
  switch (at_) {
    case At::kStart:
      if (c == '\r') {
        at_ = At::kStartLf;
        return std::nullopt;
      }
      at_ = At::kMethod;
      return StepRequestLine(c);
    case At::kStartLf:
      if (c != '\n') return kBadEnd;
      leading_ = size_;
      at_ = At::kStart;
      return std::nullopt;
    case At::kMethod:
    case At::kTarget:
    case At::kVersion:
      return StepRequestLine(c);
    case At::kLineLf:
      if (c != '\n') return kBadEnd;
      at_ = At::kFieldStart;
      return std::nullopt;
    case At::kFieldStart:
    case At::kName:
    case At::kValue:
      return StepField(c);
    case At::kFinalLf:
      if (c != '\n') return kBadEnd;
      at_ = At::kDone;
      return std::nullopt;
    case At::kDone:
      break;
  }
  return kBadRequestLine;
}

std::optional<Refusal> HeadScanner::StepRequestLine(unsigned char c) {
  if (c == '\n') return kBadEnd;
  switch (at_) {
    case At::kMethod:
      if (c == ' ' && length_ > 0) {
        at_ = At::kTarget;
        length_ = 0;
        return std::nullopt;
      }
      if (!kToken[c] || ++length_ > kLongestMethod) return kBadRequestLine;
      return std::nullopt;
    case At::kTarget:
      if (c == ' ' && length_ > 0) {
        at_ = At::kVersion;
        length_ = 0;
        return std::nullopt;
      }
      if (!IsTargetByte(c)) return kBadRequestLine;
      if (++length_ > limits_->target) {
        return Refusal{.status = 414, .reason = "request target is too long"};
      }
      return std::nullopt;
    default:
      if (c == '\r') {
        at_ = At::kLineLf;
        length_ = 0;
        return std::nullopt;
      }
      if (!IsVisible(c) || ++length_ > kLongestVersion) return kBadRequestLine;
      return std::nullopt;
  }
}

std::optional<Refusal> HeadScanner::StepField(unsigned char c) {
  if (at_ == At::kFieldStart) {
    if (c == '\r') {
      at_ = At::kFinalLf;
      return std::nullopt;
    }
    if (c == ' ' || c == '\t') {
      return Refusal{.status = 400, .reason = "a header line must not be folded"};
    }
    if (++fields_ > limits_->fields) {
      return Refusal{.status = 431, .reason = "too many header lines"};
    }
    at_ = At::kName;
    length_ = 0;
  }
  if (c == '\n') return kBadEnd;
  if (at_ == At::kName) {
    if (c == ':' && length_ > 0) {
      at_ = At::kValue;
      return std::nullopt;
    }
    // Also rejects a space before the colon (RFC 9112 section 5.1).
    if (!kToken[c]) return kBadField;
    ++length_;
    return std::nullopt;
  }
  if (c == '\r') {
    at_ = At::kLineLf;
    return std::nullopt;
  }
  if (!kField[c]) return kBadField;
  return std::nullopt;
}

}  // namespace prichal::http
