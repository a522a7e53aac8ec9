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

namespace prichal::ops {
namespace {

namespace json = boost::json;

using enum Source;

struct Subject {
  std::string_view code;
  Source source;
  std::string_view about;
};

/// All findings, in the order of the report. docs/api/commands.json has them too.
constexpr std::array kSubjects{
    // From outside, like a wallet or a user.
    Subject{"origin", kOrigin, "the public origin uses https"},
    Subject{"dns", kOrigin, "the host name resolves to public addresses"},
    Subject{"tls_certificate", kOrigin, "the certificate is trusted and valid for two more weeks"},
    Subject{"page", kAnswers, "the page answers with HTML"},
    Subject{"page_origin", kAnswers, "the page does not redirect to another origin (Bot API 10.2)"},
    Subject{"framing", kAnswers, "Telegram can embed the page, other sites cannot"},
    Subject{"headers", kAnswers, "no response header is sent twice"},
    Subject{"manifest", kAnswers, "the manifest exists and is not a redirect"},
    Subject{"manifest_type", kAnswers, "the manifest is application/json"},
    Subject{"manifest_fields", kAnswers, "the manifest has url, name and iconUrl"},
    Subject{"manifest_url", kAnswers, "the url of the manifest is this origin"},
    Subject{"manifest_cors", kAnswers, "pages of wallets can read the manifest (CORS)"},
    Subject{"icon", kAnswers, "the icon exists and is not a redirect"},
    Subject{"icon_type", kAnswers, "the icon is PNG or ICO"},
    Subject{"icon_size", kAnswers, "the icon has 180 by 180 pixels"},
    Subject{"bridge", kAnswers, "the bridge opens a stream"},
    Subject{"bridge_cors", kAnswers, "pages of other origins can use the bridge (CORS)"},
    Subject{"bridge_compression", kAnswers, "no proxy compresses the stream"},
    Subject{"bridge_first_bytes", kAnswers, "the first bytes of the stream arrive at once"},
    Subject{"bridge_delivery", kAnswers, "a message arrives over the stream"},
    Subject{"bridge_heartbeat", kAnswers, "two heartbeats arrive before a proxy ends the stream"},
    Subject{"client_address", kAnswers, "the server sees the addresses of clients, not of a proxy"},
    Subject{"client_address_forged", kAnswers, "clients cannot forge their address"},
    Subject{"wallets_list", kAnswers, "/wallets-v2.json is a valid wallets list"},
    Subject{"wallets_dns", kAnswers, "the hosts of its bridges and icons exist"},
    Subject{"clock", kOther, "the clock of this machine is right"},
    Subject{"clock_origin", kAnswers, "the clock of the origin is right"},
    // From inside, by the server's configuration.
    Subject{"configuration", kOther, "the configuration is valid"},
    Subject{"server", kServer, "the server runs here and is ready"},
    Subject{"clock_synchronised", kServer, "a time server keeps the clock"},
    Subject{"open_files", kServer, "the open files limit allows server.max_connections"},
    Subject{"memory", kServer, "all memory limits together fit into the memory"},
    Subject{"data_folder", kServer, "only the server's user can use the data folder"},
    Subject{"disk_space", kServer, "the disk has free space"},
    Subject{"disk_fsync", kServer, "the disk commits quickly"},
    Subject{"secret_files", kServer, "other users cannot read files with secrets"},
};

/// Name of a state in text and in JSON.
struct StateName {
  std::string_view words;
  const char* json;
};

StateName NameOf(State state) {
  constexpr std::array<StateName, 4> kNames{
      {{"ok", "good"}, {"warning", "warning"}, {"ERROR", "wrong"}, {"skipped", "not_looked_at"}}};
  return kNames.at(static_cast<std::size_t>(state));
}

/// Returns "1 error" or "2 errors".
std::string Counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

Findings::Findings() {
  for (const auto& [code, source, about] : kSubjects) {
    findings_.push_back({.code = code,
                         .source = source,
                         .about = about,
                         .value = {},
                         .reason = "not checked",
                         .fix = {}});
  }
}

Finding& Findings::At(std::string_view code) {
  const auto found = std::find_if(findings_.begin(), findings_.end(),
                                  [&](const Finding& finding) { return finding.code == code; });
  if (found == findings_.end()) {
    throw std::logic_error(fmt::format("unknown finding {}", code));
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
                       std::string fix) {
  Wrong(code, std::move(value), std::move(reason), std::move(fix));
  At(code).state = State::kWarning;
}

void Findings::Wrong(std::string_view code, std::string value, std::string reason,
                     std::string fix) {
  Finding& finding = At(code);
  finding.state = State::kWrong;
  finding.value = std::move(value);
  finding.reason = std::move(reason);
  finding.fix = std::move(fix);
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
  std::string text = fmt::format(
      "{}: {}, {}, {} ok, {} skipped\n\n", Count(State::kWrong) == 0 ? "ok" : "failed",
      Counted(Count(State::kWrong), "error"), Counted(Count(State::kWarning), "warning"),
      Count(State::kGood), Count(State::kNotLookedAt));
  for (const Finding& finding : findings_) {
    const bool hurts = finding.state == State::kWrong || finding.state == State::kWarning;
    const auto& shown = finding.state == State::kNotLookedAt ? finding.reason
                        : finding.value.empty()              ? std::string(finding.about)
                                                             : finding.value;
    text += fmt::format("  {:<7}  {:<21}  {}\n", NameOf(finding.state).words, finding.code,
                        Printable(shown));
    if (!hurts) continue;
    text += fmt::format("           {}\n", Printable(finding.reason));
    text += fmt::format("           fix: {}\n", Printable(finding.fix));
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
                                {"fix", TextOrNull(finding.fix)}});
  }
  const json::object all{{"verdict", Count(State::kWrong) == 0 ? "good" : "refused"},
                         {"findings", std::move(list)}};
  return Printable(json::serialize(all)) + "\n";
}

}  // namespace prichal::ops
