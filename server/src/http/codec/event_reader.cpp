#include "http/codec/event_reader.h"

#include <charconv>

namespace prichal::http {
namespace {

std::string_view WithoutCr(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

void EventReader::Feed(std::string_view bytes) {
  if (kept_.empty()) {
    input_ = bytes;
    return;
  }
  kept_ += bytes;
  input_ = kept_;
}

std::optional<Event> EventReader::Next() {
  while (true) {
    // An event ends with an empty line, that is, two consecutive line ends.
    const std::size_t line_end = input_.find('\n', searched_);
    if (line_end == std::string_view::npos) {
      searched_ = input_.size();
      KeepRest();
      return std::nullopt;
    }
    std::size_t next = line_end + 1;
    const bool begins_empty = WithoutCr(input_.substr(0, line_end)).empty();
    if (!begins_empty) {
      if (next < input_.size() && input_[next] == '\r') ++next;
      if (next >= input_.size()) {
        searched_ = line_end;
        KeepRest();
        return std::nullopt;
      }
      if (input_[next] != '\n') {
        searched_ = line_end + 1;
        continue;
      }
      ++next;
    }
    const std::string_view block = input_.substr(0, begins_empty ? 0 : line_end);
    input_.remove_prefix(next);
    searched_ = 0;
    if (block.empty()) continue;
    const Event event = Parse(block);
    if (event.type.empty() && event.data.empty()) continue;  // a comment or a retry field
    return event;
  }
}

Event EventReader::Parse(std::string_view block) {
  Event event;
  bool has_data = false;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    const std::string_view line = WithoutCr(block.substr(0, end));
    block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (name == "event") {
      event.type = value;
    } else if (name == "id") {
      std::from_chars(value.data(), value.data() + value.size(), event.id);
    } else if (name == "data" && !has_data) {
      has_data = true;
      event.data = value;
    } else if (name == "data") {
      std::string all(event.data);
      all.append("\n").append(value);
      joined_ = std::move(all);
      event.data = joined_;
    }
  }
  return event;
}

void EventReader::KeepRest() {
  if (input_.empty()) {
    kept_.clear();
  } else if (input_.size() != kept_.size() || input_.data() != kept_.data()) {
    kept_ = std::string(input_);
  }
  input_ = {};
}

}  // namespace prichal::http
