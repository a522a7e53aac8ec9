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

#include "base/fixture_await.h"
#include "raw_client.h"

namespace prichal::testing {

Nginx::Nginx(std::string_view server) : address_(port_.address()) {
  // A single process, so that killing it ends everything.
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
  bool ended = false;
  Await("nginx listens", [&] {
    ended = waitpid(pid_, nullptr, WNOHANG) != 0;
    return ended || RawClient(address_).connected();
  });
  EXPECT_FALSE(ended) << "nginx has ended at once: " << conf;
}

Nginx::~Nginx() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

}  // namespace prichal::testing
