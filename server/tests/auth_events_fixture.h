#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "auth_fixture.h"
#include "hook_listener.h"
#include "webhook/standard_webhook.h"

namespace prichal::app {

using prichal::testing::HookListener;

inline const std::string kHookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Sign-in with a webhook receiver and an audit log.
class AuthEventsTest : public AuthTest {
 protected:
  AuthEventsTest() {
    folder_.Write("secrets", kHookSecret + "\n");
    settings_.auth.webhook_url = {listener_.url("/hook?key=1")};
    settings_.auth.webhook_secret_file = folder_.path("secrets");
    settings_.auth.audit_file = folder_.path("audit.log");
  }

  /// Returns the events of this type after `count` requests in total.
  [[nodiscard]] std::vector<boost::json::object> Told(const std::string& type, std::size_t count) {
    std::vector<boost::json::object> found;
    for (const auto& post : listener_.Wait(count)) {
      const auto body = boost::json::parse(post.body).as_object();
      if (Text(body, "type") == type) found.push_back(body.at("data").as_object());
    }
    return found;
  }
  [[nodiscard]] boost::json::object OnlyTold(const std::string& type, std::size_t count) {
    const auto found = Told(type, count);
    EXPECT_EQ(found.size(), 1U) << type;
    return found.empty() ? boost::json::object() : found[0];
  }
  /// Returns the types of `count` events in alphabetical order.
  [[nodiscard]] std::vector<std::string> Types(std::size_t count) {
    std::vector<std::string> types;
    for (const auto& post : listener_.Wait(count)) {
      types.push_back(Text(boost::json::parse(post.body).as_object(), "type"));
    }
    std::sort(types.begin(), types.end());
    return types;
  }

  [[nodiscard]] static std::string ReadFile(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  /// Stops the server and returns the audit log's entries, all or those of one event.
  [[nodiscard]] std::vector<boost::json::object> Audit(const std::string& message = {}) {
    Stop();
    std::istringstream text(ReadFile(folder_.path("audit.log")));
    std::vector<boost::json::object> lines;
    for (std::string line; std::getline(text, line);) {
      const auto json = boost::json::parse(line).as_object();
      if (message.empty() || Text(json, "message") == message) lines.push_back(json);
    }
    return lines;
  }

  [[nodiscard]] static std::string SessionOf(const std::string& response) {
    const auto json = Json(response);
    return json.contains("session") ? Text(json.at("session").as_object(), "id") : std::string();
  }

  HookListener listener_;
};

/// Returns the value of a header in `lines`. Empty if absent.
inline std::string LineIn(const std::string& lines, const std::string& name) {
  const auto begin = lines.find(name + ": ");
  if (begin == std::string::npos) return {};
  const auto value = begin + name.size() + 2;
  return lines.substr(value, lines.find("\r\n", value) - value);
}

}  // namespace prichal::app
