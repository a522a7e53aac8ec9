// One request to another server and its response, and libcurl's multi interface, which runs several
// on one thread. All HTTP requests of this process go through Transfer, so that limits, certificate
// checks and address checks exist once.

#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal::outbound {

class Transfer;

/// Runs transfers and keeps their connections for reuse. Add transfers, then call Perform(),
/// TakeEnded() until it returns null, and Wait(), again and again. It must outlive its transfers.
/// Used on one thread, except Wake().
class Multi {
 public:
  /// @throws std::runtime_error if libcurl cannot be initialised.
  Multi();

  /// Starts a transfer, which must stay at its address. Returns false if libcurl rejects it.
  [[nodiscard]] bool Add(Transfer& transfer);
  /// Cancels a transfer, which then never ends.
  void Remove(Transfer& transfer);

  /// Advances all transfers as far as possible without waiting.
  void Perform();
  /// Returns a transfer that has ended, complete and removed. Null if none.
  [[nodiscard]] Transfer* TakeEnded();
  /// Waits until a transfer can advance, Wake() is called, or `most` has passed.
  void Wait(Millis most);
  /// Ends Wait(), or the next one if none is in progress. Any thread.
  void Wake();

 private:
  struct Cleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  std::unique_ptr<CURLM, Cleanup> multi_;
};

class Multi;

/// Addresses that a request may connect to. Checked before each connection attempt, and again
/// before a connection is reused: a name may resolve to another address later.
enum class Reach : std::uint8_t {
  kAny,
  kPublic,          ///< public addresses only, for URLs that an untrusted party has chosen
  kHttpIfInternal,  ///< plain HTTP to internal addresses only; HTTPS to all
};

/// A request. The defaults are those of a GET over HTTPS that follows no redirect.
struct Request {
  std::string url;
  std::string method = "GET";            ///< "GET", "HEAD", "POST" or another without a body
  std::vector<std::string> lines = {};   ///< "Name: value"; "Name:" removes a header of libcurl
  std::string body = {};                 ///< body of a POST
  std::string unix_socket = {};          ///< path of the server's socket; empty: TCP
  std::size_t most_bytes = 1024 * 1024;  ///< largest response body; more is Trouble::kTooLong
  /// Total time, connecting included. Zero: unlimited, once connected.
  Millis timeout{10'000};
  Millis connect_timeout{0};          ///< name lookup included; zero: only `timeout` applies
  std::size_t most_head = 64 * 1024;  ///< largest header block, redirects included
  bool allows_http = false;           ///< plain HTTP as well as HTTPS
  bool discards_body = false;         ///< the response body is read and dropped, at any size
  bool reads_certificates = false;    ///< fills Response::certificates
  long most_redirects = 0;            ///< limit of followed redirects, only to HTTPS; 0: a redirect
                                      ///< is a response
  Reach reach = Reach::kAny;
  std::string ca_file = {};  ///< PEM file of trusted authorities; empty: the system's
};

/// Returns a request to a JSON API: its Accept header and limits. Plain HTTP is allowed if `url`
/// has that scheme, so pass only addresses that the operator has configured.
[[nodiscard]] Request ApiRequest(std::string url, Millis timeout);

/// Why a response is missing or incomplete.
enum class Trouble : std::uint8_t {
  kNone,
  kName,       ///< the host name does not resolve
  kConnect,    ///< connection refused or unreachable
  kTls,        ///< handshake failed, or the certificate is not trusted
  kTimeout,    ///< Request::timeout or Request::connect_timeout has passed
  kCut,        ///< the connection ended within the response
  kTooLong,    ///< more than Request::most_bytes or Request::most_head
  kOther,      ///< malformed HTTP, cancelled, or out of memory
  kAddress,    ///< malformed URL, forbidden scheme, or an address that Request::reach excludes
  kRedirects,  ///< more than Request::most_redirects
};

/// A response, or the part of it that arrived before `trouble`.
struct Response {
  Trouble trouble = Trouble::kNone;
  std::string words = {};  ///< describes the trouble, for logs; contains nothing of the request
  int status = 0;          ///< 0: none
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< names in lower case
  std::string body = {};
  std::string local_address = {};  ///< address of this end; empty if not connected
  /// PEM, the server's own first. Empty unless Request::reads_certificates is set.
  std::vector<std::string> certificates = {};
  long verified = 0;  ///< X509_V_… of the certificate chain; 0: valid
  Millis took{0};     ///< from the start to the end of the transfer

  /// Returns whether the response is complete.
  [[nodiscard]] bool came() const { return trouble == Trouble::kNone; }
  /// Returns the first header of this name (in lower case). Empty if none.
  [[nodiscard]] std::string_view Header(std::string_view name) const;
  /// Returns how many headers have this name (in lower case).
  [[nodiscard]] std::size_t Count(std::string_view name) const;
};

/// Returns a response that never began.
[[nodiscard]] Response FailedResponse(Trouble trouble, std::string words);

/// Returns the text without leading and trailing spaces, tabs and line ends.
[[nodiscard]] std::string_view Trimmed(std::string_view text);

/// One request in progress. Create it, then start it with Multi::Add(); destroying it cancels it.
/// Certificates are verified, proxies of the environment are ignored, and headers of the request
/// are overwritten in memory once libcurl has them. Used on the thread of its Multi only.
class Transfer {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  /// Prepares a request; nothing is sent before Multi::Add().
  explicit Transfer(Request request);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  virtual ~Transfer();

  /// Returns whether the transfer has ended. Never true without a Multi.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Returns the part of the response that has arrived; complete once ended.
  [[nodiscard]] const Response& answer() const { return answer_; }
  /// Moves the response out. Only once ended.
  [[nodiscard]] Response TakeAnswer() { return std::move(answer_); }
  /// Returns when the transfer was created.
  [[nodiscard]] Steady begun() const { return begun_; }

 protected:
  /// Receives a part of the body. Returning false ends the transfer with Trouble::kTooLong.
  [[nodiscard]] virtual bool OnBody(std::string_view bytes);

 private:
  friend class Multi;
  struct Cleanup {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
  };

  [[nodiscard]] bool Prepare();
  [[nodiscard]] bool AddHeader(std::string& line);
  [[nodiscard]] bool MayConnectTo(std::string_view address) const;
  void ReadHeader(std::string_view line);
  void Complete(CURLcode code);
  void ReadConnection();
  static std::size_t OnHeaderBytes(const char* bytes, std::size_t size, std::size_t count,
                                   void* self);
  static std::size_t OnBodyBytes(const char* bytes, std::size_t size, std::size_t count,
                                 void* self);
  static curl_socket_t OnSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int OnReady(void* self, char* remote, char* local, int remote_port, int local_port);

  Request request_;
  std::unique_ptr<CURL, Cleanup> easy_;
  std::unique_ptr<curl_slist, Cleanup> headers_;
  Multi* multi_ = nullptr;  ///< null unless in progress
  Response answer_;
  Steady begun_;
  std::size_t head_bytes_ = 0;
  bool is_prepared_ = false;
  bool is_too_long_ = false;
  bool is_refused_ = false;  ///< excluded by Request::reach
  bool ended_ = false;
};

}  // namespace prichal::outbound
