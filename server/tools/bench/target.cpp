#include "bench/target.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <cstring>
#include <memory>
#include <system_error>

namespace prichal::bench {
namespace {

bool IsLoopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    return ntohl(v4.sin_addr.s_addr) >> 24U == IN_LOOPBACKNET;
  }
  if (address.sa_family != AF_INET6) return false;
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&v6)) return v6.s6_addr[12] == IN_LOOPBACKNET;
  return IN6_IS_ADDR_LOOPBACK(&v6);
}

}  // namespace

Result<Target, std::string> ParseTarget(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) {
    return Fail(
        fmt::format("--url {}: begins with http://, such as http://127.0.0.1:8080/bridge", url));
  }
  std::string_view rest = url.substr(kScheme.size());
  const std::size_t slash = rest.find('/');
  Target target;
  target.authority = rest.substr(0, slash);
  if (slash != std::string_view::npos) target.path = rest.substr(slash);
  while (target.path.ends_with('/')) target.path.pop_back();

  const std::size_t colon = target.authority.rfind(':');
  const bool has_port = colon != std::string::npos && !target.authority.ends_with(']');
  std::string host = target.authority.substr(0, has_port ? colon : std::string::npos);
  const std::string port = has_port ? target.authority.substr(colon + 1) : "80";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);

  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int code = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); code != 0) {
    return Fail(fmt::format("--url {}: {}", url, gai_strerror(code)));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, &freeaddrinfo);
  std::memcpy(&target.address, found->ai_addr, found->ai_addrlen);
  target.address_length = found->ai_addrlen;
  target.host = host;
  target.is_loopback = IsLoopback(*found->ai_addr);
  return target;
}

}  // namespace prichal::bench
