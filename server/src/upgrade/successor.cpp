#include "upgrade/successor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <span>
#include <system_error>
#include <utility>

#include "upgrade/words.h"

namespace prichal::upgrade {
namespace {

using std::chrono::steady_clock;

constexpr Millis kLookAgain{100};
/// What is meant for this process alone.
constexpr std::array<std::string_view, 5> kOwnVariables{
    "LISTEN_PID=", "LISTEN_FDS=", "LISTEN_FDNAMES=", "WATCHDOG_PID=", "PRICHAL_UPGRADE_FD="};

std::vector<std::string> EnvironmentWith(int fd) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (std::none_of(kOwnVariables.begin(), kOwnVariables.end(),
                     [text](std::string_view own) { return text.starts_with(own); })) {
      variables.emplace_back(text);
    }
  }
  variables.push_back(fmt::format("{}={}", kVariable, fd));
  return variables;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Executes it in a process whose parent is not this one but whoever adopts orphans: the service
/// manager is told of its end by the kernel, as if it had started it. Between fork and exec nothing
/// is called but what a signal handler may call: other threads may hold any lock. False: no process
/// could be made.
bool Execute(const char* path, std::span<char*> arguments, std::span<char*> variables, int fd) {
  const pid_t between = fork();
  if (between < 0) return false;
  if (between == 0) {
    if (const pid_t child = fork(); child != 0) _exit(child < 0 ? 1 : 0);
    sigset_t none{};
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    fcntl(fd, F_SETFD, 0);
    execve(path, arguments.data(), variables.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(between, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

Result<Successor, std::string> Successor::Start(const Program& program,
                                                const std::vector<net::HandedSocket>& sockets) {
  if (access(program.path.c_str(), X_OK) != 0) {
    return Fail(fmt::format("{}: {}", program.path, std::generic_category().message(errno)));
  }
  auto ends = Channel::Make();
  if (!ends) return Fail(ends.error());
  auto& [mine, its] = *ends;
  std::vector<std::string> arguments = program.arguments;
  std::vector<std::string> variables = EnvironmentWith(its.fd());
  auto argv = Pointers(arguments);
  auto envp = Pointers(variables);
  if (!Execute(program.path.c_str(), argv, envp, its.fd())) {
    return Fail("no process could be made: " + std::generic_category().message(errno));
  }
  its.Close();
  Successor successor(std::move(mine));
  for (const net::HandedSocket& handed : sockets) {
    std::vector<int> fds;
    for (const Descriptor& socket : handed.sockets) {
      fds.push_back(socket.fd());
      if (fds.size() == Channel::kMostDescriptors || &socket == &handed.sockets.back()) {
        successor.channel_.Send(fmt::format("{}{}", words::kSocket, handed.name), fds);
        fds.clear();
      }
    }
  }
  successor.channel_.Send(words::kThatIsAll);
  return successor;
}

Successor::Successor(Successor&& other) noexcept
    : channel_(std::move(other.channel_)),
      pid_(std::exchange(other.pid_, -1)),
      is_main_(other.is_main_) {}

Successor::~Successor() {
  if (!is_main_ && pid_ > 0) kill(pid_, SIGKILL);
}

Result<void, std::string> Successor::Await(std::string_view word, Millis deadline,
                                           const std::function<bool()>& interrupted) {
  const auto end = steady_clock::now() + deadline;
  while (true) {
    const auto message = channel_.Receive(kLookAgain);
    if (!message) {
      if (message.error() == Channel::Silence::kEnded) {
        return Fail(std::string("it has ended; the reason is what it has written last"));
      }
      if (interrupted()) return Fail(std::string("this server is to end"));
      if (steady_clock::now() >= end) {
        return Fail(fmt::format("nothing of it for {} ms", deadline.count()));
      }
      continue;
    }
    const std::string_view text = message->text;
    if (text == word) return {};
    if (text.starts_with(words::kFailed)) {
      return Fail(std::string(text.substr(words::kFailed.size())));
    }
    if (!text.starts_with(words::kBegun)) continue;
    const std::string_view number = text.substr(words::kBegun.size());
    (void)std::from_chars(number.data(), number.data() + number.size(), pid_);
  }
}

Result<void, std::string> Successor::AwaitPrepared(Millis deadline,
                                                   const std::function<bool()>& interrupted) {
  return Await(words::kPrepared, deadline, interrupted);
}

Result<void, std::string> Successor::Go(Millis deadline) {
  channel_.Send(words::kGo);
  return Await(words::kServing, deadline, [] { return false; });
}

void Successor::BecomesMain() {
  is_main_ = true;
  channel_.Send(words::kMain);
}

std::string OwnBinary() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink(kThisBinary, path.data(), path.size());
  if (size <= 0) return {};
  std::string text(path.data(), static_cast<std::size_t>(size));
  constexpr std::string_view kReplaced = " (deleted)";
  if (text.ends_with(kReplaced)) text.resize(text.size() - kReplaced.size());
  return text;
}

}  // namespace prichal::upgrade
