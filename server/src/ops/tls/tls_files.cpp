#include "ops/tls/tls_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstddef>
#include <utility>

#include "base/private_file.h"
#include "base/small_file.h"

namespace prichal::app {
namespace {

using auth::PrivateFile;

constexpr std::size_t kMostBytes = 256 * 1024;

}  // namespace

Result<std::shared_ptr<const tls::Certificate>, std::string> TlsFiles::Read() {
  // Take the stamps before reading, so that a change during the read is detected later.
  read_ = Now();
  seen_ = read_;
  const auto chain = ReadSmallFile(certificate_, kMostBytes);
  if (!chain) {
    return Fail(fmt::format(
        "server.tls_certificate: cannot read {}: {}; name a PEM file that this process may read",
        certificate_, chain.error()));
  }
  const auto key = PrivateFile::Read(key_, kMostBytes, PrivateFile::From::kOperator);
  if (!key) {
    return Fail(
        fmt::format("server.tls_key: {}; name the PEM file of the certificate's key, which "
                    "this process may read and others may not",
                    key.error()));
  }
  auto made = tls::Certificate::FromPem(*chain, key->view());
  if (made) return *std::move(made);
  const bool of_key = made.error().of == tls::CertificateError::Of::kKey;
  return Fail(fmt::format("server.{}: {} {}", of_key ? "tls_key" : "tls_certificate",
                          of_key ? key_ : certificate_, made.error().reason));
}

bool TlsFiles::HaveChanged() {
  const Stamps now = Now();
  const bool at_rest = std::exchange(seen_, now) == now;
  if (!at_rest || now == read_) return false;
  // Report each change once, whether or not the files are valid.
  read_ = now;
  return true;
}

TlsFiles::Stamp TlsFiles::StampOf(const std::string& path) {
  struct stat found {};
  // stat() follows symbolic links, so a changed link target counts as another file.
  if (stat(path.c_str(), &found) != 0) return {};
  return {.device = found.st_dev,
          .inode = found.st_ino,
          .size = found.st_size,
          .changed_seconds = found.st_ctim.tv_sec,
          .changed_nanoseconds = found.st_ctim.tv_nsec};
}

}  // namespace prichal::app
