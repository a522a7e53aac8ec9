#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "config/key.h"

/// Rows of the table of keys: what a row says, and how it writes its field of Settings and reads
/// it. `Section` and `Member` name the field: `&Settings::server, &Settings::Server::listen`.
namespace prichal::config::row {

/// Puts a value that fits into its field. `Unit`: what a duration is written in.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
void Store(Settings& settings, const Value& value) {
  auto& field = (settings.*Section).*Member;
  using Field = std::remove_reference_t<decltype(field)>;
  if constexpr (std::is_same_v<Field, std::vector<ListenAddress>>) {
    field.clear();
    const auto add = [&field](const std::string& text) {
      if (!text.empty()) field.push_back(ListenAddress::Parse(text).value());
    };
    if (const auto* only = std::get_if<std::string>(&value)) return add(*only);
    for (const std::string& text : std::get<List>(value)) add(text);
  } else if constexpr (std::is_same_v<Field, std::string> || std::is_same_v<Field, bool> ||
                       std::is_same_v<Field, List>) {
    field = std::get<Field>(value);
  } else if constexpr (std::is_integral_v<Field>) {
    field = static_cast<Field>(std::get<std::int64_t>(value));
  } else {
    field = Unit(std::get<std::int64_t>(value));
  }
}

/// What stands in a field, as Store() takes it.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
Value Load(const Settings& settings) {
  const auto& field = (settings.*Section).*Member;
  using Field = std::remove_cvref_t<decltype(field)>;
  if constexpr (std::is_same_v<Field, std::vector<ListenAddress>>) {
    if (field.empty()) return std::string();
    if (field.size() == 1) return field.front().ToConfigText();
    List list;
    for (const ListenAddress& address : field) list.push_back(address.ToConfigText());
    return list;
  } else if constexpr (std::is_same_v<Field, std::string> || std::is_same_v<Field, bool> ||
                       std::is_same_v<Field, List>) {
    return field;
  } else if constexpr (std::is_integral_v<Field>) {
    return static_cast<std::int64_t>(field);
  } else {
    return std::int64_t{std::chrono::duration_cast<Unit>(field).count()};
  }
}

/// One for each `Each` bytes of the memory, at most `Most`.
template <std::int64_t Each, std::int64_t Most>
std::int64_t OfMemory(const Machine& machine) {
  return std::min(static_cast<std::int64_t>(machine.memory / Each), Most);
}

inline std::int64_t OfProcessors(const Machine& machine) {
  return static_cast<std::int64_t>(machine.processors);
}

/// A key's section and its name there.
struct Name {
  std::string_view section;
  std::string_view name;
};

/// What a number may be, both ends included.
struct Range {
  std::int64_t least;
  std::int64_t most;
};

/// What all rows have. `Unit`: what a duration is written in.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
constexpr Key Field(Kind kind, Name name, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = kind,
          .doc = doc,
          .load = Load<Section, Member, Unit>,
          .store = Store<Section, Member, Unit>};
}

/// `flag`: see Key::flag.
template <auto Section, auto Member>
constexpr Key Text(Name name, const Rule& rule, std::string_view doc, std::string_view flag = {}) {
  Key key = Field<Section, Member>(Kind::kText, name, doc);
  key.rule = &rule;
  key.flag = flag;
  return key;
}

/// A text that is never printed.
template <auto Section, auto Member>
constexpr Key Secret(Name name, const Rule& rule, std::string_view doc) {
  Key key = Text<Section, Member>(name, rule, doc);
  key.secret = true;
  return key;
}

/// `rule`: what holds for each item.
template <auto Section, auto Member>
constexpr Key ListOf(Name name, const Rule& rule, std::string_view doc) {
  Key key = Field<Section, Member>(Kind::kList, name, doc);
  key.rule = &rule;
  return key;
}

/// A list of at least `least` addresses to listen on, which may be written as its only one.
template <auto Section, auto Member>
constexpr Key Addresses(Name name, std::int64_t least, std::string_view doc,
                        std::string_view flag = {}) {
  Key key = ListOf<Section, Member>(name, kListenAddress, doc);
  key.least = least;
  key.or_one = true;
  key.flag = flag;
  return key;
}

/// A list that is never printed.
template <auto Section, auto Member>
constexpr Key Secrets(Name name, const Rule& rule, std::string_view doc) {
  Key key = ListOf<Section, Member>(name, rule, doc);
  key.secret = true;
  return key;
}

/// `Unit`: what a duration is written in. `of`: see Key::of_machine.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
constexpr Key Number(Name name, Range range, std::string_view doc, OfMachine of = nullptr) {
  Key key = Field<Section, Member, Unit>(Kind::kNumber, name, doc);
  key.least = range.least;
  key.most = range.most;
  key.of_machine = of;
  return key;
}

/// `flag`: see Key::flag.
template <auto Section, auto Member>
constexpr Key Toggle(Name name, std::string_view doc, std::string_view flag = {}) {
  Key key = Field<Section, Member>(Kind::kSwitch, name, doc);
  key.flag = flag;
  return key;
}

/// The same row, whose changes wait for the next start.
constexpr Key AtStart(Key key) {
  key.at_start = true;
  return key;
}

}  // namespace prichal::config::row
