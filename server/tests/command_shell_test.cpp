// `prichal completion` and `prichal man`: what shells and man read. Bash, zsh and fish themselves
// complete here, the first two at a terminal.

#include <fmt/format.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

#include "base/descriptor.h"
#include "base/fixture_await.h"
#include "command_fixture.h"

namespace prichal::testing {
namespace {

/// A shell at a terminal of its own, without any configuration.
class Shell {
 public:
  explicit Shell(std::vector<const char*> argv) {
    argv.push_back(nullptr);
    int terminal = -1;
    pid_ = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      const std::array<const char*, 5> environment{"PATH=/usr/bin:/bin", "TERM=dumb", "PS1=ready> ",
                                                   "INPUTRC=/dev/null", nullptr};
      execve(argv.front(), const_cast<char* const*>(argv.data()),
             const_cast<char* const*>(environment.data()));
      _exit(127);
    }
    terminal_ = Descriptor(terminal);
    ReadUntil("ready> ");
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  void Type(std::string_view keys) {
    EXPECT_EQ(write(terminal_.fd(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  /// What the terminal shows up to this text, with it.
  std::string ReadUntil(std::string_view text) {
    std::string shown;
    const auto deadline = std::chrono::steady_clock::now() + WaitTimeout();
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
  /// Types keys behind the command, as a person does, and sees which arguments come of it.
  static void ExpectCompleted(Shell& shell, const std::map<std::string, std::string>& cases) {
    for (const auto& [keys, arguments] : cases) {
      shell.Type("prichal " + keys + "\n");
      const auto shown = shell.ReadUntil("<end>");
      const auto begins = shown.find('<');
      EXPECT_EQ(shown.substr(begins), arguments + "<end>") << keys << "\n" << shown;
      shell.ReadUntil("ready> ");
    }
  }
};

TEST_F(ShellCommand, BashCompletesWhatIsTyped) {
  Completion("bash");
  tree_.Write("folder/my file.toml", "");
  Shell bash({"/bin/bash", "--norc", "--noprofile", "-i"});
  bash.Type(fmt::format("cd '{}'; . ./completion.bash; prichal() {{ printf '<%s>' \"$@\" end; }}\n",
                        tree_.path("")));
  bash.ReadUntil("ready> ");
  ExpectCompleted(bash,
                  {
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
                  });
}

TEST_F(ShellCommand, ZshCompletesWhatIsTyped) {
  Completion("zsh");
  tree_.Write("folder/my file.toml", "");
  Shell zsh({"/usr/bin/zsh", "-f", "-i"});
  // What is typed is long, and the line editor draws it anew: the end is told by what it prints.
  for (const auto& line :
       {fmt::format("cd '{}'", tree_.path("")), std::string("autoload -U compinit; compinit -u -D"),
        std::string("source ./completion.zsh"),
        std::string("prichal() { printf '<%s>' \"$@\" end }")}) {
    zsh.Type(line + "; print do''ne\n");
    zsh.ReadUntil("done");
    zsh.ReadUntil("ready> ");
  }
  ExpectCompleted(zsh, {
                           {"comp\tb\t", "<completion><bash>"},
                           {"ke\tli\t--j\t", "<keys><list><--json>"},
                           {"serve --conf\tfold\tmy\t", "<serve><--config=folder/my file.toml>"},
                           {"doctor --format j\t", "<doctor><--format><json>"},
                           {"bench thr\t--js\t", "<bench><throughput><--json>"},
                           {"keys rot\t--no\t", "<keys><rotate><--now>"},
                       });
}

TEST_F(ShellCommand, FishCompletesWhatIsTyped) {
  Completion("fish");
  tree_.Write("folder/my file.toml", "");
  const auto complete = [&](const std::string& typed) {
    const std::string command = fmt::format(
        "cd '{}'; fish --no-config -c \"source completion.fish; complete -C '{}'\" 2>&1",
        tree_.path(""), typed);
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    std::string said;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
      said += c == '\t' ? '|' : static_cast<char>(c);
    }
    return said;
  };
  EXPECT_EQ(complete("prichal comp"),
            "completion|Print what completes commands and flags in a shell\n");
  EXPECT_EQ(complete("prichal completion "), "bash\nfish\nzsh\n");
  EXPECT_TRUE(complete("prichal keys rotate --n").starts_with("--now|"));
  EXPECT_TRUE(complete("prichal keys list --js").starts_with("--json|"));
  EXPECT_TRUE(complete("prichal doctor --format j").starts_with("json|"));
  EXPECT_EQ(complete("prichal serve --config folder/m"), "folder/my file.toml\n");
  // What a flag takes is no command, though it is called like one.
  EXPECT_TRUE(complete("prichal initdata check --token-file keys --js").starts_with("--json|"));
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
