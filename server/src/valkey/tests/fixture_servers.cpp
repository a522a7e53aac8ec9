#include "valkey/tests/fixture_servers.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "valkey/resp.h"

namespace prichal::valkey {
namespace {

sockaddr_in AddressOf(const std::string& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  return address;
}

std::string ServerBinary() {
  // Safe, because tests do not change the environment.
  // NOLINTNEXTLINE(concurrency-mt-unsafe): no test changes the environment
  const char* given = std::getenv("PRICHAL_VALKEY_SERVER");
  return given == nullptr ? "redis-server" : given;
}

/// Returns the end of the server's log, because its folder is removed soon.
std::string EndOf(const std::string& folder) {
  std::ifstream file(folder + "/log");
  std::string end;
  for (std::string line; std::getline(file, line);) {
    end += line + '\n';
    constexpr std::size_t kMostShown = 500;
    if (end.size() > kMostShown) end.erase(0, end.size() - kMostShown);
  }
  return end.empty() ? "It has no log" : "Its log ends with\n" + end;
}

Reply Problem(std::string text) {
  return {.kind = Reply::Kind::kError, .integer = 0, .text = std::move(text), .items = {}};
}

}  // namespace

FixtureServer::FixtureServer(std::vector<std::string> arguments)
    : FixtureServer(std::move(arguments), Options()) {}

FixtureServer::FixtureServer(std::vector<std::string> arguments, Options options)
    : arguments_(std::move(arguments)),
      options_(std::move(options)),
      port_(host()),
      bus_port_(host()) {
  const std::filesystem::path parent = options_.parent.empty()
                                           ? std::filesystem::temp_directory_path()
                                           : std::filesystem::path(options_.parent);
  std::string pattern = (parent / "prichal-valkey-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder can be made");
  folder_ = pattern;
  Start();
}

FixtureServer::~FixtureServer() {
  Kill();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void FixtureServer::Start() {
  if (pid_ > 0) return;
  std::vector<std::string> texts = {ServerBinary(),
                                    "--port",
                                    std::to_string(port()),
                                    "--bind",
                                    host(),
                                    "--protected-mode",
                                    "no",
                                    "--save",
                                    "",
                                    "--dir",
                                    folder_,
                                    "--logfile",
                                    "log",
                                    "--enable-debug-command",
                                    "yes",
                                    "--cluster-port",
                                    std::to_string(bus_port())};
  texts.insert(texts.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> argv;
  argv.reserve(texts.size() + 1);
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  std::vector<std::string> variables;
  variables.reserve(options_.environment.size());
  for (const auto& [name, value] : options_.environment) {
    variables.push_back(fmt::format("{}={}", name, value));
  }
  char** inherited_end = environ;
  while (*inherited_end != nullptr) ++inherited_end;
  std::vector<char*> envp(environ, inherited_end);
  for (std::string& text : variables) envp.push_back(text.data());
  envp.push_back(nullptr);
  stopped_ = false;
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Errors go to the server's log, or to stderr if the log cannot be opened.
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    execvpe(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  Await(fmt::format("{} on port {} answers", texts[0], port()), [this] {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      throw std::runtime_error(
          fmt::format("{} has ended at once; is it installed? {}", ServerBinary(), EndOf(folder_)));
    }
    const Reply reply = Run({"PING"});
    return !reply.IsError() || reply.text.starts_with("NOAUTH");
  });
}

void FixtureServer::Kill() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void FixtureServer::Stop() {
  kill(pid_, SIGSTOP);
  // Wait until the process has actually stopped.
  waitpid(pid_, nullptr, WUNTRACED);
  stopped_ = true;
}

void FixtureServer::Continue() {
  kill(pid_, SIGCONT);
  stopped_ = false;
}

Reply FixtureServer::Run(const std::vector<std::string>& command) const {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval most{.tv_sec = WaitTimeout() / std::chrono::seconds(1), .tv_usec = 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
  const sockaddr_in address = AddressOf(host(), port());
  Reply answer = Problem("no connection");
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    std::string wire;
    std::size_t expected = 1;
    if (!password_.empty()) {
      AppendCommand(wire, {"AUTH", password_});
      ++expected;
    }
    AppendCommand(wire, command);
    ReplyReader reader;
    bool fine =
        send(fd, wire.data(), wire.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(wire.size());
    answer = Problem("no answer");
    std::array<char, 16 * 1024> bytes{};
    while (fine && expected > 0) {
      const ssize_t got = recv(fd, bytes.data(), bytes.size(), 0);
      fine = got > 0;
      if (!fine) break;
      reader.Feed({bytes.data(), static_cast<std::size_t>(got)});
      while (auto reply = reader.Next()) {
        if (--expected == 0) answer = std::move(*reply);
      }
    }
  }
  close(fd);
  return answer;
}

std::string FixtureServer::Info(const std::string& field) const {
  const std::string text = Run({"INFO"}).text;
  const std::size_t place = text.find("\n" + field + ":");
  if (place == std::string::npos) return {};
  const std::size_t begin = place + field.size() + 2;
  return text.substr(begin, text.find('\r', begin) - begin);
}

FixtureCluster::FixtureCluster(std::size_t masters, std::size_t replicas_each,
                               const std::vector<std::string>& arguments, const Make& make) {
  std::vector<std::string> all = {
      "--cluster-enabled",          "yes",  "--cluster-require-full-coverage",   "no",
      "--cluster-node-timeout",     "1000", "--cluster-replica-validity-factor", "0",
      "--repl-diskless-sync-delay", "0",    "--cluster-allow-replica-migration", "no"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const std::size_t count = masters * (1 + replicas_each);
  for (std::size_t i = 0; i < count; ++i) {
    servers_.push_back(make ? make(i, all) : std::make_unique<FixtureServer>(all));
  }
  for (std::size_t i = 0; i < count; ++i) {
    (void)at(i).Run({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)});
    if (i < masters) {
      (void)at(i).Run({"CLUSTER", "ADDSLOTSRANGE", std::to_string(i * kSlots / masters),
                       std::to_string((i + 1) * kSlots / masters - 1)});
    }
    // Introduce each server to each other; gossip would take longer.
    for (std::size_t j = 0; j < i; ++j) {
      (void)at(i).Run({"CLUSTER", "MEET", at(j).host(), std::to_string(at(j).port()),
                       std::to_string(at(j).bus_port())});
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    Await("all servers know each other", [&] {
      return at(i)
                 .Run({"CLUSTER", "INFO"})
                 .text.find(fmt::format("cluster_known_nodes:{}\r", count)) != std::string::npos;
    });
  }
  for (std::size_t i = masters; i < count; ++i) {
    const std::string master = IdOf(i % masters);
    Await("a replica has its master", [&] {
      return !at(i).Run({"CLUSTER", "REPLICATE", master}).IsError();
    });
  }
  for (std::size_t i = masters; i < count; ++i) {
    Await("a replica follows", [&] { return at(i).Info("master_link_status") == "up"; });
  }
  AwaitWhole();
}

std::string FixtureCluster::IdOf(std::size_t index) {
  return at(index).Run({"CLUSTER", "MYID"}).text;
}

std::string FixtureCluster::Uri() const {
  std::string uri = "redis://";
  for (const auto& server : servers_) {
    if (uri.back() != '/') uri.push_back(',');
    uri += NameOf(server->endpoint());
  }
  return uri;
}

std::size_t FixtureCluster::OwnerOf(std::uint16_t slot, std::size_t asked) {
  const auto map = ParseSlots(at(asked).Run({"CLUSTER", "SLOTS"}), at(asked).endpoint());
  if (!map) return size();
  for (const SlotRange& range : *map) {
    if (slot < range.first || slot > range.last) continue;
    for (std::size_t i = 0; i < size(); ++i) {
      if (at(i).endpoint() == range.master) return i;
    }
  }
  return size();
}

void FixtureCluster::Failover(std::size_t replica, const std::string& how) {
  std::vector<std::string> command = {"CLUSTER", "FAILOVER"};
  if (!how.empty()) command.push_back(how);
  const Reply reply = at(replica).Run(command);
  EXPECT_FALSE(reply.IsError()) << reply.text;
  Await("the replica is the master", [&] { return at(replica).Info("role") == "master"; });
}

void FixtureCluster::MoveSlot(std::uint16_t slot, std::size_t from, std::size_t to,
                              const std::function<void()>& between,
                              const std::function<void()>& moved) {
  const std::string text = std::to_string(slot);
  const auto must = [](const Reply& reply) { EXPECT_FALSE(reply.IsError()) << reply.text; };
  must(at(to).Run({"CLUSTER", "SETSLOT", text, "IMPORTING", IdOf(from)}));
  must(at(from).Run({"CLUSTER", "SETSLOT", text, "MIGRATING", IdOf(to)}));
  if (between) between();
  while (true) {
    const Reply keys = at(from).Run({"CLUSTER", "GETKEYSINSLOT", text, "100"});
    if (keys.items.empty()) break;
    std::vector<std::string> command = {
        "MIGRATE", at(to).host(), std::to_string(at(to).port()), "", "0", "5000", "KEYS"};
    for (const Reply& key : keys.items) command.push_back(key.text);
    must(at(from).Run(command));
  }
  if (moved) moved();
  must(at(to).Run({"CLUSTER", "SETSLOT", text, "NODE", IdOf(to)}));
  must(at(from).Run({"CLUSTER", "SETSLOT", text, "NODE", IdOf(to)}));
  for (std::size_t i = 0; i < size(); ++i) {
    if (at(i).pid() > 0 && at(i).Info("role") == "master") {
      (void)at(i).Run({"CLUSTER", "SETSLOT", text, "NODE", IdOf(to)});
    }
  }
}

void FixtureCluster::AwaitWhole() {
  for (const auto& server : servers_) {
    if (server->pid() <= 0) continue;
    Await("the cluster is whole", [&] {
      const std::string info = server->Run({"CLUSTER", "INFO"}).text;
      return info.find("cluster_state:ok") != std::string::npos &&
             info.find("cluster_slots_ok:16384") != std::string::npos;
    });
  }
}

}  // namespace prichal::valkey
