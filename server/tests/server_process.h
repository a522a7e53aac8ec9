#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prichal::testing {

/// The real binary as a child process, with an environment of its own. Waiting is always for an
/// event (a line, an end) and has a deadline. Killed with the object if it still runs.
class ServerProcess {
 public:
  /// Sockets that a service manager hands over, and what it calls them.
  using Sockets = std::vector<std::pair<std::string, int>>;

  /// `input`: a file that is its standard input; empty: that of the tests.
  explicit ServerProcess(const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment = {},
                         const std::string& input = {});
  /// By the protocol of sd_listen_fds(3).
  ServerProcess(const std::vector<std::string>& arguments,
                std::map<std::string, std::string> environment, const Sockets& sockets);
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  /// The next line on standard output; what there is when the process ends without one.
  std::string ReadLine();
  /// Waits for a text on standard error, behind what an earlier call has found.
  void ReadError(std::string_view text);
  void Signal(int number) const;
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Waits for the end. The exit code, 128 + n for signal n, -1 when the deadline passed.
  int Wait();
  /// Waits for the end without reading what the process writes: false when the deadline passed.
  [[nodiscard]] bool EndsUnread() const;

  /// All of it, complete after Wait().
  [[nodiscard]] const std::string& out() const { return out_; }
  [[nodiscard]] const std::string& err() const { return err_; }

 private:
  void Spawn(std::vector<std::string> texts, const std::map<std::string, std::string>& environment,
             const std::string& input, const Sockets& sockets);
  /// Takes what has come; false when both pipes are closed or the deadline has passed.
  bool Pump();

  pid_t pid_ = -1;
  int out_fd_ = -1;
  int err_fd_ = -1;
  std::string out_;
  std::size_t read_ = 0;  ///< bytes of out_ that ReadLine() has given
  std::string err_;
  std::size_t read_err_ = 0;
};

}  // namespace prichal::testing
