#include "server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "base/fixture_await.h"

namespace prichal::testing {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) == 0) {
      read_end = ends[0];
      write_end = ends[1];
    }
  }
  int read_end = -1;
  int write_end = -1;
};

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool Take(int& fd, std::string& into) {
  std::array<char, 4096> bytes{};
  const auto got = read(fd, bytes.data(), bytes.size());
  if (got > 0) {
    into.append(bytes.data(), static_cast<std::size_t>(got));
    return true;
  }
  close(fd);
  fd = -1;
  return false;
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& arguments,
                             const std::map<std::string, std::string>& environment,
                             const std::string& input) {
  std::vector<std::string> texts{PRICHAL_BINARY};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  Spawn(std::move(texts), environment, input, {});
}

ServerProcess::ServerProcess(const std::vector<std::string>& arguments,
                             std::map<std::string, std::string> environment,
                             const Sockets& sockets) {
  // Whom they are for is known when the process is there, and exec keeps its number.
  std::vector<std::string> texts{"/bin/sh", "-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"",
                                 PRICHAL_BINARY};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  environment["LISTEN_PID"] = "";  // exported, as the shell sets it
  environment["LISTEN_FDS"] = std::to_string(sockets.size());
  std::string names;
  for (const auto& [name, fd] : sockets) names += (names.empty() ? "" : ":") + name;
  environment["LISTEN_FDNAMES"] = names;
  Spawn(std::move(texts), environment, {}, sockets);
}

void ServerProcess::Spawn(std::vector<std::string> texts,
                          const std::map<std::string, std::string>& environment,
                          const std::string& input, const Sockets& sockets) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  // How a sanitizer is to work is said to the whole run, the binary included.
  if (const char* options = std::getenv("TSAN_OPTIONS")) {
    variables.push_back(std::string("TSAN_OPTIONS=") + options);
  }
  auto argv = Pointers(texts);
  auto envp = Pointers(variables);

  const Pipe out;
  const Pipe err;
  out_fd_ = out.read_end;
  err_fd_ = err.read_end;
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  if (!input.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  }
  // Moved out of the way of where they are to be.
  constexpr int kAway = 64;
  std::vector<int> away;
  for (const auto& [name, fd] : sockets) away.push_back(fcntl(fd, F_DUPFD_CLOEXEC, kAway));
  for (std::size_t i = 0; i < away.size(); ++i) {
    posix_spawn_file_actions_adddup2(&actions, away[i], 3 + static_cast<int>(i));
  }
  // Started as a shell does it: what these tests ignore themselves is not ignored for it.
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  sigaddset(&standard, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  if (posix_spawn(&pid_, argv.front(), &actions, &attributes, argv.data(), envp.data()) != 0) {
    pid_ = -1;
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (const int fd : away) close(fd);
  close(out.write_end);
  close(err.write_end);
}

ServerProcess::~ServerProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (out_fd_ >= 0) close(out_fd_);
  if (err_fd_ >= 0) close(err_fd_);
}

bool ServerProcess::Pump() {
  std::array<pollfd, 2> wait{pollfd{.fd = out_fd_, .events = POLLIN, .revents = 0},
                             pollfd{.fd = err_fd_, .events = POLLIN, .revents = 0}};
  if (out_fd_ < 0 && err_fd_ < 0) return false;
  if (poll(wait.data(), wait.size(), static_cast<int>(WaitTimeout().count())) <= 0) return false;
  if (wait[0].revents != 0) Take(out_fd_, out_);
  if (wait[1].revents != 0) Take(err_fd_, err_);
  return true;
}

std::string ServerProcess::ReadLine() {
  auto end = out_.find('\n', read_);
  while (end == std::string::npos && Pump()) end = out_.find('\n', read_);
  const auto line = out_.substr(read_, end == std::string::npos ? end : end - read_);
  read_ = end == std::string::npos ? out_.size() : end + 1;
  return line;
}

void ServerProcess::ReadError(std::string_view text) {
  auto found = err_.find(text, read_err_);
  while (found == std::string::npos && Pump()) found = err_.find(text, read_err_);
  if (found == std::string::npos) ADD_FAILURE() << "did not say '" << text << "': " << err_;
  read_err_ = found == std::string::npos ? err_.size() : found + text.size();
}

void ServerProcess::Signal(int number) const {
  if (pid() > 0) kill(pid(), number);
}

bool ServerProcess::EndsUnread() const {
  // pidfd_open(2) has no wrapper in glibc 2.36.
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (handle < 0) return errno == ESRCH;
  pollfd wait{.fd = handle, .events = POLLIN, .revents = 0};
  const bool ended = poll(&wait, 1, static_cast<int>(WaitTimeout().count())) > 0;
  close(handle);
  return ended;
}

int ServerProcess::Wait() {
  while (Pump()) {
  }
  if (pid_ < 0 || !EndsUnread()) return -1;
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace prichal::testing
