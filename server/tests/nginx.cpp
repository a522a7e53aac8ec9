#include "nginx.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/descriptor.h"
#include "raw_client.h"

namespace prichal::testing {

std::string FreeAddress() {
  const Descriptor socket_fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(bind(socket_fd.fd(), any, size), 0);
  EXPECT_EQ(getsockname(socket_fd.fd(), any, &size), 0);
  return fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
}

Nginx::Nginx(std::string_view server) : address_(FreeAddress()) {
  // One process, so that its end is the end of all of it.
  tree_.Write("nginx.conf", fmt::format(R"(
daemon off;
master_process off;
pid {0}/nginx.pid;
error_log {0}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {0}/body;
  proxy_temp_path {0}/proxy;
  fastcgi_temp_path {0}/fastcgi;
  uwsgi_temp_path {0}/uwsgi;
  scgi_temp_path {0}/scgi;
  server {{
    listen {1};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    {2}
  }}
}}
)",
                                        tree_.path(), address_, server));
  const std::string conf = tree_.path("nginx.conf");
  const std::string log = tree_.path("error.log");
  std::array<const char*, 6> argv{"nginx", "-c", conf.c_str(), "-e", log.c_str(), nullptr};
  std::array<const char*, 1> environment{nullptr};
  EXPECT_EQ(
      posix_spawn(&pid_, "/usr/sbin/nginx", nullptr, nullptr, const_cast<char* const*>(argv.data()),
                  const_cast<char* const*>(environment.data())),
      0);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!RawClient(address_).connected()) {
    if (std::chrono::steady_clock::now() > deadline || waitpid(pid_, nullptr, WNOHANG) != 0) {
      ADD_FAILURE() << "nginx does not start on " << conf;
      return;
    }
    std::this_thread::yield();
  }
}

Nginx::~Nginx() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

}  // namespace prichal::testing
