#include "chaos/scenario/network.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "chaos/scenario/program.h"

namespace prichal::chaos {
namespace {

constexpr const char* kThis = "/proc/self/ns/net";

/// Runs commands with `ip -batch` in the namespace of this thread.
void Ip(const std::string& lines) {
  if (RunProgram({"ip", "-batch", "-"}, lines) != 0) {
    throw std::runtime_error("`ip` (iproute2) cannot do this:\n" + lines);
  }
}

void Write(const std::string& path, const std::string& text) {
  if (!(std::ofstream(path) << text << std::flush)) {
    throw std::runtime_error("cannot write to " + path);
  }
}

int OpenThis() {
  const int fd = open(kThis, O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw std::runtime_error("no network namespace can be opened");
  return fd;
}

void GoTo(int fd) {
  if (setns(fd, CLONE_NEWNET) != 0) throw std::runtime_error("a network namespace is gone");
}

std::string RuleOf(std::size_t from, std::size_t to) {
  return fmt::format("from {} to {} blackhole", Network::HostOf(from), Network::HostOf(to));
}

}  // namespace

std::string Network::Enter() {
  const uid_t user = getuid();
  const gid_t group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
    return "no namespaces: " + std::generic_category().message(errno);
  }
  try {
    Write("/proc/self/setgroups", "deny");
    Write("/proc/self/uid_map", fmt::format("0 {} 1", user));
    Write("/proc/self/gid_map", fmt::format("0 {} 1", group));
    Ip("link set lo up\n");
    Write("/proc/sys/net/ipv4/ip_forward", "1");
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

Network::Network(std::size_t machines) : middle_(OpenThis()) {
  for (std::size_t i = 0; i < machines; ++i) {
    if (unshare(CLONE_NEWNET) != 0) throw std::runtime_error("no further network namespace");
    machines_.push_back(OpenThis());
    GoTo(middle_);
    const std::size_t net = i + 1;
    Ip(
        fmt::format("link add wire{0} type veth peer name wire netns /proc/{1}/fd/{2}\n"
                    "addr add 10.7.{0}.1/24 dev wire{0}\n"
                    "link set dev wire{0} up\n",
                    net, getpid(), machines_.back()));
    At(i, [&] {
      Ip(
          fmt::format("link set lo up\n"
                      "addr add {0}/24 dev wire\n"
                      "link set dev wire up\n"
                      "route add default via 10.7.{1}.1\n",
                      HostOf(i), net));
    });
  }
}

Network::~Network() {
  for (const int fd : machines_) close(fd);
  close(middle_);
}

std::string Network::HostOf(std::size_t machine) { return fmt::format("10.7.{}.2", machine + 1); }

void Network::At(std::size_t machine, const std::function<void()>& action) const {
  GoTo(machines_.at(machine));
  try {
    action();
  } catch (...) {
    GoTo(middle_);
    throw;
  }
  GoTo(middle_);
}

void Network::Drop(std::size_t from, std::size_t to) {
  Ip(fmt::format("rule add pref 5 {}\n", RuleOf(from, to)));
  ++rules_;
}

void Network::Split(const std::set<std::size_t>& side) {
  std::string lines;
  for (const std::size_t node : side) {
    for (std::size_t there = 0; there < machines_.size(); ++there) {
      if (side.contains(there)) continue;
      lines += fmt::format("rule add pref 5 {}\nrule add pref 5 {}\n", RuleOf(node, there),
                           RuleOf(there, node));
      rules_ += 2;
    }
  }
  Ip(lines);
}

void Network::Heal() {
  std::string lines;
  for (; rules_ > 0; --rules_) lines += "rule del pref 5\n";
  Ip(lines);
}

}  // namespace prichal::chaos
