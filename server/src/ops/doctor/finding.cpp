#include "ops/doctor/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <stdexcept>
#include <utility>

#include "ops/commands/commands.h"

namespace prichal::app::doctor {
namespace {

namespace json = boost::json;
using command::Printable;

using enum Source;

struct Subject {
  std::string_view code;
  Source source;
  std::string_view about;
};

/// All findings, in the order of the report. docs/commands.md has a row for each.
constexpr std::array kSubjects{
    // From outside, like a wallet or a user.
    Subject{"origin", kOrigin, "the public origin is https, as wallets and Telegram need it"},
    Subject{"dns", kOrigin, "its name leads to public addresses"},
    Subject{"tls_certificate", kOrigin,
            "its certificate is believed, and for more than a fortnight"},
    Subject{"page", kAnswers, "the page answers with HTML"},
    Subject{"page_origin", kAnswers,
            "the page stays on the origin whose methods Telegram takes (Bot API 10.2)"},
    Subject{"framing", kAnswers, "Telegram may frame the page, and nobody else"},
    Subject{"headers", kAnswers, "no header comes twice, once from a proxy"},
    Subject{"manifest", kAnswers, "the manifest is there, without a redirect"},
    Subject{"manifest_type", kAnswers, "it is application/json"},
    Subject{"manifest_fields", kAnswers, "it has url, name and iconUrl"},
    Subject{"manifest_url", kAnswers, "its url is this origin"},
    Subject{"manifest_cors", kAnswers, "pages of wallets may read it"},
    Subject{"icon", kAnswers, "the icon is there, without a redirect"},
    Subject{"icon_type", kAnswers, "it is PNG or ICO"},
    Subject{"icon_size", kAnswers, "it is 180 by 180 pixels"},
    Subject{"bridge", kAnswers, "the bridge opens a stream"},
    Subject{"bridge_cors", kAnswers, "pages of other origins may use the bridge"},
    Subject{"bridge_compression", kAnswers, "its stream is not compressed"},
    Subject{"bridge_first_bytes", kAnswers, "the stream's first bytes come at once"},
    Subject{"bridge_delivery", kAnswers, "a message comes over the stream as it is sent"},
    Subject{"bridge_heartbeat", kAnswers, "heartbeats come, and no proxy cuts the stream before"},
    Subject{"client_address", kAnswers, "the server sees its clients' addresses, not a proxy's"},
    Subject{"client_address_forged", kAnswers, "a client cannot make up its address"},
    Subject{"wallets_list", kAnswers, "the list of wallets is there, and well-formed"},
    Subject{"wallets_dns", kAnswers, "the names of its bridges and pictures lead somewhere"},
    Subject{"clock", kOther, "this machine's clock agrees with another's"},
    Subject{"clock_origin", kAnswers, "the origin's clock agrees with this machine's"},
    // From inside, by the server's configuration.
    Subject{"configuration", kOther, "the server takes its configuration"},
    Subject{"server", kServer, "the server runs here and is ready"},
    Subject{"clock_synchronised", kServer, "the kernel's clock is kept by a time server"},
    Subject{"open_files", kServer, "so many files may be open as there may be connections"},
    Subject{"memory", kServer, "all bounds together fit into the memory"},
    Subject{"data_folder", kServer, "the server's folder is there, and for its user alone"},
    Subject{"disk_space", kServer, "its disk has room"},
    Subject{"disk_fsync", kServer, "its disk takes a commit quickly"},
    Subject{"secret_files", kServer, "nobody else can read files with secrets"},
};

/// Name of a state in text and in JSON.
struct StateName {
  std::string_view words;
  const char* json;
};

StateName NameOf(State state) {
  switch (state) {
    case State::kGood:
      return {"good", "good"};
    case State::kWarning:
      return {"warning", "warning"};
    case State::kWrong:
      return {"WRONG", "wrong"};
    case State::kNotLookedAt:
      return {"-", "not_looked_at"};
  }
  return {};
}

json::value TextOrNull(const std::string& text) {
  return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

}  // namespace

Findings::Findings() {
  for (const auto& [code, source, about] : kSubjects) {
    findings_.push_back({.code = code,
                         .source = source,
                         .about = about,
                         .value = {},
                         .reason = "nothing was found",
                         .way_out = {}});
  }
}

Finding& Findings::At(std::string_view code) {
  const auto found = std::find_if(findings_.begin(), findings_.end(),
                                  [&](const Finding& finding) { return finding.code == code; });
  if (found == findings_.end()) {
    throw std::logic_error(fmt::format("no finding is called {}", code));
  }
  return *found;
}

const Finding& Findings::Find(std::string_view code) const {
  return const_cast<Findings*>(this)->At(code);
}

void Findings::Good(std::string_view code, std::string value) {
  Finding& finding = At(code);
  finding.state = State::kGood;
  finding.value = std::move(value);
  finding.reason.clear();
}

void Findings::Warning(std::string_view code, std::string value, std::string reason,
                       std::string way_out) {
  Wrong(code, std::move(value), std::move(reason), std::move(way_out));
  At(code).state = State::kWarning;
}

void Findings::Wrong(std::string_view code, std::string value, std::string reason,
                     std::string way_out) {
  Finding& finding = At(code);
  finding.state = State::kWrong;
  finding.value = std::move(value);
  finding.reason = std::move(reason);
  finding.way_out = std::move(way_out);
}

void Findings::NotLookedAt(std::string_view code, std::string reason) {
  Finding& finding = At(code);
  finding.state = State::kNotLookedAt;
  finding.value.clear();
  finding.reason = std::move(reason);
}

void Findings::NotLookedAt(std::span<const std::string_view> codes, const std::string& reason) {
  for (const auto code : codes) NotLookedAt(code, reason);
}

void Findings::NotLookedAt(Source source, const std::string& reason) {
  for (const Finding& finding : findings_) {
    if (finding.source == source) NotLookedAt(finding.code, reason);
  }
}

std::size_t Findings::Count(State state) const {
  return static_cast<std::size_t>(
      std::count_if(findings_.begin(), findings_.end(),
                    [&](const Finding& finding) { return finding.state == state; }));
}

std::string Findings::Words() const {
  std::string text =
      fmt::format("{}: {} wrong, {} to be warned of, {} good, {} not looked at\n\n",
                  Count(State::kWrong) == 0 ? "good" : "refused", Count(State::kWrong),
                  Count(State::kWarning), Count(State::kGood), Count(State::kNotLookedAt));
  for (const Finding& finding : findings_) {
    const bool hurts = finding.state == State::kWrong || finding.state == State::kWarning;
    const auto& shown = finding.state == State::kNotLookedAt ? finding.reason
                        : finding.value.empty()              ? std::string(finding.about)
                                                             : finding.value;
    text += fmt::format("  {:<7}  {:<21}  {}\n", NameOf(finding.state).words, finding.code,
                        Printable(shown));
    if (!hurts) continue;
    text += fmt::format("           {}\n", Printable(finding.reason));
    text += fmt::format("           way out: {}\n", Printable(finding.way_out));
  }
  return text;
}

std::string Findings::Json() const {
  json::array list;
  for (const Finding& finding : findings_) {
    list.push_back(json::object{{"code", json::string_view(finding.code)},
                                {"state", NameOf(finding.state).json},
                                {"value", TextOrNull(finding.value)},
                                {"reason", TextOrNull(finding.reason)},
                                {"way_out", TextOrNull(finding.way_out)}});
  }
  const json::object all{{"verdict", Count(State::kWrong) == 0 ? "good" : "refused"},
                         {"findings", std::move(list)}};
  return Printable(json::serialize(all)) + "\n";
}

}  // namespace prichal::app::doctor
