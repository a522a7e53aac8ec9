// The binary with systemd's protocol: the test acts as the service manager at NOTIFY_SOCKET.

#include <sys/ptrace.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "main/tests/fixture_manager.h"
#include "tests/fixtures/process_fixture.h"

namespace prichal::testing {
namespace {

using main::FixtureManager;

/// Blocks a thread of a child process while the object lives, so that it appears stuck.
class StuckThread {
 public:
  StuckThread(pid_t process, const std::string& name) {
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
      std::string line;
      std::getline(std::ifstream(task.path() / "comm"), line);
      if (line == name) thread_ = std::stoi(task.path().filename());
    }
    if (ptrace(PTRACE_SEIZE, thread_, nullptr, nullptr) != 0) return;
    seized_ = true;
    ptrace(PTRACE_INTERRUPT, thread_, nullptr, nullptr);
    waitpid(thread_, nullptr, __WALL);
  }
  StuckThread(const StuckThread&) = delete;
  StuckThread& operator=(const StuckThread&) = delete;
  ~StuckThread() {
    if (seized_) ptrace(PTRACE_DETACH, thread_, nullptr, nullptr);
  }

  [[nodiscard]] bool seized() const { return seized_; }

 private:
  pid_t thread_ = -1;
  bool seized_ = false;
};

class ServiceManagerTest : public ProcessTest {
 protected:
  [[nodiscard]] std::map<std::string, std::string> Watched(std::chrono::milliseconds by) const {
    auto environment = Stand();
    environment["NOTIFY_SOCKET"] = manager_.name();
    environment["WATCHDOG_USEC"] = std::to_string(by.count() * 1000);
    environment["PRICHAL_SERVER_LOOPS"] = "2";
    return environment;
  }

  FixtureManager manager_{tree_.path("notify")};
};

constexpr std::chrono::milliseconds kOften{400};
constexpr const char* kServing = "READY=1\nSTATUS=serving\n";
constexpr const char* kDraining = "STOPPING=1\nSTATUS=draining\n";

TEST_F(ServiceManagerTest, IsNotifiedOfStartReloadAndStop) {
  tree_.Write("prichal.toml", "[dev]\nenabled = true\n");
  auto environment = Stand();
  environment["NOTIFY_SOCKET"] = manager_.name();
  ServerProcess server(Serve({"--config", tree_.path("prichal.toml")}), environment);
  EXPECT_EQ(manager_.Next(), kServing);
  // By now it listens and stores messages.
  EXPECT_EQ(StatusOf(Get(ReadAddresses(server).admin, "/readyz")), 200);

  server.Signal(SIGHUP);
  EXPECT_TRUE(manager_.Next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  EXPECT_EQ(manager_.Next(), kServing);

  tree_.Write("prichal.toml", "[server]\nloops = 7\n[dev]\nenabled = true\n");
  server.Signal(SIGHUP);
  EXPECT_TRUE(manager_.Next().starts_with("RELOADING=1\n"));
  EXPECT_EQ(manager_.Next(), "READY=1\nSTATUS=serving; these keys need a restart: server.loops\n");

  tree_.Write("prichal.toml", "[server]\nloops = \"many\"\n");
  server.Signal(SIGHUP);
  EXPECT_TRUE(manager_.Next().starts_with("RELOADING=1\n"));
  const std::string refused = manager_.Next();
  EXPECT_TRUE(
      refused.starts_with("READY=1\nSTATUS=serving; the new configuration is invalid, the "
                          "old one stays in use: server.loops: \"many\""))
      << refused;

  server.Signal(SIGTERM);
  EXPECT_EQ(manager_.Next(), kDraining);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(ServiceManagerTest, IsNotNotifiedOfFailedStart) {
  auto environment = Watched(kOften);
  ServerProcess server(Serve({"--dev", "--web", "/nonexistent"}), environment);
  EXPECT_EQ(server.Wait(), 2);
  EXPECT_EQ(manager_.Next(std::chrono::milliseconds(0)), "");
}

TEST_F(ServiceManagerTest, GetsWatchdogPingsOnlyWhileEveryLoopTurns) {
  ServerProcess server(Serve({"--dev"}), Watched(kOften));
  const auto admin = ReadAddresses(server).admin;
  EXPECT_EQ(manager_.Next(), kServing);
  for (const auto* name : {"loop-0", "loop-1", "admin"}) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(manager_.Next(), FixtureManager::kFed);
    {
      const StuckThread stuck(server.pid(), name);
      if (!stuck.seized()) GTEST_SKIP() << "ptrace(2) is not allowed here";
      server.ReadError(std::string("not notified until it responds loop=") + name);
      while (!manager_.Next(std::chrono::milliseconds(0)).empty()) {
      }
      // The absence of messages can only be checked by waiting for a watchdog interval. One more
      // message may come for the work before the loop got stuck.
      (void)manager_.Next(kOften);
      EXPECT_EQ(manager_.Next(kOften), "") << name;
    }
    server.ReadError("all event loops respond again");
  }
  EXPECT_EQ(StatusOf(Get(admin, "/healthz")), 200);
  server.Signal(SIGTERM);
  EXPECT_EQ(manager_.NextWord(), kDraining);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(ServiceManagerTest, GetsWatchdogPingsDuringDrain) {
  auto environment = Watched(kOften);
  environment["PRICHAL_SERVER_DRAIN_DELAY"] = "600000";
  ServerProcess server(Serve({"--dev"}), environment);
  ReadAddresses(server);
  server.Signal(SIGTERM);
  EXPECT_EQ(manager_.NextWord(), kServing);
  EXPECT_EQ(manager_.NextWord(), kDraining);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(manager_.Next(), FixtureManager::kFed);
}

TEST_F(ServiceManagerTest, GetsNoWatchdogPingsForOtherProcess) {
  auto environment = Watched(std::chrono::milliseconds(1));
  environment["WATCHDOG_PID"] = "1";
  ServerProcess server(Serve({"--dev"}), environment);
  ReadAddresses(server);
  EXPECT_EQ(manager_.Next(), kServing);
  server.Signal(SIGTERM);
  EXPECT_EQ(manager_.Next(), kDraining);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

TEST_F(ServiceManagerTest, InvalidSocketIsReportedAndServerServes) {
  auto environment = Stand();
  environment["NOTIFY_SOCKET"] = "vsock:2:1234";
  ServerProcess server(Serve({"--dev"}), environment);
  ReadAddresses(server);
  server.ReadError("cannot notify the service manager");
  server.ReadError("vsock:2:1234");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0) << server.err();
}

}  // namespace
}  // namespace prichal::testing
