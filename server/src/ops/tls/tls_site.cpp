#include "ops/tls/tls_site.h"

#include <chrono>

namespace prichal::app {
namespace {

using telemetry::Level;

}  // namespace

TlsSite::TlsSite(const config::Settings::Server& settings, net::Server& server, telemetry::Log& log)
    : files_(settings.tls_certificate, settings.tls_key),
      server_(server),
      log_(log),
      rotation_(settings.tls_ticket_rotation),
      http2_(settings.http2_streams > 0),
      next_rotation_(MachineClock().Now().steady + rotation_) {}

Result<void, std::string> TlsSite::ApplyCertificate() {
  const auto certificate = files_.Read();
  if (!certificate) return Fail(certificate.error());
  const net::TlsOptions options{
      .certificate = *certificate,
      .ticket_lifetime = std::chrono::duration_cast<std::chrono::seconds>(rotation_),
      .http2 = http2_};
  if (auto used = server_.SetTls(options); !used) {
    return Fail("server.tls_certificate: OpenSSL will not serve with it: " + used.error());
  }
  not_after_ = (*certificate)->not_after();
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(MachineClock().Now().unix_time);
  const auto days = (not_after_ - now.count()) / std::chrono::seconds(std::chrono::days(1)).count();
  log_.Write(not_after_ <= now.count() ? Level::kError : Level::kInfo,
             not_after_ <= now.count() ? "the certificate has expired, visitors are warned of it"
                                       : "the certificate is in use",
             {{"name", (*certificate)->name()}, {"days_left", days}});
  return {};
}

Result<void, std::string> TlsSite::Open() { return ApplyCertificate(); }

Result<void, std::string> TlsSite::Reload() {
  auto used = ApplyCertificate();
  ++(used ? reloads_ : reload_failures_);
  return used;
}

void TlsSite::RunDueTasks(Millis now) {
  if (files_.HaveChanged()) {
    if (auto used = Reload(); !used) {
      log_.Write(Level::kError, "the new certificate is refused, the old one goes on",
                 {{"problem", used.error()}});
    }
  }
  if (now >= next_rotation_) {
    next_rotation_ = now + rotation_;
    server_.RotateTicketKeys();
    ++ticket_rotations_;
  }
}

TlsStats TlsSite::Stats() const {
  return {.not_after = not_after_,
          .reloads = reloads_,
          .reload_failures = reload_failures_,
          .ticket_rotations = ticket_rotations_};
}

}  // namespace prichal::app
