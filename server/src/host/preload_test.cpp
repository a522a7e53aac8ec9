#include "host/preload.h"

#include <gtest/gtest.h>

namespace prichal::host {
namespace {

constexpr std::string_view kPage =
    R"(<script type="application/json" id="page-files">{"/":["/assets/home-1.js"],)"
    R"("/buy-":["/assets/buy-2.js","/assets/rope-3.js"],)"
    R"("*":["/assets/wallet-5.js","/assets/wallet-6.css"]}</script>)"
    R"(<script type="module" crossorigin src="/assets/index-4.js"></script>)"
    R"(<script src="/assets/classic.js"></script><script type="module">inline()</script>)";

TEST(PreloadLine, NamesTheModulesOfThePageThenThoseOfThePath) {
  EXPECT_EQ(*PreloadLine(kPage, "/"),
            "Link: </assets/index-4.js>; rel=modulepreload, "
            "</assets/home-1.js>; rel=modulepreload, "
            "</assets/wallet-5.js>; rel=modulepreload, "
            "</assets/wallet-6.css>; rel=preload; as=style\r\n");
  EXPECT_EQ(*PreloadLine(kPage, "/buy-harbour"),
            "Link: </assets/index-4.js>; rel=modulepreload, "
            "</assets/buy-2.js>; rel=modulepreload, "
            "</assets/rope-3.js>; rel=modulepreload, "
            "</assets/wallet-5.js>; rel=modulepreload, "
            "</assets/wallet-6.css>; rel=preload; as=style\r\n");
  EXPECT_EQ(*PreloadLine(kPage, "/about"),
            "Link: </assets/index-4.js>; rel=modulepreload, "
            "</assets/wallet-5.js>; rel=modulepreload, "
            "</assets/wallet-6.css>; rel=preload; as=style\r\n");
}

TEST(PreloadLine, IsEmptyForAPageWithoutCode) { EXPECT_EQ(*PreloadLine("<p>", "/"), ""); }

TEST(PreloadLine, LetsNothingOutOfItsHeader) {
  const auto error = [](std::string_view files) {
    return PreloadLine("<script type=\"application/json\" id=\"page-files\">" + std::string(files) +
                           "</script>",
                       "/")
        .error();
  };
  EXPECT_EQ(error("{"), "its page-files are no JSON object");
  EXPECT_EQ(error("[]"), "its page-files are no JSON object");
  for (const auto* file : {R"("https://evil.org/a.js")", R"("//evil.org/a.js")", "5",
                           R"("/a>; rel=x")", R"("/a\r\nX: y")"}) {
    EXPECT_EQ(error("{\"/\":[" + std::string(file) + "]}"),
              "its page-files name something that is no file of ours");
  }
}

}  // namespace
}  // namespace prichal::host
