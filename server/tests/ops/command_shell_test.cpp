// Tests packaging/completion in bash and zsh at a pseudo-terminal, and compares its tables with
// `--help` of every command.

#include <fmt/format.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>

#include "base/descriptor.h"
#include "base/tests/fixture_await.h"
#include "tests/fixtures/command_fixture.h"

namespace prichal::testing {
namespace {

/// An interactive shell at a pseudo-terminal, without any configuration.
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
  /// Reads the output of the terminal up to and including `text`.
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

constexpr const char* kCompletion = PRICHAL_REPOSITORY "/packaging/completion";

/// Commands and flags that `--help` of a command lists.
struct Help {
  std::set<std::string> commands;
  std::set<std::string> flags;
  std::map<std::string, std::string> placeholders;  ///< by flag; key "": placeholder of the
                                                    ///< argument
};

class ShellCompletion : public CommandTest {
 protected:
  void SetUp() override { tree_.Write("folder/my file.toml", ""); }

  [[nodiscard]] Help ReadHelp(const std::string& command) const {
    Arguments arguments;
    std::istringstream words(command);
    std::string word;
    for (words >> word; words >> word;) arguments.push_back(word);
    arguments.emplace_back("--help");
    static const std::regex kEntry(R"(^  (?:-h,)?([-\w]+)(?: ([A-Z|:a-z]+))?(?: .*)?$)");
    Help help;
    std::istringstream lines(Run(arguments).out);
    std::string section;
    for (std::string line; std::getline(lines, line);) {
      std::smatch entry;
      if (line.ends_with(':')) {
        section = line;
      } else if (!line.starts_with("  ")) {
        section.clear();
      } else if (section == "Subcommands:") {
        if (std::regex_match(line, entry, kEntry)) help.commands.insert(entry[1]);
      } else if (section == "Options:" && std::regex_match(line, entry, kEntry)) {
        help.flags.insert(entry[1]);
        help.placeholders[entry[1]] = entry[2];
      } else if (section == "Positionals:" && std::regex_match(line, entry, kEntry)) {
        help.placeholders[""] = entry[2];
      }
    }
    return help;
  }

  /// Calls a function of the completion in bash and returns the words that it prints.
  static std::set<std::string> Call(const std::string& call) {
    const std::string script = fmt::format("bash -c '. \"{}\"; {}'", kCompletion, call);
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(script.c_str(), "r"), &pclose);
    std::string printed;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
      printed += static_cast<char>(c);
    }
    std::istringstream words(printed);
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }

  /// Returns the words that the completion should print for a placeholder of --help.
  static std::set<std::string> ValuesOf(const std::string& placeholder) {
    if (placeholder == "FILE" || placeholder == "DIR") return {placeholder};
    if (placeholder.find('|') == std::string::npos) return {};
    std::string choices = placeholder;
    std::replace(choices.begin(), choices.end(), '|', ' ');
    std::istringstream words(choices);
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }

  /// Compares the completion with --help of this command and of all commands below it.
  void CompareWithHelp(const std::string& command, std::set<std::string>& compared) const {
    compared.insert(command);
    const Help help = ReadHelp(command);
    std::set<std::string> words = help.commands;
    words.insert(help.flags.begin(), help.flags.end());
    EXPECT_EQ(Call(fmt::format("_prichal_words \"{}\"", command)), words) << command;
    for (const auto& [flag, placeholder] : help.placeholders) {
      EXPECT_EQ(Call(fmt::format("_prichal_values \"{}\" \"{}\"", command, flag)),
                ValuesOf(placeholder))
          << command << " " << flag;
    }
    for (const auto& below : help.commands) CompareWithHelp(command + " " + below, compared);
  }

  /// Types keys after the command, and compares the arguments that the shell passes.
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

TEST_F(ShellCompletion, HasTheCommandsAndFlagsOfHelp) {
  std::set<std::string> compared;
  CompareWithHelp("prichal", compared);
  EXPECT_GT(compared.size(), 20U);
  // The completion has no entry for a command that does not exist.
  std::ifstream file(kCompletion);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  static const std::regex kCommand("'(prichal [a-z -]*[a-z])'");
  for (std::sregex_iterator at(text.begin(), text.end(), kCommand), end; at != end; ++at) {
    EXPECT_EQ(compared.count((*at)[1]), 1U) << (*at)[1];
  }
}

TEST_F(ShellCompletion, CompletesInBash) {
  Shell bash({"/bin/bash", "--norc", "--noprofile", "-i"});
  bash.Type(fmt::format("cd '{}'; . '{}'; prichal() {{ printf '<%s>' \"$@\" end; }}\n",
                        tree_.path(""), kCompletion));
  bash.ReadUntil("ready> ");
  ExpectCompleted(bash,
                  {
                      {"heal\t--li\t", "<health><--live>"},
                      {"ke\tli\t--j\t", "<keys><list><--json>"},
                      {"serve --conf\tfold\tmy\t", "<serve><--config><folder/my file.toml>"},
                      {"serve --config=fold\tmy\t", "<serve><--config=folder/my file.toml>"},
                      {"serve --web f\t --dat\tf\t", "<serve><--web><folder/><--data><folder/>"},
                      {"initdata check fol\tmy\t", "<initdata><check><folder/my file.toml>"},
                      // The value of a flag is not a command, even if a command has the same name.
                      {"initdata check --token-file keys --now 1 --js\t",
                       "<initdata><check><--token-file><keys><--now><1><--json>"},
                      {"doctor --format j\t", "<doctor><--format><json>"},
                      {"keys rot\t--no\t", "<keys><rotate><--now>"},
                      {"serve --nothing\t", "<serve><--nothing>"},
                  });
}

TEST_F(ShellCompletion, CompletesInZsh) {
  Shell zsh({"/usr/bin/zsh", "-f", "-i"});
  // The line editor redraws long lines, so each setup line prints a word of its own at its end.
  for (const auto& line :
       {fmt::format("cd '{}'", tree_.path("")), std::string("autoload -U compinit; compinit -u -D"),
        fmt::format("source '{}'", kCompletion),
        std::string("prichal() { printf '<%s>' \"$@\" end }")}) {
    zsh.Type(line + "; print do''ne\n");
    zsh.ReadUntil("done");
    zsh.ReadUntil("ready> ");
  }
  ExpectCompleted(zsh, {
                           {"heal\t--li\t", "<health><--live>"},
                           {"ke\tli\t--j\t", "<keys><list><--json>"},
                           {"serve --conf\tfold\tmy\t", "<serve><--config><folder/my file.toml>"},
                           {"serve --config=fold\tmy\t", "<serve><--config=folder/my file.toml>"},
                           {"initdata check fol\tmy\t", "<initdata><check><folder/my file.toml>"},
                           {"doctor --format j\t", "<doctor><--format><json>"},
                           {"keys rot\t--no\t", "<keys><rotate><--now>"},
                       });
}

}  // namespace
}  // namespace prichal::testing
