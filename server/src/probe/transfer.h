#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "curl/easy.h"
#include "probe/answer.h"

namespace prichal::probe {

class Client;

struct Request {
  std::string url;
  std::string method = "GET";
  std::vector<std::string> lines = {};  ///< "Name: value"
  std::string body = {};                ///< of a POST
  std::string unix_socket = {};  ///< path of the one that leads to the server; empty: none does
  std::size_t most_bytes = 1024 * 1024;  ///< of the answer's body; more is Trouble::kTooLong
  /// Of the answer, connecting included. Zero: as long as it takes, once it is connected.
  Millis timeout{10'000};
};

/// How servers are asked: by any request of one client.
struct Options {
  std::string ca_file = {};       ///< PEM file of those that are believed; empty: the system's
  Millis connect_timeout{5'000};  ///< the look-up of a name included
};

/// One request under way. Ends with the object; the client outlives it.
///
/// A redirect is an answer like any other, and no proxy of the environment is asked.
class Transfer {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  /// Begins at the client's next turn.
  Transfer(Client& client, Request request);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  virtual ~Transfer();

  [[nodiscard]] bool ended() const { return ended_; }
  /// Complete once it has ended; before that its head, when that has come.
  [[nodiscard]] const Answer& answer() const { return answer_; }
  /// When the request was handed over.
  [[nodiscard]] Steady begun() const { return begun_; }

 protected:
  /// Takes bytes of the body as they come; false ends it with Trouble::kTooLong.
  [[nodiscard]] virtual bool Take(std::string_view bytes);

 private:
  friend class Client;

  void Prepare();
  void Finish(CURLcode code);
  void ReadLine(std::string_view line);
  static std::size_t OnHead(const char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t OnBody(const char* bytes, std::size_t size, std::size_t count, void* self);

  Client& client_;
  const Request request_;
  curl::Easy easy_;
  curl::HeaderLines lines_;
  Answer answer_;
  Steady begun_;
  std::size_t head_bytes_ = 0;
  bool is_too_long_ = false;
  bool ended_ = false;
};

}  // namespace prichal::probe
