#include "chaos/scenario/instance.h"

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/fixtures/raw_client.h"

namespace prichal::chaos {

Instance::Instance(std::map<std::string, std::string> environment, const std::string& host)
    : environment_(std::move(environment)), site_(host), admin_(host) {
  site::WriteSite(tree_);
  environment_.merge(
      std::map<std::string, std::string>{{"PRICHAL_SITE_ORIGIN", "https://app.example.org"},
                                         {"PRICHAL_SERVER_LOOPS", "2"},
                                         {"PRICHAL_BRIDGE_HEARTBEAT", "1"},
                                         {"PRICHAL_BRIDGE_RATE_LIMIT", "0"},
                                         {"PRICHAL_BRIDGE_BYTE_RATE", "0"},
                                         {"PRICHAL_BRIDGE_ID_RATE", "0"},
                                         {"PRICHAL_BRIDGE_EVENTS_RATE", "0"},
                                         {"PRICHAL_BRIDGE_CONNECTIONS_LIMIT", "0"},
                                         {"PRICHAL_BRIDGE_TOTAL_BYTES", "8589934592"},
                                         {"PRICHAL_BRIDGE_MAILBOX_BYTES", "1073741824"},
                                         {"PRICHAL_BRIDGE_MAILBOX_MESSAGES", "1000000"}});
}

void Instance::HoldSocket() {
  site_.Listen();
  sockets_ = {{"prichal.socket", site_.fd()}};
}

void Instance::Start() {
  const std::vector<std::string> arguments{
      "serve",
      "--listen",
      sockets_.empty() ? site_.address() : "systemd:prichal.socket",
      "--admin",
      admin_.address(),
      "--web",
      tree_.path("web"),
      "--data",
      tree_.path("data")};
  process_ = sockets_.empty()
                 ? std::make_unique<testing::ServerProcess>(arguments, environment_)
                 : std::make_unique<testing::ServerProcess>(arguments, environment_, sockets_);
  const std::string line = process_->ReadLine();
  if (!line.starts_with("prichal: listening")) {
    process_->Wait();
    throw std::runtime_error("the server does not start: " + line + process_->err());
  }
}

void Instance::Kill() {
  process_->Signal(SIGKILL);
  if (process_->Wait() != 128 + SIGKILL) {
    throw std::runtime_error("the server had ended before it was killed: " + process_->err());
  }
}

void Instance::Drain() {
  process_->Signal(SIGTERM);
  if (process_->Wait() != 0) {
    throw std::runtime_error("the server did not end in order: " + process_->err());
  }
}

void Instance::LimitFiles(rlim_t bytes) const {
  rlimit limit{};
  prlimit(process_->pid(), RLIMIT_FSIZE, nullptr, &limit);
  limit.rlim_cur = bytes;
  prlimit(process_->pid(), RLIMIT_FSIZE, &limit, nullptr);
}

std::string Instance::AskAdmin(const std::string& path) const {
  return testing::RawClient(admin_.address())
      .Ask("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
}

bool Instance::AwaitReady(double seconds) const {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (testing::StatusOf(AskAdmin("/readyz")) != 200) {
    if (std::chrono::steady_clock::now() > end) return false;
    // Poll, because another process cannot notify about its readiness.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

std::int64_t Instance::Metric(const std::string& name) const {
  const std::string metrics = AskAdmin("/metrics");
  const auto at = metrics.find("\n" + name + " ");
  return at == std::string::npos ? -1 : std::stoll(metrics.substr(at + name.size() + 2));
}

std::string Instance::url() const { return "http://" + site_.address() + "/bridge"; }

}  // namespace prichal::chaos
