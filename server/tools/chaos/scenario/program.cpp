#include "chaos/scenario/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace prichal::chaos {

int RunProgram(const std::vector<std::string>& arguments, const std::string& input) {
  const auto failure = [&](int error) {
    return std::system_error(error, std::generic_category(), arguments.front());
  };
  // A socket instead of a pipe: if the program does not read its input, send() fails without
  // SIGPIPE.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw failure(errno);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = -1;
  const int error = posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::size_t sent = 0;
  while (error == 0 && sent < input.size()) {
    const auto wrote = send(ends[0], &input[sent], input.size() - sent, MSG_NOSIGNAL);
    if (wrote <= 0) break;  // the program has ended; its exit code says why
    sent += static_cast<std::size_t>(wrote);
  }
  close(ends[0]);
  if (error != 0) throw failure(error);
  int status = 0;
  if (waitpid(process, &status, 0) < 0) throw failure(errno);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace prichal::chaos
