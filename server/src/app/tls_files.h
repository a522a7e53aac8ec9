#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "tls/certificate.h"

namespace prichal::app {

/// The files of the site's certificate and its key. Lives on the main thread.
class TlsFiles {
 public:
  TlsFiles(std::string certificate, std::string key)
      : certificate_(std::move(certificate)), key_(std::move(key)) {}

  /// What stands in them now. The error is one line that names the key of the configuration, the
  /// file, the reason and the way out.
  [[nodiscard]] Result<std::shared_ptr<const tls::Certificate>, std::string> Read();

  /// To be asked again and again: true once when one of them is not what Read() has found, and both
  /// have not changed since this was asked last, so that it is not read between the two.
  [[nodiscard]] bool HaveChanged();

 private:
  /// What tells a file from the one that was there before; the same of two that are not there.
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
  Stamps read_;  ///< when Read() was called last
  Stamps seen_;  ///< when HaveChanged() was
};

}  // namespace prichal::app
