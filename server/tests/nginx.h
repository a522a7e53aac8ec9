#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "base/fixture_held_port.h"
#include "base/fixture_tree.h"

namespace prichal::testing {

/// For tests: nginx as a reverse proxy in front of a server. The destructor kills it.
class Nginx {
 public:
  /// `server`: directives of its server block, such as "location / { proxy_pass http://…; }".
  explicit Nginx(std::string_view server);
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;
  ~Nginx();

  /// "127.0.0.1:43127"
  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  FixtureTree tree_;
  HeldPort port_;
  std::string address_;
  pid_t pid_ = -1;
};

}  // namespace prichal::testing
