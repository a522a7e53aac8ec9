#include <gtest/gtest.h>

#include "site/page.h"

namespace prichal::site {
namespace {

const PageDescription::Preloads kPreloads{
    {"/", {"/assets/index-4.js", "/assets/home-1.js", "/assets/wallet-6.css"}},
    {"/buy-", {"/assets/index-4.js", "/assets/buy-2.js"}},
    {"*", {"/assets/index-4.js"}}};

TEST(PreloadLine, ListsFilesOfPath) {
  EXPECT_EQ(PreloadLine(kPreloads, "/"),
            "Link: </assets/index-4.js>; rel=modulepreload, "
            "</assets/home-1.js>; rel=modulepreload, "
            "</assets/wallet-6.css>; rel=preload; as=style\r\n");
  EXPECT_EQ(PreloadLine(kPreloads, "/buy-harbour"),
            "Link: </assets/index-4.js>; rel=modulepreload, "
            "</assets/buy-2.js>; rel=modulepreload\r\n");
}

TEST(PreloadLine, FallsBackToFilesOfAnyPath) {
  EXPECT_EQ(PreloadLine(kPreloads, "/about"), "Link: </assets/index-4.js>; rel=modulepreload\r\n");
}

TEST(PreloadLine, IsEmptyForPageWithoutFiles) {
  EXPECT_EQ(PreloadLine({}, "/"), "");
  EXPECT_EQ(PreloadLine({{"*", {}}}, "/"), "");
}

}  // namespace
}  // namespace prichal::site
