#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/tests/fixture_tree.h"
#include "site/resource.h"

namespace prichal::site {

using prichal::FixtureTree;

/// For tests: index.html of the mini app's build.
inline constexpr std::string_view kFixturePage =
    "<!doctype html><html lang=\"ru\"><head><title>Prichal</title>\n"
    "<script>window.q = [];</script>\n"
    "<script type=\"application/json\" id=\"page-config\">{}</script>\n"
    "<script type=\"application/json\" id=\"page-files\">"
    "{\"/wheel\":[\"/assets/wheel-e5f6.js\"]}</script>\n"
    "<script type=\"module\" crossorigin src=\"/assets/index-a1b2.js\"></script>\n"
    "</head><body><div id=\"root\"></div></body></html>\n";

/// For tests: wallets-v2.json with one wallet.
inline constexpr std::string_view kFixtureWallets = R"([{"app_name":"tonkeeper",
  "name":"Tonkeeper","image":"https://tonkeeper.com/assets/icon.png",
  "about_url":"https://tonkeeper.com","universal_url":"https://app.tonkeeper.com/ton-connect",
  "bridge":[{"type":"sse","url":"https://bridge.tonapi.io/bridge"},{"type":"js","key":"tonkeeper"}],
  "platforms":["ios","android"],"features":[{"name":"SendTransaction","maxMessages":4}]}]
)";

/// For tests: the dev wallet's entry.
inline constexpr std::string_view kFixtureDevEntry = R"({"app_name":"prichal-dev",
  "name":"Dev Wallet","image":"{origin}/stand/dev-wallet.svg","about_url":"{origin}/stand/",
  "universal_url":"{origin}/stand/wallet/","bridge":[{"type":"sse","url":"{origin}/bridge"},
  {"type":"js","key":"prichalDev"}],"platforms":["ios"]}
)";

/// For tests: describes a page. `more` is appended after the digest: `,"scripts":[…]`.
inline std::string DescriptionOfPage(std::string_view html, std::string_view more = {}) {
  return fmt::format(R"({{"sha256":"{}"{}}})", HexEncode(Sha256(BytesOf(html))), more);
}

/// For tests: the description of kFixturePage.
inline std::string FixtureDescription() {
  const auto config = kFixturePage.find("{}");
  return DescriptionOfPage(
      kFixturePage,
      fmt::format(R"(,"scripts":["sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0="],)"
                  R"("preloads":{{"*":["/assets/index-a1b2.js"],)"
                  R"("/wheel":["/assets/index-a1b2.js","/assets/wheel-e5f6.js"]}},)"
                  R"("config":[{},{}])",
                  config, config + 2));
}

/// For tests: pages of the sandbox's build.
inline constexpr std::string_view kFixtureStand = "<!doctype html><title>Stand</title><p>stand";
inline constexpr std::string_view kFixtureWallet = "<!doctype html><title>Wallet</title><p>wallet";
inline constexpr std::string_view kFixtureDapp = "<!doctype html><title>dApp</title><p>dapp";

/// For tests: writes a minimal build of the mini app below `web/`, and one of the sandbox below
/// `stand/`.
inline void WriteSite(FixtureTree& tree) {
  const std::string script(2000, 'a');
  tree.Write("web/index.html", kFixturePage)
      .Write("web/index.html.json", FixtureDescription())
      .Write("web/wallets-v2.json", kFixtureWallets)
      .Write("web/assets/index-a1b2.js", script)
      .Write("web/assets/index-a1b2.js.br", "brotli bytes of the build")
      .Write("web/assets/index-a1b2.js.gz", "gzip bytes of the build")
      .Write("web/icon.png", "\x89PNG")
      .Write("web/favicon.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
      .Write("web/.built", "")
      .Write("stand/index.html", kFixtureStand)
      .Write("stand/index.html.json", DescriptionOfPage(kFixtureStand))
      .Write("stand/wallet/index.html", kFixtureWallet)
      .Write("stand/wallet/index.html.json", DescriptionOfPage(kFixtureWallet))
      .Write("stand/dapp/index.html", kFixtureDapp)
      .Write("stand/dapp/index.html.json", DescriptionOfPage(kFixtureDapp))
      .Write("stand/assets/stand-c3d4.js", "stand()")
      .Write("stand/dev-wallet.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
      .Write("stand/wallet-entry.json", kFixtureDevEntry);
}

}  // namespace prichal::site
