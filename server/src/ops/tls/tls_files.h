#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "http/tls/certificate.h"

namespace prichal::app {

/// Files of the certificate and its private key. Lives on the main thread.
class TlsFiles {
 public:
  TlsFiles(std::string certificate, std::string key)
      : certificate_(std::move(certificate)), key_(std::move(key)) {}

  /// Reads both files. The error is one line with configuration key, file, reason and fix.
  [[nodiscard]] Result<std::shared_ptr<const tls::Certificate>, std::string> Read();

  /// Returns true once after a file has changed since Read() and both files were stable since the
  /// previous call, so that a half-written pair is not read. Call it periodically.
  [[nodiscard]] bool HaveChanged();

 private:
  /// Identifies a version of a file. All zero if the file does not exist.
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t changed_seconds = 0;
    std::int64_t changed_nanoseconds = 0;

    bool operator==(const Stamp&) const = default;
  };
  struct Stamps {
    Stamp certificate;
    Stamp key;

    bool operator==(const Stamps&) const = default;
  };
  [[nodiscard]] static Stamp StampOf(const std::string& path);
  [[nodiscard]] Stamps Now() const { return {StampOf(certificate_), StampOf(key_)}; }

  const std::string certificate_;
  const std::string key_;
  Stamps read_;  ///< state at the last Read()
  Stamps seen_;  ///< state at the last HaveChanged()
};

}  // namespace prichal::app
