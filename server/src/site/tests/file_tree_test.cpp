#include "site/file_tree.h"

#include <gtest/gtest.h>

#include "site/resource.h"
#include "site/tests/fixture_tree.h"

namespace prichal::site {
namespace {

TEST(ReadTree, PairsFilesWithTheirCompressedCopies) {
  FixtureTree tree;
  tree.Write("a.js", "a").Write("a.js.br", "b").Write("sub/dir/c.css", "c").Write("lone.gz", "g");
  const auto files = ReadTree(tree.path());
  ASSERT_TRUE(files) << files.error();
  ASSERT_EQ(files->size(), 3U);
  const Build build{.key = "site.web", .folder = tree.path(), .files = *files};
  const auto* script = build.Find("a.js");
  ASSERT_NE(script, nullptr);
  EXPECT_EQ(script->bytes, "a");
  EXPECT_EQ(script->brotli, "b");
  EXPECT_EQ(script->gzip, std::nullopt);
  EXPECT_NE(build.Find("sub/dir/c.css"), nullptr);
  EXPECT_NE(build.Find("lone.gz"), nullptr);
  EXPECT_EQ(build.Find("a.js.br"), nullptr);
  EXPECT_EQ(build.Find("zzz"), nullptr);
}

TEST(ReadTree, SkipsHiddenFilesAndOutsideLinks) {
  FixtureTree outside;
  outside.Write("secret.txt", "s").Write("web/in.txt", "i");
  FixtureTree tree;
  tree.Write(".env", "x").Write(".git/config", "x").Write("sub/.hidden", "x").Write("in.txt", "in");
  namespace fs = std::filesystem;
  fs::create_symlink(outside.path("secret.txt"), tree.path("leak.txt"));
  fs::create_directory_symlink(outside.path(), tree.path("leak"));
  fs::create_symlink(tree.path("in.txt"), tree.path("alias.txt"));
  fs::create_symlink(tree.path("gone.txt"), tree.path("dangling.txt"));
  const auto files = ReadTree(tree.path());
  ASSERT_TRUE(files) << files.error();
  std::vector<std::string> names;
  for (const auto& file : *files) names.push_back(file.path);
  EXPECT_EQ(names, (std::vector<std::string>{"alias.txt", "in.txt"}));
}

TEST(ReadTree, SkipsLinksToSiblingWithSamePrefix) {
  FixtureTree tree;
  tree.Write("web/a.txt", "a").Write("web-secret/b.txt", "b");
  std::filesystem::create_symlink(tree.path("web-secret/b.txt"), tree.path("web/b.txt"));
  const auto files = ReadTree(tree.path("web"));
  ASSERT_TRUE(files) << files.error();
  EXPECT_EQ(files->size(), 1U);
}

TEST(ReadTree, ReportsReadError) {
  const auto missing = ReadTree("/nonexistent/web");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "cannot read \"/nonexistent/web\": No such file or directory");
  FixtureTree tree;
  tree.Write("file", "");
  const auto file = ReadTree(tree.path("file"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error(), "cannot read \"" + tree.path("file") + "\": Not a directory");
}

TEST(ContentType, FollowsFileExtension) {
  const auto name = [](std::string_view path) { return ContentTypeOf(path).name; };
  EXPECT_EQ(name("assets/index-a1.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(name("a.CSS"), "text/css; charset=utf-8");
  EXPECT_EQ(name("index.html"), "text/html; charset=utf-8");
  EXPECT_EQ(name("a.json"), "application/json");
  EXPECT_EQ(name("a.svg"), "image/svg+xml");
  EXPECT_EQ(name("a.png"), "image/png");
  EXPECT_EQ(name("a.woff2"), "font/woff2");
  EXPECT_EQ(name("a.js.map"), "application/json");
  EXPECT_EQ(name("a.webmanifest"), "application/manifest+json");
  EXPECT_EQ(name("a.wasm"), "application/wasm");
  EXPECT_EQ(name("openapi.yaml"), "application/yaml");
  EXPECT_EQ(name("LICENSE"), "application/octet-stream");
  EXPECT_EQ(name("a.js/file"), "application/octet-stream");
  EXPECT_EQ(name("a.unknown"), "application/octet-stream");
}

}  // namespace
}  // namespace prichal::site
