#include "outbound/transfer.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "base/address.h"
#include "base/secret.h"

namespace prichal::outbound {
namespace {

CURLM* Make() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  CURLM* const multi = ready ? curl_multi_init() : nullptr;
  if (multi == nullptr) throw std::runtime_error("libcurl cannot be used");
  return multi;
}

}  // namespace

Multi::Multi() : multi_(Make()) {}

bool Multi::Add(Transfer& transfer) {
  if (!transfer.is_prepared_) return false;
  if (curl_multi_add_handle(multi_.get(), transfer.easy_.get()) != CURLM_OK) return false;
  transfer.multi_ = this;
  return true;
}

void Multi::Remove(Transfer& transfer) {
  curl_multi_remove_handle(multi_.get(), transfer.easy_.get());
  transfer.multi_ = nullptr;
}

void Multi::Perform() {
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
}

Transfer* Multi::TakeEnded() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    Transfer* transfer = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    transfer->Complete(code);
    Remove(*transfer);  // `message` is invalid from here on
    return transfer;
  }
  return nullptr;
}

void Multi::Wait(Millis most) {
  curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(most.count()), nullptr);
}

void Multi::Wake() { curl_multi_wakeup(multi_.get()); }

namespace {

/// Returns the address as text. Empty if it is neither IPv4 nor IPv6.
std::string AddressText(const curl_sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (address.family == AF_INET) {
    bytes = &reinterpret_cast<const sockaddr_in*>(&address.addr)->sin_addr;
  } else if (address.family == AF_INET6) {
    bytes = &reinterpret_cast<const sockaddr_in6*>(&address.addr)->sin6_addr;
  }
  if (bytes == nullptr) return {};
  return inet_ntop(address.family, bytes, text.data(), text.size()) != nullptr ? text.data() : "";
}

Trouble TroubleOf(CURLcode code, bool is_connected) {
  switch (code) {
    case CURLE_OK:
      return Trouble::kNone;
    case CURLE_COULDNT_RESOLVE_HOST:
      return Trouble::kName;
    case CURLE_COULDNT_CONNECT:
      return Trouble::kConnect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
      return Trouble::kTls;
    case CURLE_OPERATION_TIMEDOUT:
      return Trouble::kTimeout;
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return Trouble::kCut;
    case CURLE_URL_MALFORMAT:
      return Trouble::kAddress;
    case CURLE_UNSUPPORTED_PROTOCOL:  // also the code for a server that does not speak HTTP
      return is_connected ? Trouble::kOther : Trouble::kAddress;
    case CURLE_TOO_MANY_REDIRECTS:
      return Trouble::kRedirects;
    default:
      return Trouble::kOther;
  }
}

}  // namespace

std::string_view Response::Header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [&](const auto& h) { return h.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

std::size_t Response::Count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(headers.begin(), headers.end(),
                                                [&](const auto& h) { return h.first == name; }));
}

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Request ApiRequest(std::string url, Millis timeout) {
  const bool is_plain = url.starts_with("http://");
  return {.url = std::move(url),
          .lines = {"Accept: application/json"},
          .most_bytes = 64UL * 1024,
          .timeout = timeout,
          .most_head = 16UL * 1024,
          .allows_http = is_plain};
}

Response FailedResponse(Trouble trouble, std::string words) {
  return {.trouble = trouble, .words = std::move(words)};
}

Transfer::Transfer(Request request)
    : request_(std::move(request)),
      easy_(curl_easy_init()),
      begun_(std::chrono::steady_clock::now()),
      is_prepared_(Prepare()) {}

Transfer::~Transfer() {
  if (multi_ != nullptr) multi_->Remove(*this);
}

bool Transfer::AddHeader(std::string& line) {
  curl_slist* const longer = curl_slist_append(headers_.get(), line.c_str());
  Wipe(line);  // it may be a credential
  if (longer == nullptr) return false;
  (void)headers_.release();
  headers_.reset(longer);
  return true;
}

bool Transfer::Prepare() {
  // Some servers do not answer "Expect: 100-continue".
  std::string no_expect = "Expect:";
  bool ready = easy_ != nullptr && AddHeader(no_expect);
  for (auto& line : request_.lines) ready = ready && AddHeader(line);
  const auto set = [&](CURLoption option, auto value) {
    ready = ready && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  };
  set(CURLOPT_URL, request_.url.c_str());
  if (!request_.unix_socket.empty()) set(CURLOPT_UNIX_SOCKET_PATH, request_.unix_socket.c_str());
  if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (request_.method == "POST") {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, request_.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  } else if (request_.method != "GET") {
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
  if (request_.connect_timeout > Millis(0)) {
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_timeout.count()));
  }
  set(CURLOPT_NOSIGNAL, 1L);
  // Cancelling must not wait for a name lookup, because other transfers share the thread.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_PROTOCOLS_STR, request_.allows_http ? "http,https" : "https");
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  if (!request_.ca_file.empty()) set(CURLOPT_CAINFO, request_.ca_file.c_str());
  set(CURLOPT_CERTINFO, request_.reads_certificates ? 1L : 0L);
  set(CURLOPT_FOLLOWLOCATION, request_.most_redirects > 0 ? 1L : 0L);
  set(CURLOPT_MAXREDIRS, request_.most_redirects);
  set(CURLOPT_REDIR_PROTOCOLS_STR, "https");
  set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "prichal");
  if (request_.reach != Reach::kAny) {
    set(CURLOPT_OPENSOCKETFUNCTION, &OnSocket);
    set(CURLOPT_OPENSOCKETDATA, this);
    set(CURLOPT_PREREQFUNCTION, &OnReady);
    set(CURLOPT_PREREQDATA, this);
  }
  set(CURLOPT_HEADERFUNCTION, &OnHeaderBytes);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &OnBodyBytes);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PRIVATE, this);
  return ready;
}

bool Transfer::MayConnectTo(std::string_view address) const {
  const auto ip = IpAddress::Parse(address);
  if (!ip) return false;
  if (request_.reach == Reach::kPublic) return IsPublic(*ip);
  // A response over plain HTTP can be modified on its way through the internet.
  return !IsPublic(*ip) || request_.url.starts_with("https://");
}

/// Called for each address that the name resolves to, before connecting to it.
curl_socket_t Transfer::OnSocket(void* self, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (!transfer.MayConnectTo(AddressText(*address))) {
    transfer.is_refused_ = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Called before the request is sent, also over a connection that another transfer has opened under
/// a wider Reach.
int Transfer::OnReady(void* self, char* remote, char* /*local*/, int /*remote_port*/,
                      int /*local_port*/) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (transfer.MayConnectTo(remote)) return CURL_PREREQFUNC_OK;
  transfer.is_refused_ = true;
  return CURL_PREREQFUNC_ABORT;
}

std::size_t Transfer::OnHeaderBytes(const char* bytes, std::size_t size, std::size_t count,
                                    void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t length = size * count;
  transfer.head_bytes_ += length;
  if (transfer.head_bytes_ > transfer.request_.most_head) {
    transfer.is_too_long_ = true;
    return 0;  // libcurl ends the transfer
  }
  transfer.ReadHeader({bytes, length});
  return length;
}

void Transfer::ReadHeader(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // a new header block: the previous one was 1xx or a redirect
    answer_.headers.clear();
    const auto space = line.find(' ');
    if (space != std::string_view::npos) {
      std::from_chars(line.data() + space + 1, line.data() + line.size(), answer_.status);
    }
    return;
  }
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return;
  std::string name(line.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  answer_.headers.emplace_back(std::move(name), Trimmed(line.substr(colon + 1)));
}

std::size_t Transfer::OnBodyBytes(const char* bytes, std::size_t size, std::size_t count,
                                  void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t length = size * count;
  if (transfer.OnBody({bytes, length})) return length;
  transfer.is_too_long_ = true;
  return 0;  // libcurl ends the transfer
}

bool Transfer::OnBody(std::string_view bytes) {
  if (request_.discards_body) return true;
  if (bytes.size() > request_.most_bytes - answer_.body.size()) return false;
  answer_.body += bytes;
  return true;
}

void Transfer::Complete(CURLcode code) {
  ended_ = true;
  answer_.took = std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - begun_);
  ReadConnection();
  if (is_too_long_) {
    answer_.trouble = Trouble::kTooLong;
    answer_.words = "the answer is too large";
  } else if (is_refused_ && (code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK)) {
    answer_.trouble = Trouble::kAddress;
    answer_.words = request_.reach == Reach::kPublic
                        ? "leads to an address of this machine or of a private network"
                        : "is plain http and leads out into the internet; use https";
  } else if (code != CURLE_OK) {
    answer_.trouble = TroubleOf(code, !answer_.local_address.empty());
    answer_.words = code == CURLE_OPERATION_TIMEDOUT
                        ? fmt::format("no answer within {} ms", answer_.took.count())
                        : curl_easy_strerror(code);
  }
}

void Transfer::ReadConnection() {
  const char* local = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_LOCAL_IP, &local);
  if (local != nullptr) answer_.local_address = local;
  curl_easy_getinfo(easy_.get(), CURLINFO_SSL_VERIFYRESULT, &answer_.verified);
  if (!request_.reads_certificates) return;
  curl_certinfo* chain = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_CERTINFO, &chain);
  for (int i = 0; chain != nullptr && i < chain->num_of_certs; ++i) {
    for (const curl_slist* line = chain->certinfo[i]; line != nullptr; line = line->next) {
      const std::string_view text(line->data);
      if (text.starts_with("Cert:")) answer_.certificates.emplace_back(text.substr(5));
    }
  }
}

}  // namespace prichal::outbound
