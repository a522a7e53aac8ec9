#include "ops/tls/certificate_reload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstddef>

#include "base/descriptor.h"
#include "base/secret.h"

namespace prichal::ops {
namespace {

using telemetry::Level;

constexpr std::size_t kMostBytes = 256 * 1024;

}  // namespace

TlsSite::TlsSite(const config::Settings::Server& settings, http::Server& server,
                 telemetry::Log& log)
    : files_(settings.tls_certificate, settings.tls_key),
      server_(server),
      log_(log),
      rotation_(settings.tls_ticket_rotation),
      http2_(settings.http2_streams > 0),
      next_rotation_(MachineClock().Now().steady + rotation_) {}

Result<void, std::vector<std::string>> TlsSite::Open() {
  const auto certificate = files_.Read();
  if (!certificate) return Fail(certificate.error());
  const http::TlsOptions options{
      .certificate = *certificate,
      .ticket_lifetime = std::chrono::duration_cast<std::chrono::seconds>(rotation_),
      .http2 = http2_};
  if (auto used = server_.SetTls(options); !used) {
    return Fail(std::vector{fmt::format(
        "server.tls_certificate: OpenSSL rejects the certificate ({}). Fix: use a certificate with "
        "an RSA key of at least 2048 bits or an EC key.",
        used.error())});
  }
  not_after_ = (*certificate)->not_after();
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(MachineClock().Now().unix_time);
  const auto days = (not_after_ - now.count()) / std::chrono::seconds(std::chrono::days(1)).count();
  log_.Write(not_after_ <= now.count() ? Level::kError : Level::kInfo,
             not_after_ <= now.count()
                 ? "the TLS certificate has expired; browsers and wallets reject it"
                 : "the TLS certificate is in use",
             {{"name", (*certificate)->name()}, {"days_left", days}});
  return {};
}

Result<void, std::string> TlsSite::Reload() {
  const auto used = Open();
  ++(used ? reloads_ : reload_failures_);
  if (used) return {};
  return Fail(fmt::format("{}", fmt::join(used.error(), " ")));
}

void TlsSite::RunDueTasks(Millis now) {
  if (files_.HaveChanged()) {
    if (auto used = Reload(); !used) {
      log_.Write(Level::kError, "the new TLS certificate is invalid; the old one stays in use",
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

Result<std::shared_ptr<const http::tls::Certificate>, std::vector<std::string>> TlsFiles::Read() {
  // Identify the files before reading, so that a change during the read is detected later.
  read_ = Now();
  seen_ = read_;
  const auto chain = ReadSmallFile(certificate_, kMostBytes);
  const auto key = PrivateFile::Read(key_, kMostBytes, PrivateFile::From::kOperator);
  std::vector<std::string> problems;
  if (!chain) {
    problems.push_back(
        fmt::format("server.tls_certificate: cannot read \"{}\": {}. Fix: name a PEM file that the "
                    "server's user can read.",
                    certificate_, chain.error()));
  }
  if (!key) problems.push_back(fmt::format("server.tls_key: {}.", key.error()));
  if (!problems.empty()) return Fail(std::move(problems));
  auto made = http::tls::Certificate::FromPem(*chain, key->view());
  if (made) return *std::move(made);
  const bool of_key = made.error().of == http::tls::CertificateError::Of::kKey;
  return Fail(
      std::vector{fmt::format("server.{}: \"{}\" {}", of_key ? "tls_key" : "tls_certificate",
                              of_key ? key_ : certificate_, made.error().reason)});
}

bool TlsFiles::HaveChanged() {
  const Versions now = Now();
  const bool at_rest = std::exchange(seen_, now) == now;
  if (!at_rest || now == read_) return false;
  // Report each change once, whether or not the files are valid.
  read_ = now;
  return true;
}

}  // namespace prichal::ops
