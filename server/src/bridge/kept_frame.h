#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "bridge/frames.h"

namespace prichal::bridge {

/// The frame of a message that waits, in two thirds of its bytes or less: without the words that
/// every frame has, and with its request source shared by messages that have the same one
/// (RequestSources seals one a second for who writes much to somebody).
///
/// A frame of another layout, as a file may hold that another release has written, is kept as it
/// is. Text() gives every frame back byte by byte. Lives with its mailbox.
class KeptFrame {
 public:
  KeptFrame() = default;
  /// `frame`: of the message `event_id`. `source`: what may be its request source, or null; it is
  /// shared when it is.
  KeptFrame(std::int64_t event_id, std::string_view frame, const SharedBytes& source);

  /// The frame. `event_id`: the same as when it was kept.
  [[nodiscard]] std::string Text(std::int64_t event_id) const;
  /// Bytes of that.
  [[nodiscard]] std::size_t SizeOfText(std::int64_t event_id) const;

  /// Null: the frame names none.
  [[nodiscard]] const SharedBytes& source() const { return source_; }

 private:
  void Keep(std::initializer_list<std::string_view> texts);
  [[nodiscard]] FrameParts Parts() const;

  /// Sender, trace id and message, one behind the other; or the whole frame.
  std::unique_ptr<char[]> text_;
  SharedBytes source_;
  std::uint32_t text_length_ = 0;
  std::uint16_t trace_length_ = 0;
  bool whole_ = false;
};

}  // namespace prichal::bridge
