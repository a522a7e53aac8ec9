// `prichal completion` and `prichal man`: what shells and man read. Bash itself completes here, at
// a terminal.

#include <fmt/format.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

#include "base/descriptor.h"
#include "command_fixture.h"

namespace prichal::testing {
namespace {

/// Bash at a terminal of its own, without any configuration.
class Bash {
 public:
  Bash() {
    int terminal = -1;
    pid_ = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      const std::array<const char*, 5> argv{"bash", "--norc", "--noprofile", "-i", nullptr};
      const std::array<const char*, 5> environment{"PATH=/usr/bin:/bin", "TERM=dumb", "PS1=ready> ",
                                                   "INPUTRC=/dev/null", nullptr};
      execve("/bin/bash", const_cast<char* const*>(argv.data()),
             const_cast<char* const*>(environment.data()));
      _exit(127);
    }
    terminal_ = Descriptor(terminal);
    ReadUntil("ready> ");
  }
  Bash(const Bash&) = delete;
  Bash& operator=(const Bash&) = delete;
  ~Bash() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  void Type(std::string_view keys) {
    EXPECT_EQ(write(terminal_.fd(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  /// What the terminal shows up to this text, with it.
  std::string ReadUntil(std::string_view text) {
    std::string shown;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(40);
    while (shown.find(text) == std::string::npos) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      pollfd ready{.fd = terminal_.fd(), .events = POLLIN, .revents = 0};
      char byte = 0;
      if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0 ||
          read(terminal_.fd(), &byte, 1) != 1) {
        ADD_FAILURE() << "no \"" << text << "\" in: " << shown;
        break;
      }
      shown += byte;
    }
    return shown;
  }

 private:
  pid_t pid_ = -1;
  Descriptor terminal_{-1};
};

class ShellCommand : public CommandTest {
 protected:
  std::string Completion(const char* shell) {
    const auto ran = Run({"completion", shell});
    EXPECT_EQ(ran.code, 0) << ran.err;
    tree_.Write(std::string("completion.") + shell, ran.out);
    return ran.out;
  }
};

TEST_F(ShellCommand, BashCompletesWhatIsTyped) {
  Completion("bash");
  tree_.Write("folder/my file.toml", "");
  Bash bash;
  bash.Type(fmt::format("cd '{}'; . ./completion.bash; prichal() {{ printf '<%s>' \"$@\" end; }}\n",
                        tree_.path("")));
  bash.ReadUntil("ready> ");
  for (const auto& [keys, arguments] : std::map<std::string, std::string>{
           {"comp\tb\t", "<completion><bash>"},
           {"ke\tli\t--j\t", "<keys><list><--json>"},
           {"serve --conf\tfold\tmy\t", "<serve><--config><folder/my file.toml>"},
           {"serve --config=fold\tmy\t", "<serve><--config=folder/my file.toml>"},
           {"serve --web f\t --dat\tf\t", "<serve><--web><folder/><--data><folder/>"},
           {"initdata check fol\tmy\t", "<initdata><check><folder/my file.toml>"},
           // What a flag takes is no command, though it is called like one.
           {"initdata check --token-file keys --now 1 --js\t",
            "<initdata><check><--token-file><keys><--now><1><--json>"},
           {"keys rot\t--no\t", "<keys><rotate><--now>"},
           {"serve --nothing\t", "<serve><--nothing>"},
       }) {
    bash.Type("prichal " + keys + "\n");
    const auto shown = bash.ReadUntil("<end>");
    const auto begins = shown.find('<');
    EXPECT_EQ(shown.substr(begins), arguments + "<end>") << keys << "\n" << shown;
    bash.ReadUntil("ready> ");
  }
}

TEST_F(ShellCommand, ZshAndFishHaveTheSameAndTakeItWhereTheyAre) {
  Bash bash;
  bash.Type(fmt::format("cd '{}'\n", tree_.path("")));
  for (const char* shell : {"zsh", "fish"}) {
    const auto text = Completion(shell);
    for (const char* words : {"prichal keys rotate", "bash", "token-file"}) {
      EXPECT_NE(text.find(words), std::string::npos) << shell << ": " << words;
    }
    bash.Type(
        fmt::format("if ! command -v {0} || {0} -n completion.{0}; then echo it\\ is; else "
                    "echo it\\ is\\ not; fi\n",
                    shell));
    const auto said = bash.ReadUntil("it is");
    EXPECT_EQ(bash.ReadUntil("ready> ").find(" not"), std::string::npos) << said;
  }
}

TEST_F(ShellCommand, AnotherShellIsAMistake) {
  ExpectMistake(Run({"completion", "cmd\033"}), "\"cmd\\u001b\": allowed is bash, zsh or fish");
  ExpectMistake(Run({"completion"}), "shell");
}

TEST_F(ShellCommand, ThePagesHaveEveryCommandAndKey) {
  const auto commands = Run({"man"});
  EXPECT_EQ(commands.code, 0) << commands.err;
  for (const char* words : {".SS \\fBprichal serve\\fR", "\\fB\\-\\-config\\fR \\fIFILE\\fR",
                            ".SS \\fBprichal keys export\\fR", ".SH EXIT STATUS"}) {
    EXPECT_NE(commands.out.find(words), std::string::npos) << words;
  }
  const auto keys = Run({"man", "--toml"});
  EXPECT_EQ(keys.code, 0) << keys.err;
  EXPECT_NE(keys.out.find(".SH [bridge]\n"), std::string::npos);
  EXPECT_NE(keys.out.find("\\fBheartbeat\\fR = "), std::string::npos);
  EXPECT_NE(keys.out.find("PRICHAL_BRIDGE_HEARTBEAT\n"), std::string::npos);
}

}  // namespace
}  // namespace prichal::testing
