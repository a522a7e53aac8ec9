#include "wallets/download.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/ip_address.h"
#include "base/public_address.h"

namespace prichal::wallets {
namespace {

constexpr std::size_t kMostHead = 32UL * 1024;  ///< of all answers on the way together
constexpr long kMostRedirects = 3;
constexpr long kConnectMillis = 8'000;
constexpr std::size_t kMostValidator = 256;
constexpr int kNotModified = 304;
constexpr std::chrono::seconds kLongestWait{24L * 3600};

bool SameName(std::string_view a, std::string_view lower) {
  return a.size() == lower.size() &&
         std::equal(a.begin(), a.end(), lower.begin(), [](char x, char y) {
           return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + ('a' - 'A')) : x) == y;
         });
}

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// What can be sent back in a line of a request; else nothing.
std::string Validator(std::string_view text) {
  const bool fits =
      text.size() <= kMostValidator &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c != 0x7f; });
  return fits ? std::string(text) : std::string();
}

std::optional<IpAddress> AddressOf(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    std::array<unsigned char, 4> bytes{};
    std::memcpy(bytes.data(), &v4.sin_addr, bytes.size());
    return IpAddress(bytes);
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    IpAddress::Bytes bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return IpAddress(bytes);
  }
  return std::nullopt;
}

Reason ReasonOf(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return Reason::kTimeout;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
      return Reason::kAddress;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
      return Reason::kTls;
    case CURLE_TOO_MANY_REDIRECTS:
      return Reason::kStatus;
    default:
      return Reason::kUnreachable;
  }
}

}  // namespace

CURL* Download::Prepare() {
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr) return nullptr;
  bool ready = lines_.Add(request_.accept_line);
  const auto& [etag, last_modified] = request_.known;
  if (!etag.empty()) ready = ready && lines_.Add(("If-None-Match: " + etag).c_str());
  if (!last_modified.empty()) {
    ready = ready && lines_.Add(("If-Modified-Since: " + last_modified).c_str());
  }
  const auto set = [&](CURLoption option, auto value) {
    ready = ready && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  };
  const bool ours = request_.named_by == NamedBy::kOperator;
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_HTTPHEADER, lines_.get());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
  set(CURLOPT_CONNECTTIMEOUT_MS, kConnectMillis);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);  // who stops does not wait for a resolver that nobody answers
  set(CURLOPT_PROTOCOLS_STR, ours ? "http,https" : "https");
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  // An operator's address is trusted for itself, not for where it points.
  set(CURLOPT_FOLLOWLOCATION, ours ? 0L : 1L);
  set(CURLOPT_REDIR_PROTOCOLS_STR, "https");
  set(CURLOPT_MAXREDIRS, kMostRedirects);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "prichal");
  set(CURLOPT_OPENSOCKETFUNCTION, &OnSocket);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_HEADERFUNCTION, &OnHead);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &OnBody);
  set(CURLOPT_WRITEDATA, this);
  return ready ? easy_.get() : nullptr;
}

bool Download::MayReach(const sockaddr& address) const {
  const auto ip = AddressOf(address);
  if (!ip) return false;
  const bool is_public = IsPublic(*ip);
  if (request_.named_by == NamedBy::kStranger) return is_public;
  // What is sent in the clear over the internet is anybody's to change.
  return !is_public || request_.url.starts_with("https://");
}

/// Asked for each address that a name has led to, just before it is connected to: whatever the name
/// led to when somebody looked earlier does not count.
curl_socket_t Download::OnSocket(void* self, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& download = *static_cast<Download*>(self);
  if (!download.MayReach(address->addr)) {
    download.is_kept_out_ = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t Download::OnHead(const char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& download = *static_cast<Download*>(self);
  const std::size_t length = size * count;
  download.head_ += length;
  if (download.head_ > kMostHead) {
    download.is_too_large_ = true;
    return 0;
  }
  download.ReadLine({bytes, length});
  return length;
}

void Download::ReadLine(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // the next answer, after a redirect
    downloaded_ = {};
    retry_after_.reset();
    return;
  }
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const auto name = line.substr(0, colon);
  const auto value = Trimmed(line.substr(colon + 1));
  if (SameName(name, "etag")) downloaded_.validators.etag = Validator(value);
  if (SameName(name, "last-modified")) downloaded_.validators.last_modified = Validator(value);
  if (SameName(name, "retry-after")) {
    std::int64_t seconds = 0;
    const auto* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, seconds);
    // The other form, a date, is as good as none: the usual pause is longer than most.
    if (error == std::errc{} && stop == end && seconds > 0) {
      retry_after_ = std::min(std::chrono::seconds(seconds), kLongestWait);
    }
  }
}

std::size_t Download::OnBody(const char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& download = *static_cast<Download*>(self);
  const std::size_t length = size * count;
  if (download.downloaded_.body.size() + length > download.request_.most_bytes) {
    download.is_too_large_ = true;
    return 0;
  }
  download.downloaded_.body.append(bytes, length);
  return length;
}

DownloadFailure Download::FailureOf(CURLcode code) const {
  if (is_too_large_) {
    return {{Reason::kTooLarge, fmt::format("has more than {} bytes", request_.most_bytes)}};
  }
  if (is_kept_out_ && code == CURLE_COULDNT_CONNECT) {
    return {{Reason::kAddress, request_.named_by == NamedBy::kStranger
                                   ? "leads to an address of this machine or of a private network"
                                   : "is plain http and leads out into the internet; use https"}};
  }
  return {{ReasonOf(code), curl_easy_strerror(code)}};
}

Result<Downloaded, DownloadFailure> Download::Finish(CURLcode code) {
  if (is_too_large_ || code != CURLE_OK) return Fail(FailureOf(code));
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  const bool asked = !request_.known.etag.empty() || !request_.known.last_modified.empty();
  if (status == kNotModified && asked) {
    downloaded_.is_known = true;
    return std::move(downloaded_);
  }
  if (status != 200) {
    return Fail(DownloadFailure{{Reason::kStatus, fmt::format("is answered with {}", status)},
                                retry_after_});
  }
  return std::move(downloaded_);
}

}  // namespace prichal::wallets
