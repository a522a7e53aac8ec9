#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "site/site.h"
#include "site/tests/fixture_tree.h"

namespace prichal::site {

/// For tests: a request.
struct Ask {
  std::string_view path;
  std::string_view accept = "*/*";
  std::string_view encoding = "";
  std::string_view known = "";
  http::Method method = http::Method::kGet;
  std::string_view query = "";
};

/// For tests: a site made from a fixture build, called without a socket.
class SiteTest : public ::testing::Test {
 protected:
  SiteTest() { WriteSite(tree_); }

  void Serve(bool dev, const std::string& bot = {}) {
    const auto stand = tree_.path("stand");
    auto files = ReadSite(tree_.path("web"), dev ? &stand : nullptr);
    ASSERT_TRUE(files) << files.error().front();
    auto site = Site::Make(*std::move(files), {.origin = "https://app.example.org",
                                               .product_name = "Prichal",
                                               .product_slug = "prichal",
                                               .bot = bot,
                                               .manifest_name = "Prichal",
                                               .manifest_icon = "/icon.png",
                                               .dev = dev});
    ASSERT_TRUE(site) << site.error().front();
    site_ = *std::move(site);
  }

  [[nodiscard]] Reply Get(const Ask& ask) const {
    http::Request request;
    request.method = ask.method;
    request.path = ask.path;
    request.query = ask.query;
    request.accept = ask.accept;
    request.accept_encoding = ask.encoding;
    request.if_none_match = ask.known;
    return site_->Respond(request);
  }

  FixtureTree tree_;
  std::shared_ptr<const Site> site_;
};

/// For tests: returns the value of a header. Empty if absent.
inline std::string HeaderOf(const http::Response& response, const std::string& name) {
  const auto mark = "\r\n" + name + ": ";
  const auto at = response.head->find(mark);
  if (at == std::string::npos) return "";
  const auto start = at + mark.size();
  return response.head->substr(start, response.head->find("\r\n", start) - start);
}

/// For tests: returns the body. Empty if there is none.
inline std::string BodyOf(const http::Response& response) {
  return response.body ? *response.body : "";
}

}  // namespace prichal::site
