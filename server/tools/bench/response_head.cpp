#include "bench/response_head.h"

#include <strings.h>

#include <charconv>

namespace prichal::bench {
namespace {

constexpr std::string_view kEnd = "\r\n\r\n";

/// Returns the value of the header `name`. Nullopt if the line is another header.
std::optional<std::string_view> ValueOf(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':' ||
      strncasecmp(line.data(), name.data(), name.size()) != 0) {
    return std::nullopt;
  }
  line.remove_prefix(name.size() + 1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

void TakeLine(std::string_view line, ResponseHead& head) {
  if (const auto length = ValueOf(line, "content-length")) {
    std::size_t number = 0;
    const auto parsed = std::from_chars(length->data(), length->data() + length->size(), number);
    if (parsed.ec == std::errc()) head.length = number;
  } else if (const auto coding = ValueOf(line, "transfer-encoding")) {
    head.chunked = *coding == "chunked";
  } else if (const auto connection = ValueOf(line, "connection")) {
    head.keep_alive = *connection != "close";
  }
}

ResponseHead Parse(std::string_view text) {
  ResponseHead head;
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  if (!text.starts_with(kVersion)) return head;
  const char* digits = text.data() + kVersion.size();
  std::from_chars(digits, text.data() + text.size(), head.status);
  std::size_t at = text.find("\r\n");
  while (at != std::string_view::npos) {
    const std::size_t begin = at + 2;
    at = text.find("\r\n", begin);
    TakeLine(text.substr(begin, at == std::string_view::npos ? at : at - begin), head);
  }
  return head;
}

}  // namespace

bool HeadReader::Read(std::string_view& input) {
  if (partial_.empty()) {
    const std::size_t end = input.find(kEnd);
    if (end != std::string_view::npos) {
      head_ = Parse(input.substr(0, end));
      input.remove_prefix(end + kEnd.size());
      return true;
    }
  }
  const std::size_t before = partial_.size();
  partial_ += input;
  const std::size_t end = partial_.find(kEnd);
  if (end == std::string::npos) {
    input = {};
    return false;
  }
  input.remove_prefix(end + kEnd.size() - before);
  head_ = Parse(std::string_view(partial_).substr(0, end));
  partial_.clear();
  return true;
}

}  // namespace prichal::bench
