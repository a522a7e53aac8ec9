#include "app/command/pretty_json.h"

#include <boost/json/serialize.hpp>

#include "app/command/words.h"

namespace prichal::app::command {
namespace {

namespace json = boost::json;

void Break(std::string& text, std::size_t depth) {
  text.push_back('\n');
  text.append(2 * depth, ' ');
}

/// `depth`: of the line that it begins on. Values come from a reader that bounds how deep they are.
void Append(std::string& text, const json::value& value, std::size_t depth) {
  const auto* object = value.if_object();
  const auto* array = value.if_array();
  if ((object == nullptr || object->empty()) && (array == nullptr || array->empty())) {
    text += json::serialize(value);
    return;
  }
  text.push_back(object != nullptr ? '{' : '[');
  bool first = true;
  const auto begin = [&] {
    if (!first) text.push_back(',');
    first = false;
    Break(text, depth + 1);
  };
  if (object != nullptr) {
    for (const auto& [name, member] : *object) {
      begin();
      text += json::serialize(name);
      text += ": ";
      Append(text, member, depth + 1);
    }
  } else {
    for (const auto& item : *array) {
      begin();
      Append(text, item, depth + 1);
    }
  }
  Break(text, depth);
  text.push_back(object != nullptr ? '}' : ']');
}

}  // namespace

std::string PrettyJson(const json::value& value) {
  std::string text;
  Append(text, value, 0);
  // Line by line: a line break between values is no character of theirs.
  std::string shown;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    shown += Printable(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    shown.push_back('\n');
    rest.remove_prefix(end + 1);
  }
  return shown;
}

}  // namespace prichal::app::command
