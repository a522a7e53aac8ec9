#include "signin/service/audit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "base/telemetry/health_log.h"

namespace prichal::signin {
namespace {

using telemetry::Field;
using telemetry::Level;

constexpr Millis kMinute{60'000};
/// The code of rate limits. It never gets a line, because attackers can cause it at will.
constexpr std::string_view kLimited = "rate_limited";

std::string CannotWrite(const std::string& path, const std::string& reason) {
  return fmt::format(
      "auth.audit_file: cannot write \"{}\": {}. Fix: name a file that the server's user can "
      "write.",
      path, reason);
}

}  // namespace

bool RefusalBudget::Take(std::string_view code, Millis now) {
  const std::lock_guard lock(mutex_);
  if (now - minute_began_ >= kMinute) {
    minute_began_ = now;
    lines_ = 0;
  }
  if (code != kLimited && lines_ < kLinesAMinute) {
    ++lines_;
    return true;
  }
  ++unwritten_[std::string(code)];
  return false;
}

std::map<std::string, std::uint64_t> RefusalBudget::TakeSummary(Millis now, bool whenever) {
  const std::lock_guard lock(mutex_);
  if (unwritten_.empty() || (!whenever && now - summed_ < kMinute)) return {};
  summed_ = now;
  return std::exchange(unwritten_, {});
}

Result<std::unique_ptr<AuthAudit>, std::string> AuthAudit::Open(const std::string& path,
                                                                telemetry::Log& log) {
  auto file = telemetry::LineFile::Open(path, [&log](const std::string& reason) {
    telemetry::WriteHealth(log, reason, "the audit log can be written again", Level::kError,
                           "cannot write the audit log; its lines are lost");
  });
  if (!file) return Fail(CannotWrite(path, file.error()));
  return std::unique_ptr<AuthAudit>(new AuthAudit(path, *std::move(file)));
}

Result<void, std::string> AuthAudit::Check(const std::string& path) {
  const auto checked = telemetry::LineFile::Check(path);
  if (!checked) return Fail(CannotWrite(path, checked.error()));
  return {};
}

AuthAudit::AuthAudit(std::string path, std::unique_ptr<telemetry::LineFile> file)
    : path_(std::move(path)),
      file_(std::move(file)),
      lines_(std::make_unique<telemetry::Log>(
          Level::kInfo, telemetry::Format::kJson,
          [to = file_.get()](std::string_view line) { to->Write(line); })) {}

AuthAudit::~AuthAudit() { WriteSummary({}, true); }

void AuthAudit::OnEvent(const AuthEvent& event) {
  const std::string user = event.user.text();
  const std::string session = event.session ? event.session->text() : std::string();
  const std::string into = event.into ? event.into->text() : std::string();
  const std::string amr = fmt::format("{}", fmt::join(event.amr, " "));
  const std::vector<std::string> none;
  const std::string before = fmt::format("{}", fmt::join(event.before.value_or(none), " "));
  const std::string after = fmt::format("{}", fmt::join(event.after.value_or(none), " "));
  std::string by = event.client ? "" : "operator";
  std::string client;
  if (event.client && names_clients_.load(std::memory_order_relaxed)) {
    client = event.client->ToText();
  }
  std::vector<Field> fields{{"user", user}};
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) fields.emplace_back(name, value);
  };
  add("session", session);
  add("identity", event.identity);
  add("amr", amr);
  add("reason", event.reason);
  add("into", into);
  add("before", before);
  add("after", after);
  add("proof", event.proof);
  add("by", by);
  add("client", client);
  const bool is_alarm = event.type == AuthEventType::kSessionCompromised;
  WriteSummary(event.time, false);
  lines_->Write(is_alarm ? Level::kWarn : Level::kInfo, NameOf(event.type), fields);
}

void AuthAudit::OnRefused(std::string_view code, const IpAddress& client, Millis now) {
  const bool has_line = refusals_.Take(code, now);
  WriteSummary(now, false);
  if (!has_line) return;
  std::string text;
  std::vector<Field> fields{{"code", code}};
  if (names_clients_.load(std::memory_order_relaxed)) {
    text = client.ToText();
    fields.emplace_back("client", text);
  }
  lines_->Write(Level::kInfo, "refused", fields);
}

void AuthAudit::WriteSummary(Millis now, bool whenever) {
  for (const auto& [code, count] : refusals_.TakeSummary(now, whenever)) {
    lines_->Write(Level::kInfo, "refused", {{"code", code}, {"times", count}});
  }
}

Result<void, std::string> AuthAudit::Reopen() {
  if (auto opened = file_->Reopen(); !opened) return Fail(CannotWrite(path_, opened.error()));
  return {};
}

}  // namespace prichal::signin
