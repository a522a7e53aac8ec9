#include "ops/commands/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "ops/commands/commands.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;

/// Name of a state in text and in JSON.
struct StateName {
  std::string_view words;
  const char* json;
};

StateName NameOf(Rule::State state) {
  constexpr std::array<StateName, 4> kNames{
      {{"holds", "holds"}, {"FAILS", "fails"}, {"-", "unseen"}, {"-", "not_asked"}}};
  return kNames.at(static_cast<std::size_t>(state));
}

}  // namespace

void Verdict::Accept(std::string words) { taken_ = std::move(words); }

void Verdict::Refuse(std::string_view code, std::string words) {
  refused_ = code;
  reason_ = std::move(words);
  const auto failed = std::find_if(rules_.begin(), rules_.end(),
                                   [&](const Rule& rule) { return rule.code == code; });
  if (failed == rules_.end()) return;
  for (Rule& rule : rules_) {
    if (rule.stage >= failed->stage) rule.state = Rule::State::kUnseen;
  }
  failed->state = Rule::State::kFails;
}

void Verdict::NotAsked(std::string_view code, std::string words) {
  for (Rule& rule : rules_) {
    if (rule.code != code) continue;
    rule.state = Rule::State::kNotAsked;
    rule.words = std::move(words);
    return;
  }
}

void Verdict::AddFact(std::string_view name, std::string words, json::value value) {
  facts_.push_back({.name = name, .words = std::move(words), .value = std::move(value)});
}

void Verdict::AddFact(std::string_view name, std::string_view text) {
  AddFact(name, std::string(text), json::string(text));
}

void Verdict::AddTime(std::string_view name, std::chrono::seconds time, std::chrono::seconds now) {
  AddFact(name, fmt::format("{}, {} ({})", time.count(), Ago(time, now), Moment(time)),
          time.count());
}

int Verdict::Print(bool json) const {
  return ops::Print(json ? Json() : Words(), refused_.empty() ? kGood : kRefused);
}

std::string Verdict::Words() const {
  std::string text;
  if (refused_.empty()) {
    text = fmt::format("good: {}\n", Printable(taken_));
  } else {
    text = fmt::format("refused: {}\n{}\n", refused_, Printable(reason_));
  }
  if (!facts_.empty()) text += "\n";
  for (const Fact& fact : facts_) {
    text += fmt::format("  {:<13} {}\n", fact.name, Printable(fact.words));
  }
  text += "\n";
  for (const Rule& rule : rules_) {
    text += fmt::format("  {:<5}  {:<22}  {}\n", NameOf(rule.state).words, rule.code,
                        Printable(rule.words));
  }
  return text;
}

std::string Verdict::Json() const {
  json::object object;
  object["verdict"] = refused_.empty() ? "good" : "refused";
  if (!refused_.empty()) {
    object["code"] = json::string(refused_);
    object["reason"] = reason_;
  }
  for (const Fact& fact : facts_) object[json::string_view(fact.name)] = fact.value;
  json::array rules;
  for (const Rule& rule : rules_) {
    json::object one;
    one["code"] = json::string(rule.code);
    one["state"] = NameOf(rule.state).json;
    rules.push_back(std::move(one));
  }
  object["rules"] = std::move(rules);
  return Printable(json::serialize(object)) + "\n";
}

int Print(std::string_view text, int status) {
  std::cout << text << std::flush;
  if (std::cout) return status;
  std::cerr << "prichal: cannot write to standard output\n";
  return kMistake;
}

}  // namespace prichal::ops
