#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "site/page.h"

namespace prichal::site {
namespace {

using Texts = std::vector<std::string>;

TEST(PagePath, IsFolderForIndexPage) {
  const auto page = PagePathOf("ru/guide/index.html");
  EXPECT_EQ(page.path, "/ru/guide/");
  EXPECT_EQ(page.redirects, (Texts{"/ru/guide", "/ru/guide/index.html"}));
}

TEST(PagePath, OmitsExtension) {
  const auto page = PagePathOf("guide/start.html");
  EXPECT_EQ(page.path, "/guide/start");
  EXPECT_EQ(page.redirects, (Texts{"/guide/start/", "/guide/start.html"}));
  EXPECT_EQ(PagePathOf("my-index.html").path, "/my-index");
}

TEST(PagePath, RedirectsOnlyIndexFileOfRoot) {
  const auto page = PagePathOf("index.html");
  EXPECT_EQ(page.path, "/");
  EXPECT_EQ(page.redirects, (Texts{"/index.html"}));
}

}  // namespace
}  // namespace prichal::site
