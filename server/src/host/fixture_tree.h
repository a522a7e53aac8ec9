#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace prichal::host {

/// For tests: a directory of its own that is gone with the object.
class FixtureTree {
 public:
  FixtureTree() {
    std::string name = (std::filesystem::temp_directory_path() / "prichal-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) root_ = name;
  }
  FixtureTree(const FixtureTree&) = delete;
  FixtureTree& operator=(const FixtureTree&) = delete;
  ~FixtureTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  [[nodiscard]] std::string path(std::string_view below = {}) const {
    return below.empty() ? root_ : root_ + "/" + std::string(below);
  }

  /// Writes a file and the directories above it.
  FixtureTree& Write(std::string_view below, std::string_view bytes) {
    std::filesystem::create_directories(std::filesystem::path(path(below)).parent_path());
    std::ofstream(path(below), std::ios::binary) << bytes;
    return *this;
  }

 private:
  std::string root_;
};

inline constexpr std::string_view kFixturePage =
    "<!doctype html><html lang=\"ru\"><head><title>Prichal</title>\n"
    "<script>window.q = [];</script>\n"
    "<script type=\"application/json\" id=\"page-config\">{}</script>\n"
    "<script type=\"module\" crossorigin src=\"/assets/index-a1b2.js\"></script>\n"
    "</head><body><div id=\"root\"></div></body></html>\n";

inline constexpr std::string_view kFixtureWallets = R"([{"app_name":"tonkeeper",
  "name":"Tonkeeper","image":"https://tonkeeper.com/assets/icon.png",
  "about_url":"https://tonkeeper.com","universal_url":"https://app.tonkeeper.com/ton-connect",
  "bridge":[{"type":"sse","url":"https://bridge.tonapi.io/bridge"},{"type":"js","key":"tonkeeper"}],
  "platforms":["ios","android"],"features":[{"name":"SendTransaction","maxMessages":4}]}]
)";

inline constexpr std::string_view kFixtureDevEntry = R"({"app_name":"prichal-dev",
  "name":"Dev Wallet","image":"{origin}/stand/dev-wallet.svg","about_url":"{origin}/stand/",
  "universal_url":"{origin}/stand/wallet/","bridge":[{"type":"sse","url":"{origin}/bridge"},
  {"type":"js","key":"prichalDev"}],"platforms":["ios"]}
)";

/// A build of the mini app as small as it can be, below `web/`, and one of the stand below
/// `stand/`.
inline void WriteSite(FixtureTree& tree) {
  const std::string script(2000, 'a');
  tree.Write("web/index.html", kFixturePage)
      .Write("web/wallets-v2.json", kFixtureWallets)
      .Write("web/assets/index-a1b2.js", script)
      .Write("web/assets/index-a1b2.js.br", "brotli bytes of the build")
      .Write("web/assets/index-a1b2.js.gz", "gzip bytes of the build")
      .Write("web/icon.png", "\x89PNG")
      .Write("web/favicon.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
      .Write("web/.built", "")
      .Write("stand/index.html", "<!doctype html><title>Stand</title><p>stand")
      .Write("stand/wallet/index.html", "<!doctype html><title>Wallet</title><p>wallet")
      .Write("stand/dapp/index.html", "<!doctype html><title>dApp</title><p>dapp")
      .Write("stand/assets/stand-c3d4.js", "stand()")
      .Write("stand/dev-wallet.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
      .Write("stand/wallet-entry.json", kFixtureDevEntry);
}

}  // namespace prichal::host
