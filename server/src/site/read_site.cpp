#include <fmt/format.h>

#include <utility>

#include "site/site.h"
#include "site/site_names.h"

namespace prichal::host {

Result<SiteFiles, std::string> ReadSite(const std::string& web, const std::string* stand) {
  SiteFiles files;
  const auto read = [](const std::string& directory, std::string_view wanted, std::string_view key,
                       std::string_view way_out) -> Result<std::vector<File>, std::string> {
    auto tree = ReadTree(directory);
    if (!tree) return Fail(fmt::format("{}: {}; {}", key, tree.error(), way_out));
    for (const auto name : {kIndex, wanted}) {
      if (FindFile(*tree, name) == nullptr) {
        return Fail(fmt::format("{}: {} has no {}; {}", key, directory, name, way_out));
      }
    }
    return tree;
  };
  auto app = read(web, kWallets, "site.web",
                  "build the mini app with `npm run build:app`, or name its directory with --web");
  if (!app) return Fail(std::move(app.error()));
  files.web = *std::move(app);
  if (stand != nullptr) {
    auto tree = read(*stand, kDevEntry, "dev.stand",
                     "build the stand with `npm run build:stand`, or start without --dev");
    if (!tree) return Fail(std::move(tree.error()));
    files.stand = *std::move(tree);
  }
  return files;
}

}  // namespace prichal::host
