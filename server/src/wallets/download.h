#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "curl/easy.h"
#include "wallets/reason.h"
#include "wallets/snapshot.h"

namespace prichal::wallets {

/// Who has named an address, and so what it may lead to.
enum class NamedBy {
  /// Only https, and only public addresses, also where it redirects to.
  kStranger,
  /// Also an address of this machine or of a private network, and there plain http. It may not send
  /// us elsewhere.
  kOperator,
};

struct DownloadRequest {
  std::string url;
  const char* accept_line = "Accept: */*";  ///< a literal
  NamedBy named_by = NamedBy::kStranger;
  Validators known{};  ///< of what is here already; empty: nothing is
  std::size_t most_bytes = 0;
  Millis timeout{15'000};  ///< of all of it, connecting included
};

struct Downloaded {
  bool is_known = false;  ///< it has not changed (304): there is no body
  std::string body;
  Validators validators;
};

struct DownloadFailure : Failure {
  /// How long the server has asked not to be asked again (RFC 9110 section 10.2.3).
  std::optional<std::chrono::seconds> retry_after{};
};

/// One GET and what comes of it: libcurl's easy handle with all that it points to. Stays where it
/// is. Certificates are verified by the system's authorities, no proxy of the environment is used,
/// and no encoding is asked for, so that what comes is as large as it says.
class Download {
 public:
  explicit Download(DownloadRequest request) : request_(std::move(request)) {}
  Download(const Download&) = delete;
  Download& operator=(const Download&) = delete;
  ~Download() = default;

  /// Null when libcurl cannot make one.
  [[nodiscard]] CURL* Prepare();
  /// When the transfer has ended with `code`.
  [[nodiscard]] Result<Downloaded, DownloadFailure> Finish(CURLcode code);

 private:
  static std::size_t OnHead(const char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t OnBody(const char* bytes, std::size_t size, std::size_t count, void* self);
  static curl_socket_t OnSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
  void ReadLine(std::string_view line);
  /// Whether that address may be connected to.
  [[nodiscard]] bool MayReach(const sockaddr& address) const;
  [[nodiscard]] DownloadFailure FailureOf(CURLcode code) const;

  DownloadRequest request_;
  Downloaded downloaded_;
  std::size_t head_ = 0;
  bool is_too_large_ = false;
  bool is_kept_out_ = false;  ///< an address was refused
  std::optional<std::chrono::seconds> retry_after_;
  curl::HeaderLines lines_;
  curl::Easy easy_;
};

}  // namespace prichal::wallets
