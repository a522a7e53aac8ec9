#include "probe/transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "probe/client.h"

namespace prichal::probe {
namespace {

constexpr std::size_t kMostHead = 64 * 1024;

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Trouble TroubleOf(CURLcode code) {
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
    default:
      return Trouble::kOther;
  }
}

}  // namespace

Transfer::Transfer(Client& client, Request request)
    : client_(client),
      request_(std::move(request)),
      easy_(curl_easy_init()),
      begun_(std::chrono::steady_clock::now()) {
  Prepare();
  client_.Begin(*this);
}

Transfer::~Transfer() { client_.End(*this); }

void Transfer::Prepare() {
  bool ready = easy_ != nullptr && lines_.Add("Expect:");
  for (const auto& line : request_.lines) ready = ready && lines_.Add(line.c_str());
  const auto set = [&](CURLoption option, auto value) {
    ready = ready && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  };
  const Options& options = client_.options();
  set(CURLOPT_URL, request_.url.c_str());
  if (!request_.unix_socket.empty()) {
    set(CURLOPT_UNIX_SOCKET_PATH, request_.unix_socket.c_str());
  }
  if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (request_.method == "POST") {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, request_.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  } else if (request_.method != "GET") {
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
  set(CURLOPT_HTTPHEADER, lines_.get());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  if (!options.ca_file.empty()) set(CURLOPT_CAINFO, options.ca_file.c_str());
  set(CURLOPT_CERTINFO, 1L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "prichal");
  set(CURLOPT_HEADERFUNCTION, &OnHead);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &OnBody);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PRIVATE, this);
  if (!ready) throw std::runtime_error("there is no memory to ask with");
}

std::size_t Transfer::OnHead(const char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t length = size * count;
  transfer.head_bytes_ += length;
  if (transfer.head_bytes_ > kMostHead) {
    transfer.is_too_long_ = true;
    return 0;
  }
  transfer.ReadLine({bytes, length});
  return length;
}

void Transfer::ReadLine(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // an answer of its own: one that was only informational is over
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

std::size_t Transfer::OnBody(const char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t length = size * count;
  if (transfer.Take({bytes, length})) return length;
  transfer.is_too_long_ = true;
  return 0;  // libcurl takes it for an error
}

bool Transfer::Take(std::string_view bytes) {
  if (bytes.size() > request_.most_bytes - answer_.body.size()) return false;
  answer_.body += bytes;
  return true;
}

void Transfer::Finish(CURLcode code) {
  ended_ = true;
  answer_.took = std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - begun_);
  answer_.trouble = is_too_long_ ? Trouble::kTooLong : TroubleOf(code);
  if (is_too_long_) {
    answer_.words = "the answer is longer than is read";
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    answer_.words = fmt::format("no answer within {} ms", answer_.took.count());
  } else if (code != CURLE_OK) {
    answer_.words = curl_easy_strerror(code);
  }
  const char* local = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_LOCAL_IP, &local);
  if (local != nullptr) answer_.local_address = local;
  curl_easy_getinfo(easy_.get(), CURLINFO_SSL_VERIFYRESULT, &answer_.verified);
  curl_certinfo* chain = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_CERTINFO, &chain);
  for (int i = 0; chain != nullptr && i < chain->num_of_certs; ++i) {
    for (const curl_slist* line = chain->certinfo[i]; line != nullptr; line = line->next) {
      const std::string_view text(line->data);
      if (text.starts_with("Cert:")) answer_.certificates.emplace_back(text.substr(5));
    }
  }
}

}  // namespace prichal::probe
